import { TransactionType } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import type { Wallet } from '../../authorization/identity.ts';
import { toCentimes } from '../../money/amount.ts';

export interface Draft {
  readonly userId?: string | null | undefined;
  readonly type?: unknown;
  readonly amount?: unknown;
}

/** Absent, null and empty values count as missing (AMB-48). */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A number that is above 0 after rounding to 2 decimals; a string is refused (AMB-48). */
export const isPositiveAmount = (value: unknown): value is number =>
  typeof value === 'number' && toCentimes(value) > 0;

/**
 * Validates a transaction of the own account without writing it. Type and amount are required; an unknown type counts as missing.
 * @throws AppError INTERNAL_VALIDATION for another's account (AMB-85), TYPE_AND_AMOUNT_REQUIRED, REQUEST_AMOUNT_NOT_POSITIVE
 */
export function validateTransaction(wallet: Wallet, { userId, type, amount }: Draft): void {
  if (!isMissing(userId) && userId !== wallet.id) throw fail('INTERNAL_VALIDATION');
  if (!TransactionType.safeParse(type).success || isMissing(amount)) throw fail('TYPE_AND_AMOUNT_REQUIRED');
  if (!isPositiveAmount(amount)) throw fail('REQUEST_AMOUNT_NOT_POSITIVE');
}
