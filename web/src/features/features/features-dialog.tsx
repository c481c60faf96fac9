import type { Feature } from '@almas/contract/features';
import { comma } from '@almas/locale/formats';
import { features as words } from '@almas/locale/screens/features';
import { useQuery } from '@tanstack/react-query';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import styles from './features-dialog.module.css';

interface FeaturesDialogProps {
  readonly onClose: () => void;
}

/** The owner's switches; each change applies at once, on every server and open screen. */
export default function FeaturesDialog({ onClose }: FeaturesDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Stack gap={12}>
        <p className="dim">{words.text}</p>
        <FeatureList />
      </Stack>
    </Dialog>
  );
}

function FeatureList() {
  const found = useQuery(apiQuery('features', 'list'));
  if (!found.data) return <Unloaded query={found} text={words.failed} count={4} height={72} />;
  return (
    <ul className={styles.list} aria-label={words.title}>
      {found.data.features?.map((feature) => (
        <li key={feature.name}>
          <FeatureSwitch feature={feature} />
        </li>
      ))}
    </ul>
  );
}

function FeatureSwitch({ feature: { name, enabled, forced, changedBy, changedAt } }: { feature: Feature }) {
  const { label, text } = words.names[name];
  const { run } = useAction(
    (next: boolean) => api.features.change({ params: { name }, body: { enabled: next } }),
    {
      success: (changed) => [changed.enabled ? words.on(label) : words.off(label)],
      failure: words.changeFailed,
      refreshes: ['features', 'configuration'],
    },
  );
  return (
    <Switch
      label={label}
      hint={
        <>
          {text}
          {forced && <span className={styles.state}>{words.forced}</span>}
          {!forced && changedBy !== null && changedAt !== null && (
            <span className={styles.state}>
              {words.changedBy(changedBy)}
              {comma}
              <When at={changedAt} form="in-sentence" />
            </span>
          )}
        </>
      }
      checked={enabled}
      disabled={forced}
      onChange={(next) => void run(next)}
    />
  );
}
