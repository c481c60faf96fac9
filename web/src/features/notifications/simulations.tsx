import type { Notification } from '@almas/contract/notifications';
import { testNotifications as words } from '@almas/locale/screens/test-notifications';
import { type ComponentType, useState } from 'react';
import { toastsOf } from '../../lib/toast-store.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Grid, Section, Stack } from '../../ui/card.tsx';
import { When } from '../../ui/figures.tsx';
import { AlertIcon, InfoIcon } from '../../ui/icons.tsx';
import { WalletIcon } from '../../ui/work-icons.tsx';
import styles from './simulations.module.css';

const kinds = ['balance', 'system', 'rejection'] as const;
type Kind = (typeof kinds)[number];
const icons: Readonly<Record<Kind, ComponentType<{ size?: number }>>> = {
  balance: WalletIcon,
  system: InfoIcon,
  rejection: AlertIcon,
};

const say = toastsOf('simulation');
const looks = { balance: 'success', system: 'info', rejection: 'warning' } as const;

/** Three buttons for the three simulations; the bell of a reseller shows only the credit (AMB-08). */
export function Simulations() {
  const [made, setMade] = useState<readonly Notification[]>([]);
  const add = (notification: Notification) => setMade((before) => [notification, ...before]);
  return (
    <Stack gap={28}>
      <Grid min={260}>
        {kinds.map((kind) => (
          <Simulation key={kind} kind={kind} onDone={add} />
        ))}
      </Grid>
      {made.length > 0 && (
        <Section title={words.results} note={words.resultsNote}>
          <Card flush>
            <ul className={`lines ${styles.results}`} aria-label={words.results}>
              {made.map((notification) => (
                <li key={notification.id}>
                  <span className={styles.title}>{notification.title}</span>
                  <span>{notification.message}</span>
                  <When at={notification.createdAt} form="relative" />
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
    </Stack>
  );
}

interface SimulationProps {
  readonly kind: Kind;
  readonly onDone: (notification: Notification) => void;
}

function Simulation({ kind, onDone }: SimulationProps) {
  const userId = useMe().id;
  const { run, busy } = useAction(() => api.notifications.test({ body: { kind, userId } }), {
    failure: words.failed,
    refreshes: ['notifications'],
    onDone: (notification) => {
      say[looks[kind]](notification.title, notification.message);
      onDone(notification);
    },
  });
  const Icon = icons[kind];
  return (
    <Card>
      <div className={`column ${styles.simulation}`} data-kind={kind}>
        <span className={`center ${styles.icon}`}>
          <Icon size={22} />
        </span>
        <h2>{words[kind].title}</h2>
        <p>{words[kind].text}</p>
        <Button variant="secondary" full busy={busy} onClick={() => run()}>
          {words[kind].button}
        </Button>
      </div>
    </Card>
  );
}
