import { limits } from '@almas/contract/limits';
import { formatSidebarBalance } from '@almas/locale/formats';
import { shell } from '@almas/locale/screens/shell';
import { RequestsOpener } from '../../features/recharge-requests/requests-opener.tsx';
import { useMe } from '../../lib/session.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import styles from './balance.module.css';

/** The sidebar's balance, one decimal with a point; it opens the recharge requests (AMB-01). */
export function SidebarBalance() {
  const balance: number | null | undefined = useMe().balance;
  return (
    <RequestsOpener className={styles.rail}>
      <span className={styles.label}>{shell.balance}</span>
      <span className={styles.amount} data-testid="sidebar-balance">
        {formatSidebarBalance(balance ?? limits.missingBalanceShown)}
      </span>
      <ChevronIcon size={18} />
    </RequestsOpener>
  );
}
