import { dashboard } from '@almas/locale/screens/dashboard';
import { Link } from '../../platform/navigation/index.ts';
import { ChevronIcon, ClockIcon } from '../../ui/icons.tsx';
import styles from './side-column.module.css';

/** Links to all operations (AMB-28). */
export const HistoryTile = () => (
  <Link to="/operations" className={styles.history}>
    <span className={`center ${styles.icon}`}>
      <ClockIcon size={22} />
    </span>
    <span>
      <span className={styles.label}>{dashboard.tiles.history}</span>
      <span className={`dim ${styles.text}`}>{dashboard.tiles.historyText}</span>
    </span>
    <ChevronIcon />
  </Link>
);
