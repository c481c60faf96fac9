import { dashboard } from '@almas/locale/screens/dashboard';
import { MessageCircle } from 'lucide';
import { type ComponentType, useState } from 'react';
import { Link } from '../../platform/navigation/index.ts';
import { CardsIcon, CartIcon, FlameIcon, icon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useService } from '../free-fire/use-service.ts';
import styles from './shortcuts.module.css';

const ContactDialog = lazyDialog(() => import('./contact-dialog.tsx'));
const words = dashboard.tiles;
const MessageIcon = icon(MessageCircle);

interface FaceProps {
  readonly icon: ComponentType<{ size?: number }>;
  readonly label: string;
  readonly text: string | null;
}

const Face = ({ icon: Icon, label, text }: FaceProps) => (
  <>
    <span className={`center ${styles.icon}`}>
      <Icon size={22} />
    </span>
    <span className={styles.label}>{label}</span>
    <span className="dim">{text ?? <Skeleton height={16} width={110} />}</span>
  </>
);

/** Exactly four: buy, Free Fire, my cards, the administrator. */
export const Shortcuts = () => (
  <ul className={styles.tiles} aria-label={words.label}>
    <li>
      <Link to="/catalog" className={styles.tile} data-testid="shortcut">
        <Face icon={CartIcon} label={words.buy} text={words.buyText} />
      </Link>
    </li>
    <li>
      <FreeFireTile />
    </li>
    <li>
      <Link to="/card-history" className={styles.tile} data-testid="shortcut">
        <Face icon={CardsIcon} label={words.cards} text={words.cardsText} />
      </Link>
    </li>
    <li>
      <ContactTile />
    </li>
  </ul>
);

/** A service whose state cannot be read is offline: `Configuration non chargée`. */
function FreeFireTile() {
  const { online, loading } = useService();
  const text = online ? words.freeFireOnline : words.freeFireOffline;
  const face = <Face icon={FlameIcon} label={words.freeFire} text={loading ? null : text} />;
  if (online || loading) {
    return (
      <Link to="/freefire" className={styles.tile} data-testid="shortcut">
        {face}
      </Link>
    );
  }
  return (
    <button type="button" className={`${styles.tile} ${styles.off}`} data-testid="shortcut" disabled>
      {face}
    </button>
  );
}

function ContactTile() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.tile}
        data-testid="shortcut"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <Face icon={MessageIcon} label={words.contact} text={words.contactText} />
      </button>
      {opened && <ContactDialog onClose={() => setOpened(false)} />}
    </>
  );
}
