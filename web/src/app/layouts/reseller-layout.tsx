import { limits } from '@almas/contract/limits';
import { formatSidebarBalance } from '@almas/locale/formats';
import { shell } from '@almas/locale/screens/shell';
import { type ReactNode, useEffect } from 'react';
import { UnsettledCalls } from '../../features/purchases/unsettled-calls.tsx';
import { RequestsOpener } from '../../features/recharge-requests/requests-opener.tsx';
import { keepLastKnown } from '../../platform/navigation/keep-last-known.ts';
import { useMe } from '../../platform/session/index.ts';
import { CardsIcon, CartIcon, ChevronIcon, FlameIcon, ListIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './balance.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { Shell } from './shell.tsx';
import type { NavSection } from './side-nav.tsx';

const words = shell.reseller;
const sections: readonly NavSection[] = [
  {
    title: words.cards,
    entries: [
      { to: '/catalog', label: words.seeCards, icon: CartIcon },
      { to: '/card-history', label: words.myCards, icon: CardsIcon },
    ],
  },
  { title: words.freeFire, entries: [{ to: '/freefire', label: words.freeFireEntry, icon: FlameIcon }] },
  { title: words.operations, entries: [{ to: '/operations', label: words.operationsEntry, icon: ListIcon }] },
];

// The layout of a cashier is loaded with the first screen of one.
const CashierLayout = lazyPart(() => import('./cashier-layout.tsx'));

/** The layout of the reseller's screens; a cashier of the reseller sees them in one of their own. */
export const ResellerLayout = ({ children }: { readonly children: ReactNode }) =>
  useMe().cashier ? <CashierLayout>{children}</CashierLayout> : <OwnLayout>{children}</OwnLayout>;

function OwnLayout({ children }: { readonly children: ReactNode }) {
  useEffect(keepLastKnown, []);
  return (
    <Shell sections={sections} home="/dashboard" railTop={<SidebarBalance />} bottomBar={BottomBar}>
      <UnsettledCalls />
      {children}
    </Shell>
  );
}

/** The sidebar's balance, one decimal with a point; it opens the recharge requests (AMB-01). */
function SidebarBalance() {
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
