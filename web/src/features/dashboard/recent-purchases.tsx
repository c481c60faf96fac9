import { screens } from '@almas/contract/limits';
import type { PurchaseSummary } from '@almas/contract/purchases';
import { dashboard } from '@almas/locale/screens/dashboard';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { useOnline } from '../../platform/offline/index.ts';
import { Card, Section } from '../../ui/card.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { CardsIcon } from '../../ui/icons.tsx';
import { EmptyState, LoadError, SkeletonList } from '../../ui/states.tsx';
import { GameTile } from '../games/game-tile.tsx';
import { useCodesDialog } from '../purchases/codes-opener.tsx';
import { OfflineCodes } from '../purchases/offline-codes.tsx';
import styles from './recent-purchases.module.css';

const words = dashboard.recent;

interface RecentPurchasesProps {
  readonly texts?: {
    readonly title: string;
    readonly period?: string;
    readonly empty: string;
    readonly emptyText: string;
  };
}

/** The five newest, whatever their age, under the label of the specification (AMB-26). */
export function RecentPurchases({ texts = words }: RecentPurchasesProps) {
  const online = useOnline();
  const list = useQuery(apiQuery('purchases', 'list', { query: { limit: screens.recentPurchases } }));
  return (
    <Section title={texts.title} action={texts.period && <span className="dim">{texts.period}</span>}>
      {list.data ? (
        <Lines purchases={list.data.items} texts={texts} />
      ) : !online ? (
        <Card>
          <OfflineCodes onRetry={() => void list.refetch()} />
        </Card>
      ) : list.error ? (
        <Card>
          <LoadError error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : (
        <SkeletonList count={3} height={72} />
      )}
    </Section>
  );
}

interface LinesProps extends Required<RecentPurchasesProps> {
  readonly purchases: readonly PurchaseSummary[];
}

function Lines({ purchases, texts }: LinesProps) {
  const { open, dialog } = useCodesDialog();
  return (
    <Card flush>
      {purchases.length === 0 && (
        <EmptyState icon={<CardsIcon size={26} />} title={texts.empty} text={texts.emptyText} />
      )}
      <ul className="lines">
        {purchases.map((purchase) => (
          <Line key={purchase.id} purchase={purchase} onOpen={open} />
        ))}
      </ul>
      {dialog}
    </Card>
  );
}

interface LineProps {
  readonly purchase: PurchaseSummary;
  readonly onOpen: (purchase: PurchaseSummary) => void;
}

const Line = ({ purchase, onOpen }: LineProps) => (
  <li>
    <button
      type="button"
      className={`row row-button ${styles.line}`}
      data-testid="recent-purchase"
      aria-haspopup="dialog"
      onClick={() => onOpen(purchase)}
    >
      <GameTile game={purchase.game} />
      <span className={`row wrap ${styles.texts}`}>
        <span className={styles.words}>
          <span className="strong anywhere">{purchase.productName}</span>
          <span className={styles.offer}>
            {purchase.quantity > 1 && `${purchase.quantity} × `}
            {purchase.offerName}
          </span>
        </span>
        <span className={`wrap ${styles.figures}`}>
          <Money amount={purchase.totalCost} />
          <span className={styles.when}>
            <When at={purchase.createdAt} form="relative" />
          </span>
        </span>
      </span>
    </button>
  </li>
);
