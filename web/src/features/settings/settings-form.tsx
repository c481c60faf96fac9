import type { Settings } from '@almas/contract/settings';
import { settings as words } from '@almas/locale/screens/settings';
import { shell } from '@almas/locale/screens/shell';
import { useState } from 'react';
import { useAction, useFeature } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { isChanged, useForm } from '../../ui/use-form.ts';
import styles from './settings-form.module.css';

const SecurityDialog = lazyDialog(() => import('../accounts/security/security-dialog.tsx'));

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
/** The two-factor switch is only a preference (SET-02): the text beside it says what actually protects the account (AMB-95). */
const securityToggles = (isProtected: boolean, isOwn: boolean): typeof notificationToggles => [
  ['loginAlerts', security.loginAlerts, security.loginAlertsHint],
  ['twoFactorAuth', security.twoFactor, security.twoFactorHint(isProtected, isOwn)],
];
const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: words.themes[value] }));

interface SettingsFormProps {
  /** The settings saved last. */
  readonly saved: Settings;
  /** Throws when saving failed. */
  readonly save: (settings: Settings) => Promise<void>;
}

/** The six toggles and the theme; the other settings are saved unchanged (AMB-72). */
export function SettingsForm({ saved, save }: SettingsFormProps) {
  const me = useMe();
  /** Whether a reseller changes password and second factor without the support (AMB-24). */
  const isOwn = useFeature('self-service-security') ?? false;
  const [securityOpened, setSecurityOpened] = useState(false);
  const { run, busy } = useAction(save, {
    success: [words.success],
    failure: words.failed,
    onDone: () => form.reset(),
  });
  // Only the values changed here; the others follow what is saved elsewhere.
  const form = useForm<Partial<Settings>>({
    initial: {},
    onSubmit: (changes) => run({ ...saved, ...changes }),
    unsaved: { draft: 'settings', changed: (changes) => isChanged(changes, saved) },
  });
  const settings = { ...saved, ...form.values };
  const toggles = (lines: typeof notificationToggles) =>
    lines.map(([name, label, hint]) => (
      <Switch
        key={name}
        label={label}
        hint={hint}
        checked={settings[name]}
        onChange={(checked) => form.set({ [name]: checked })}
      />
    ));
  return (
    <Form form={form} className={styles.form} aria-label={words.title}>
      <Section title={notifications.title} note={notifications.note}>
        <Card>
          <div className={`lines ${styles.lines}`}>{toggles(notificationToggles)}</div>
        </Card>
      </Section>
      <Section title={security.title}>
        <Card>
          <div className={`lines ${styles.lines}`}>
            {toggles(securityToggles(me.secondFactor, isOwn))}
            <p className={`dim ${styles.support}`}>
              <span>{security.password}</span>
              {isOwn ? security.passwordOwn : security.passwordText}
            </p>
            {isOwn && (
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setSecurityOpened(true)}>
                {shell.security}
              </Button>
            )}
          </div>
        </Card>
      </Section>
      <Section title={words.appearance.title} note={words.appearance.hint}>
        <div className={styles.themes}>
          <Segmented
            label={words.appearance.title}
            value={settings.theme}
            options={themes}
            onChange={(theme) => form.set({ theme })}
          />
        </div>
      </Section>
      <FormButtons submit={words.save} busy={busy} />
      {securityOpened && <SecurityDialog onClose={() => setSecurityOpened(false)} />}
    </Form>
  );
}
