import { common } from '@almas/locale/screens/common';
import { useSyncExternalStore } from 'react';
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
  if (useOnline()) return null;
  return (
    <p className={styles.banner} role="status">
      <OfflineIcon size={18} />
      {common.network.offline}
    </p>
  );
}
