import { TransactionType } from '@almas/contract/wallet';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { toCentimes } from '../../money/amount.ts';

export interface Draft {
  readonly userId?: string | null | undefined;
  readonly type?: unknown;
  readonly amount?: unknown;
}

/** Absent, null or empty: not given (AMB-48). */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A number above 0 once rounded to 2 decimals; a text is not one (AMB-48). */
export const isPositiveAmount = (value: unknown): value is number =>
  typeof value === 'number' && toCentimes(value) > 0;

/**
 * The transaction validation helper: the own account only, type and amount mandatory. A type that does not
 * exist counts as none. Writes nothing.
 * @throws AppError INTERNAL_VALIDATION for another's account (AMB-85), TYPE_AND_AMOUNT_REQUIRED, REQUEST_AMOUNT_NOT_POSITIVE
 */
export function validateTransaction(actor: Actor, { userId, type, amount }: Draft): void {
  if (!isMissing(userId) && userId !== actor.id) throw fail('INTERNAL_VALIDATION');
  if (!TransactionType.safeParse(type).success || isMissing(amount)) throw fail('TYPE_AND_AMOUNT_REQUIRED');
  if (!isPositiveAmount(amount)) throw fail('REQUEST_AMOUNT_NOT_POSITIVE');
}
