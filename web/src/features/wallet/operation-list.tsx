import type { Transaction } from '@almas/contract/wallet';
import { formatAmount } from '@almas/locale/formats';
import { operations as words } from '@almas/locale/screens/operations';
import { IconButton } from '../../ui/button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { CardsIcon, CartIcon, FlameIcon } from '../../ui/icons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { WalletIcon } from '../../ui/work-icons.tsx';
import { type Movement, movementKey } from './movements.ts';
import styles from './operation-list.module.css';
import {
  adjustmentLabel,
  adjustmentSign,
  adjustmentStatus,
  freeFireStatus,
  isFreeFire,
  isRefund,
  signOf,
  typeLabel,
} from './operation-view.ts';

const icons = { recharge: WalletIcon, purchase: CartIcon, freefire: FlameIcon, freefire_request: FlameIcon };

interface OperationListProps {
  readonly items: readonly Movement[];
  readonly onOpen: (movement: Movement) => void;
  /** Opens the codes of a purchase with one tap. */
  readonly onCodes: (purchase: Transaction) => void;
}

const hasCodes = (movement: Movement): boolean =>
  movement.kind === 'transaction' && movement.entry.purchaseId !== null;

export function OperationList({ items, onOpen, onCodes }: OperationListProps) {
  const someCodes = items.some(hasCodes);
  return (
    <ul className={`box lines ${styles.list}`}>
      {items.map((movement) => (
        <li key={movementKey(movement)}>
          <OperationRow movement={movement} onOpen={onOpen} />
          {movement.kind === 'transaction' && hasCodes(movement) ? (
            <IconButton
              label={words.seeCodes(movement.entry.description)}
              title={words.detail.codes}
              className={styles.codes ?? ''}
              onClick={() => onCodes(movement.entry)}
            >
              <CardsIcon />
            </IconButton>
          ) : (
            someCodes && <span className={styles.noCodes} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The content of a row, for both kinds of operation. */
function shownOf(movement: Movement) {
  if (movement.kind === 'adjustment') {
    const { entry } = movement;
    return {
      Icon: isRefund(entry) ? FlameIcon : WalletIcon,
      label: adjustmentLabel(entry),
      sign: adjustmentSign(entry),
      status: adjustmentStatus(entry),
    };
  }
  const { entry } = movement;
  const status = isFreeFire(entry) ? freeFireStatus(entry) : null;
  return {
    Icon: icons[entry.type],
    label: typeLabel(entry),
    sign: signOf(entry),
    status: status?.tone === 'done' ? null : status,
  };
}

interface OperationRowProps {
  readonly movement: Movement;
  readonly onOpen: OperationListProps['onOpen'];
}

function OperationRow({ movement, onOpen }: OperationRowProps) {
  const { Icon, label, sign, status } = shownOf(movement);
  const { entry } = movement;
  return (
    <button
      type="button"
      className={`row wrap row-button ${styles.row}`}
      data-testid="operation"
      onClick={() => onOpen(movement)}
    >
      <span className={`${styles.icon} ${sign === '+' ? styles.credit : ''}`}>
        <Icon />
      </span>
      <span className={styles.words}>
        <span className="row wrap gap-8 strong">
          {label}
          {status && <StatusBadge tone={status.tone}>{status.label}</StatusBadge>}
        </span>
        <span className="dim anywhere">{entry.description}</span>
        {movement.kind === 'adjustment' && movement.entry.note && (
          <span className="dim anywhere">{words.reason(movement.entry.note)}</span>
        )}
        <span className="note">
          <When at={entry.createdAt} />
        </span>
      </span>
      <span className={styles.figures}>
        <Money amount={entry.amount} sign={sign} />
        <span className={`note ${styles.after}`}>
          {`${words.balanceAfter} `}
          <span className={styles.balance}>{formatAmount(entry.balanceAfter)}</span>
        </span>
      </span>
    </button>
  );
}
