import type { PurchaseSummary } from '@almas/contract/purchases';
import { cardHistory as words } from '@almas/locale/screens/card-history';
import { Button } from '../../ui/button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { GameTile } from '../games/game-tile.tsx';
import styles from './purchase-card.module.css';

interface PurchaseCardProps {
  readonly purchase: PurchaseSummary;
  readonly onOpen: (purchase: PurchaseSummary) => void;
}

export const PurchaseCard = ({ purchase, onOpen }: PurchaseCardProps) => (
  <li className={`column box ${styles.card}`} data-testid="purchase">
    <div className={styles.head}>
      <GameTile game={purchase.game} />
      <div className={styles.words}>
        <h2>{purchase.productName}</h2>
        <div className={`row wrap spread ${styles.offer}`}>
          <p>{purchase.offerName}</p>
          <StatusBadge tone="done">{words.bought}</StatusBadge>
        </div>
        <p className="dim">{words.number(purchase.id)}</p>
      </div>
    </div>
    <dl className={`wrap ${styles.facts}`}>
      <div>
        <dt>{words.quantity}</dt>
        <dd>{purchase.quantity}</dd>
      </div>
      <div>
        <dt>{words.total}</dt>
        <dd>
          <Money amount={purchase.totalCost} />
        </dd>
      </div>
      <div>
        <dt>{words.date}</dt>
        <dd>
          <When at={purchase.createdAt} />
        </dd>
      </div>
    </dl>
    <Button look="secondary" full onClick={() => onOpen(purchase)}>
      {words.seeCodes}
    </Button>
  </li>
);
