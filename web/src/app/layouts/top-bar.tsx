import { formatAmount } from '@almas/locale/formats';
import { shell } from '@almas/locale/screens/shell';
import type { ReactNode } from 'react';
import { Bell } from '../../features/notifications/bell.tsx';
import { RequestsOpener } from '../../features/recharge-requests/requests-opener.tsx';
import { useMe } from '../../platform/session/index.ts';
import balance from './balance.module.css';
import { Brand } from './brand.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  readonly tools?: ReactNode;
  readonly home: '/admin' | '/dashboard';
  /** The button of the menu, on small screens. */
  readonly menu: ReactNode;
}

export function TopBar({ home, menu, tools }: TopBarProps) {
  const me = useMe();
  return (
    <header className={`row wrap spread ${styles.bar}`}>
      <div className={`row gap-2 ${styles.small}`}>
        {menu}
        <Brand home={home} />
      </div>
      {tools}
      <div className={`row wrap ${styles.end}`}>
        {me.role === 'reseller' && <BalanceChip />}
        <Bell />
        <UserMenu me={me} />
      </div>
    </header>
  );
}

/** The top bar's balance, on small screens only; it opens the recharge requests (AMB-01). */
const BalanceChip = () => (
  <RequestsOpener className={balance.chip}>
    <span className="visually-hidden">{shell.balance}</span>
    <span className={balance.amountAndPlus}>
      <span data-testid="balance-chip">{formatAmount(useMe().balance ?? 0)}</span>
      <span aria-hidden="true" className={balance.plus}>
        +
      </span>
    </span>
  </RequestsOpener>
);
