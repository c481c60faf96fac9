import { limits } from '@almas/contract/limits';
import type { TypedAmount } from '@almas/contract/typed-amount';
import { errors } from '@almas/locale/errors';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';

const words = adminRecharges.recharge;

/**
 * The error of a typed recharge amount, in the specification's words; null when it is valid. The dialog of the accounts
 * accepts whole dinars from 1 (USR-16), the quick recharge also decimals (AMB-65).
 */
export function rechargeMistake(typed: TypedAmount, wholeDinars: boolean): string | null {
  if (typed.kind === 'empty') return words.missing;
  if (typed.kind === 'unreadable' || typed.amount <= 0) return words.invalid;
  if (wholeDinars && !Number.isInteger(typed.amount)) return words.invalid;
  return typed.amount > limits.rechargeMax ? errors.RECHARGE_TOO_HIGH : null;
}
