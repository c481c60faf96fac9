import type { PurchaseSummary } from '@almas/contract/purchases';
import { formatDate } from '@almas/locale/formats';
import { cardHistory as words } from '@almas/locale/screens/card-history';
import { useNow } from '../../ui/figures.tsx';
import { PurchaseCard } from './purchase-card.tsx';
import styles from './purchases-by-day.module.css';

interface PurchasesByDayProps {
  /** The newest first. */
  readonly purchases: readonly PurchaseSummary[];
  readonly onOpen: (purchase: PurchaseSummary) => void;
}

/** Purchases under the days of Algiers on which they were made. */
export function PurchasesByDay({ purchases, onOpen }: PurchasesByDayProps) {
  const today = formatDate(new Date(useNow()).toISOString());
  const days = new Map<string, PurchaseSummary[]>();
  for (const purchase of purchases) {
    const day = formatDate(purchase.createdAt);
    days.set(day, [...(days.get(day) ?? []), purchase]);
  }
  return [...days].map(([day, bought]) => (
    <section key={day} className={styles.day}>
      <h2>{day === today ? words.today : day}</h2>
      <ul className={styles.cards}>
        {bought.map((purchase) => (
          <PurchaseCard key={purchase.id} purchase={purchase} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ));
}
