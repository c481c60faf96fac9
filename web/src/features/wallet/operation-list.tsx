import type { Transaction } from '@almas/contract/wallet';
import { formatAmount } from '@almas/locale/formats';
import { operations as words } from '@almas/locale/screens/operations';
import { Money, When } from '../../ui/figures.tsx';
import { CartIcon, FlameIcon, WalletIcon } from '../../ui/icons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './operation-list.module.css';
import { freeFireStatus, isFreeFire, signOf, typeLabel } from './operation-view.ts';

const icons = { recharge: WalletIcon, purchase: CartIcon, freefire: FlameIcon, freefire_request: FlameIcon };

interface OperationListProps {
  readonly items: readonly Transaction[];
  readonly onOpen: (entry: Transaction) => void;
}

export const OperationList = ({ items, onOpen }: OperationListProps) => (
  <ul className={styles.list}>
    {items.map((entry) => (
      <OperationRow key={entry.id} entry={entry} onOpen={onOpen} />
    ))}
  </ul>
);

function OperationRow({
  entry,
  onOpen,
}: {
  readonly entry: Transaction;
  readonly onOpen: OperationListProps['onOpen'];
}) {
  const Icon = icons[entry.type];
  const status = isFreeFire(entry) ? freeFireStatus(entry) : null;
  return (
    <li>
      <button type="button" className={styles.row} data-testid="operation" onClick={() => onOpen(entry)}>
        <span className={`${styles.icon} ${entry.type === 'recharge' ? styles.credit : ''}`}>
          <Icon />
        </span>
        <span className={styles.words}>
          <span className={styles.type}>
            {typeLabel(entry)}
            {status && status.tone !== 'done' && <StatusBadge tone={status.tone}>{status.label}</StatusBadge>}
          </span>
          <span className={styles.description}>{entry.description}</span>
          <span className={styles.when}>
            <When at={entry.createdAt} />
          </span>
        </span>
        <span className={styles.figures}>
          <Money amount={entry.amount} sign={signOf(entry)} />
          <span className={styles.after}>
            {words.balanceAfter} <span className={styles.balance}>{formatAmount(entry.balanceAfter)}</span>
          </span>
        </span>
      </button>
    </li>
  );
}
