import { arrow } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { Money } from '../../ui/figures.tsx';

interface BalanceStepProps {
  /** DA. */
  readonly before: number;
  readonly after: number;
}

/** A balance before and after one change. */
export const BalanceStep = ({ before, after }: BalanceStepProps) => (
  <span title={adminWallet.ledger.balance}>
    <Money amount={before} /> {arrow} <Money amount={after} />
  </span>
);
