import { algiersDay } from '@almas/contract/algiers';
import { cardHistory } from '@almas/locale/screens/card-history';
import { staff } from '@almas/locale/screens/staff';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { leftOfCap } from '../../features/purchases/left-of-cap.ts';
import { UnsettledCalls } from '../../features/purchases/unsettled-calls.tsx';
import { useTillPause } from '../../features/staff/use-till-pause.ts';
import { Link, useLocation } from '../../platform/navigation/index.ts';
import { refresh } from '../../platform/network/index.ts';
import { leaveTill, useMe } from '../../platform/session/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useNow } from '../../ui/figures.tsx';
import { CardsIcon, CartIcon, FlameIcon, ListIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { MainContent } from '../../ui/main-content.tsx';
import { NoticePage } from '../../ui/notice-page.tsx';
import styles from './cashier-layout.module.css';

const TillDialog = lazyDialog(() => import('../../features/staff/till-dialog.tsx'));
const words = staff.cashier;

/** The pages of a cashier; the others belong to the reseller. */
const places = [
  { to: '/dashboard', label: words.sell, icon: CartIcon },
  { to: '/catalog', label: words.catalog, icon: CardsIcon },
  { to: '/freefire', label: words.freeFire, icon: FlameIcon },
  { to: '/card-history', label: cardHistory.sales.title, icon: ListIcon },
] as const;

/** The cap begins anew at midnight in Algiers: what was sold today is read again. */
function useNewDay(): void {
  const today = algiersDay(useNow());
  const day = useRef(today);
  useEffect(() => {
    if (day.current !== today) void refresh('accounts');
    day.current = today;
  }, [today]);
}

/** The screens of a cashier: what a sale needs, what is left of the cap, the count of the drawer, and the way to the next cashier. */
export default function CashierLayout({ children }: { readonly children: ReactNode }) {
  useTillPause();
  useNewDay();
  const { company, cashier } = useMe();
  const [isCounting, setIsCounting] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (!cashier) return null;
  if (!places.some(({ to }) => to === path))
    return (
      <NoticePage
        title={words.forbidden.title}
        text={words.forbidden.text}
        actions={
          <Link to="/dashboard" className={buttonClass('primary')}>
            {words.forbidden.back}
          </Link>
        }
      />
    );
  return (
    <div className={styles.shell}>
      <header className={`row wrap spread ${styles.bar}`}>
        <div className="anywhere">
          <p className="strong" dir="auto">
            {cashier.name}
          </p>
          <p className="dim" data-testid="cashier-left">
            {[company, words.left(leftOfCap(cashier))].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="row wrap gap-8">
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsCounting(true)}>
            {staff.till.open}
          </Button>
          <Button variant="secondary" onClick={leaveTill}>
            {words.leave}
          </Button>
        </div>
      </header>
      <nav aria-label={words.navigation} className={styles.places}>
        {places.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={styles.place}
            data-deciding
            activeOptions={{ includeSearch: false }}
          >
            <Icon size={20} />
            {label}
          </Link>
        ))}
      </nav>
      <MainContent className={styles.main}>
        <UnsettledCalls />
        {children}
      </MainContent>
      {isCounting && <TillDialog onClose={() => setIsCounting(false)} />}
    </div>
  );
}
