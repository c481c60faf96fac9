import { common } from '@almas/locale/screens/common';
import { useSyncExternalStore } from 'react';
import { useLastKnown } from '../lib/last-known.ts';
import { OfflineIcon } from './icons.tsx';
import styles from './offline-banner.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

export function OfflineBanner() {
  const online = useOnline();
  const since = useLastKnown();
  if (online && since === null) return null;
  const { offline, unreachable, lastKnown, mayBeOld } = common.network;
  return (
    <p className={styles.banner} role="status">
      <OfflineIcon size={18} />
      {online ? unreachable : offline} {since === null ? mayBeOld : lastKnown(since)}
    </p>
  );
}
