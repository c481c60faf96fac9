import type { PurchaseSummary } from '@almas/contract/purchases';
import { cardHistory as words } from '@almas/locale/screens/card-history';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { GameTile } from '../games/game-tile.tsx';
import styles from './purchase-card.module.css';

/** A cashier sees the own sales alone. */
const SoldBy = ({ name }: { readonly name: string | undefined }) =>
  useMe().cashier || name === undefined ? null : <p className={styles.when}>{words.soldBy(name)}</p>;

interface PurchaseCardProps {
  readonly purchase: PurchaseSummary;
  readonly onOpen: (purchase: PurchaseSummary) => void;
}

/** A purchase in few lines, so that many are in view; its number is what the customer's ticket says. */
export const PurchaseCard = ({ purchase, onOpen }: PurchaseCardProps) => (
  <li className={`box ${styles.card}`} data-testid="purchase">
    <GameTile game={purchase.game} />
    <div className={styles.words}>
      <h3>{purchase.productName}</h3>
      <dl className={`wrap ${styles.facts}`}>
        <div className={styles.offer}>
          <dt className="visually-hidden">{words.quantity}</dt>
          <dd>{`${purchase.quantity} ×`}</dd>
          <dt className="visually-hidden">{words.offer}</dt>
          <dd className="anywhere">{purchase.offerName}</dd>
        </div>
        <div>
          <dt className="visually-hidden">{words.total}</dt>
          <dd>
            <Money amount={purchase.totalCost} />
          </dd>
        </div>
      </dl>
      <p className={styles.when}>{words.number(purchase.id)}</p>
      <p className={styles.when}>
        <When at={purchase.createdAt} />
      </p>
      <SoldBy name={purchase.soldBy} />
    </div>
    <div className={styles.actions}>
      <StatusBadge tone="done">{words.bought}</StatusBadge>
      <Button variant="secondary" onClick={() => onOpen(purchase)}>
        {words.seeCodes}
      </Button>
    </div>
  </li>
);
