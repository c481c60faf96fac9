import type { Notification } from '@almas/contract/notifications';
import { notificationList as words } from '@almas/locale/screens/notification-list';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ItemKind, Link, linkTo } from '../../platform/navigation/index.ts';
import { api, refresh, useCall } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { useDecidedFocus } from '../../ui/decision-queue.tsx';
import { When } from '../../ui/figures.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import styles from './notification-list.module.css';

type List = { items: Notification[]; unread: number };
const Announcements = lazyPart(() => import('../announcements/announcement-list.tsx'), null);
const DeviceSwitch = lazyPart(() => import('./device-switch.tsx'), null);
const again = () => refresh('notifications', 'statistics');

/** Notifications of administrators link to their subject: the request, the account. */
function targetOf({ type, data }: Notification): [kind: ItemKind, id: string] | null {
  const kinds = {
    recharge_request: ['rechargeRequest', data?.requestId],
    free_fire_request: ['freeFireRequest', data?.requestId],
    account_registered: ['account', data?.userId],
  } as const;
  if (!Object.hasOwn(kinds, type)) return null;
  const [kind, id] = kinds[type as keyof typeof kinds];
  return typeof id === 'string' ? [kind, id] : null;
}

interface LineProps {
  readonly entry: Notification;
  /** Called when a link to another page is followed. */
  readonly onLeave: () => void;
}

function Line({ entry, onLeave }: LineProps) {
  const read = useCall(() => api.notifications.read({ params: { id: entry.id } }), {
    onDone: again,
    onFailed: again,
  });
  // What was pressed to read it has left.
  const row = useDecidedFocus<HTMLLIElement>(entry.read);
  const body = (
    <>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.message}>{entry.message}</span>
      <span className={`note ${styles.when}`}>
        <When at={entry.createdAt} form="relative" />
      </span>
    </>
  );
  const target = targetOf(entry);
  if (target)
    return (
      <li ref={row} tabIndex={-1} className={`${styles.line} ${entry.read ? '' : styles.unread}`}>
        <Link
          {...linkTo(...target)}
          onClick={() => {
            if (!entry.read) void read.run();
            onLeave();
          }}
        >
          {body}
        </Link>
      </li>
    );
  if (entry.read)
    return (
      <li ref={row} tabIndex={-1} className={styles.line}>
        {body}
      </li>
    );
  return (
    <li ref={row} tabIndex={-1} className={`${styles.line} ${styles.unread}`}>
      <button type="button" onClick={() => void read.run()} disabled={read.busy} title={words.read}>
        {body}
      </button>
    </li>
  );
}

interface NotificationListProps {
  readonly list: UseQueryResult<List>;
  readonly onLeave: () => void;
}

export default function NotificationList({ list, onLeave }: NotificationListProps) {
  const readAll = useCall(() => api.notifications.readAll(), { onDone: again, onFailed: again });
  const unread = list.data?.unread ?? 0;
  return (
    <>
      <div className={`row spread ${styles.head}`}>
        <h2>{words.title}</h2>
        {unread > 0 && (
          <Button variant="quiet" onClick={() => void readAll.run()} busy={readAll.busy}>
            {words.readAll}
          </Button>
        )}
      </div>
      <div className={styles.scroll}>
        <Announcements />
        {list.data ? (
          <Lines items={list.data.items} onLeave={onLeave} />
        ) : (
          <Unloaded query={list} text={words.failed} count={4} height={64} />
        )}
      </div>
      <div className={styles.device}>
        <DeviceSwitch />
      </div>
    </>
  );
}

interface LinesProps extends Pick<LineProps, 'onLeave'> {
  readonly items: readonly Notification[];
}

function Lines({ items, onLeave }: LinesProps) {
  const isReseller = useMe().role === 'reseller';
  if (items.length === 0) {
    const text = isReseller ? words.emptyText : words.emptyToAdministrators;
    return <EmptyState icon={<BellIcon size={26} />} title={words.empty} text={text} />;
  }
  return (
    <ul>
      {items.map((entry) => (
        <Line key={entry.id} entry={entry} onLeave={onLeave} />
      ))}
    </ul>
  );
}
