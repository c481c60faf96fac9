import { common } from '@almas/locale/screens/common';
import { useLastKnown, useOnline } from '../platform/offline/index.ts';
import { OfflineIcon } from './icons.tsx';
import styles from './offline-banner.module.css';

export function OfflineBanner() {
  const online = useOnline();
  const since = useLastKnown();
  if (online && since === null) return null;
  const { offline, unreachable, lastKnown, mayBeOld } = common.network;
  return (
    <p className={`row ${styles.banner}`} role="status">
      <OfflineIcon size={18} />
      {online ? unreachable : offline} {since === null ? mayBeOld : lastKnown(since)}
    </p>
  );
}
