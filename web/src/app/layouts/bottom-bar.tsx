import { shell } from '@almas/locale/screens/shell';
import { Link, useLocation } from '../../platform/navigation/index.ts';
import { CardsIcon, CartIcon, FlameIcon, UserIcon } from '../../ui/icons.tsx';
import styles from './bottom-bar.module.css';
import type { MenuProps } from './shell.tsx';

const words = shell.bar;
const places = [
  // The catalogue sells too, and is reached from there.
  { to: '/dashboard', also: '/catalog', label: words.sell, icon: CartIcon },
  { to: '/freefire', also: '', label: words.freeFire, icon: FlameIcon },
  { to: '/card-history', also: '', label: words.cards, icon: CardsIcon },
] as const;

/** The places of a reseller at the bottom of a phone; the account opens the drawer with the rest. */
export function BottomBar({ onOpen }: MenuProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The last press in a dialog was made where this bar stands: the entries take none just after it has closed.
  return (
    <nav aria-label={words.label} className={styles.bar}>
      {places.map(({ to, also, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={styles.place}
          data-deciding
          activeOptions={{ includeSearch: false }}
          {...(also === path && { 'aria-current': 'page' as const })}
        >
          <Icon size={22} />
          {label}
        </Link>
      ))}
      <button type="button" className={styles.place} data-deciding aria-haspopup="dialog" onClick={onOpen}>
        <UserIcon size={22} />
        {words.account}
      </button>
    </nav>
  );
}
