import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { arrow } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { Money } from '../../ui/figures.tsx';
import styles from './balance-change.module.css';

interface BalanceChangeProps {
  /** DA. */
  readonly before: number;
  /** DA; null while no amount is known. */
  readonly added: number | null;
}

const words = adminWallet.change;
/** Rounds the preview to centimes. */
const sum = (before: number, added: number) => Math.round((before + added) * 100) / 100;

/** A preview of the balance after a recharge; marked when it exceeds the maximum balance. */
export const BalanceChange = ({ before, added }: BalanceChangeProps) => (
  <dl className={styles.change} aria-label={words.label}>
    <div>
      <dt>{words.before}</dt>
      <dd>
        <Money amount={before} />
      </dd>
    </div>
    <span aria-hidden="true" className={styles.arrow}>
      {arrow}
    </span>
    <div>
      <dt>{words.after}</dt>
      <dd
        data-testid="balance-after"
        data-impossible={sum(before, added ?? 0) > limits.balanceMax || undefined}
        title={sum(before, added ?? 0) > limits.balanceMax ? errors.BALANCE_LIMIT : undefined}
      >
        {added === null ? '-' : <Money amount={sum(before, added)} />}
      </dd>
    </div>
  </dl>
);
