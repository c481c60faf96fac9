import { formatAmount } from '@almas/locale/formats';
import { shell } from '@almas/locale/screens/shell';
import { RequestsOpener } from '../../features/recharge-requests/requests-opener.tsx';
import { useMe } from '../../lib/session.ts';
import styles from './balance.module.css';

/** The top bar's balance, on small screens only; it opens the recharge requests (AMB-01). */
export const BalanceChip = () => (
  <RequestsOpener className={styles.chip}>
    <span className="visually-hidden">{shell.balance}</span>
    <span data-testid="balance-chip">{formatAmount(useMe().balance ?? 0)}</span>
  </RequestsOpener>
);
