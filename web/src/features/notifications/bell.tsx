import { limits, screens } from '@almas/contract/limits';
import { comma } from '@almas/locale/formats';
import { shell } from '@almas/locale/screens/shell';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery, useFeature } from '../../platform/network/index.ts';
import { useIdle } from '../../platform/release/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import styles from './bell.module.css';
import { bellId } from './open-bell.ts';
import { unreadBadge } from './unread-badge.ts';

/** Polled every 30 s, and read immediately after a live event about notifications. */
const listQuery = {
  ...apiQuery('notifications', 'list', { query: { limit: screens.notifications } }),
  refetchInterval: limits.notificationPollSeconds * 1000,
};

const words = shell.notifications;
const NotificationList = lazyPart(
  () => import('./notification-list.tsx'),
  <SkeletonList count={4} height={64} />,
);

export function Bell() {
  const { opened, close, rootProps, buttonProps } = usePanel();
  const list = useQuery(listQuery);
  const isOn = useFeature('announcements') === true;
  const announced = useQuery({ ...apiQuery('announcements', 'list', { query: {} }), enabled: isOn }).data;
  const unread = (list.data?.unread ?? 0) + (announced?.unread ?? 0);
  const badge = unreadBadge(unread);
  const { id } = useMe();
  useIdle(NotificationList.preload);
  useEffect(() => {
    if (globalThis.Notification?.permission === 'granted')
      void import('./device-notifications.ts').then(
        ({ renewDevice }) => renewDevice(id),
        () => undefined,
      );
  }, [id]);
  return (
    <div {...rootProps}>
      <IconButton
        id={bellId}
        label={badge ? `${words.open}${comma}${words.unread(unread)}` : words.open}
        className={styles.bell ?? ''}
        aria-haspopup="dialog"
        {...buttonProps}
      >
        <BellIcon size={22} />
        {badge && (
          <span className={styles.badge} data-testid="unread-badge">
            {badge}
          </span>
        )}
      </IconButton>
      {opened && (
        <div
          role="dialog"
          aria-label={words.title}
          tabIndex={-1}
          data-panel
          className={`box ${styles.panel}`}
        >
          <NotificationList list={list} onLeave={() => close(false)} />
        </div>
      )}
    </div>
  );
}
