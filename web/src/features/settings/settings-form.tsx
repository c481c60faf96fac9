import type { Settings } from '@almas/contract/settings';
import { settings as words } from '@almas/locale/screens/settings';
import type { FormEvent } from 'react';
import { useMe } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useDraft, useUnsaved } from '../../ui/use-unsaved.ts';
import styles from './settings-form.module.css';

type Toggle = {
  [K in keyof Settings]: Settings[K] extends boolean ? K : never;
}[keyof Settings];

const { notifications, security } = words;
const notificationToggles: readonly (readonly [Toggle, string, string])[] = [
  ['emailNotifications', notifications.email, notifications.emailHint],
  ['pushNotifications', notifications.push, notifications.pushHint],
  ['smsNotifications', notifications.sms, notifications.smsHint],
  ['marketingEmails', notifications.marketing, notifications.marketingHint],
];
/** The two-factor switch is a preference (SET-02): the text beside it says what protects the account in fact (AMB-95). */
const securityToggles = (isProtected: boolean): typeof notificationToggles => [
  ['loginAlerts', security.loginAlerts, security.loginAlertsHint],
  ['twoFactorAuth', security.twoFactor, security.twoFactorHint(isProtected)],
];
const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: words.themes[value] }));

interface SettingsFormProps {
  /** What was saved last. */
  readonly saved: Settings;
  /** Throws when nothing was kept. */
  readonly save: (settings: Settings) => Promise<void>;
}

/** The six toggles and the theme; the rest of the settings goes along (AMB-72). */
export function SettingsForm({ saved, save }: SettingsFormProps) {
  const me = useMe();
  const [changes, setChanges] = useDraft<Partial<Settings>>('settings', {});
  const settings = { ...saved, ...changes };
  const change = (one: Partial<Settings>) => setChanges((before) => ({ ...before, ...one }));
  const changed = Object.entries(changes).some(([name, value]) => saved[name as keyof Settings] !== value);
  useUnsaved({ changed, draft: { name: 'settings', value: changes } });
  const { run, busy } = useAction(() => save(settings), {
    success: [words.success],
    failure: words.failed,
    onDone: () => setChanges({}),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const toggles = (lines: typeof notificationToggles) =>
    lines.map(([name, label, hint]) => (
      <Switch
        key={name}
        label={label}
        hint={hint}
        checked={settings[name]}
        onChange={(checked) => change({ [name]: checked })}
      />
    ));
  return (
    <form className={styles.form} onSubmit={submit} aria-label={words.title}>
      <Section title={notifications.title}>
        <Card>
          <div className={styles.lines}>{toggles(notificationToggles)}</div>
        </Card>
      </Section>
      <Section title={security.title}>
        <Card>
          <div className={styles.lines}>
            {toggles(securityToggles(me.secondFactor))}
            <p className={styles.support}>
              <span>{security.password}</span>
              {security.passwordText}
            </p>
          </div>
        </Card>
      </Section>
      <Section title={words.appearance.title} note={words.appearance.hint}>
        <div className={styles.themes}>
          <Segmented
            label={words.appearance.title}
            value={settings.theme}
            options={themes}
            onChange={(theme) => change({ theme })}
          />
        </div>
      </Section>
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
