import { limits } from '@almas/contract/limits';
import { PaymentMethod } from '@almas/contract/recharge-requests';
import { fail } from '../../app-error.ts';
import { type Centimes, toCentimes } from '../../money/amount.ts';
import { isMissing } from '../wallet/validate-transaction.ts';

/** The body of a creation as it came: every value is judged here, in the order of the specification. */
export interface RequestBody {
  readonly userId?: unknown;
  readonly amount?: unknown;
  readonly method?: unknown;
  readonly status?: unknown;
  readonly phoneNumber?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly reference?: string | null | undefined;
}

/**
 * The three parameters of a request. Who asks may be left out: it is the session. An unknown method is none (AMB-49).
 * @throws AppError MISSING_PARAMETERS
 */
export function requiredParameters(body: RequestBody, ownId: string) {
  const userId = body.userId === undefined ? ownId : body.userId;
  const method = PaymentMethod.safeParse(body.method);
  if (typeof userId !== 'string' || isMissing(userId) || isMissing(body.amount) || !method.success) {
    throw fail('MISSING_PARAMETERS');
  }
  return { userId: userId.trim(), amount: body.amount, method: method.data };
}

/** @throws AppError REQUEST_AMOUNT_NOT_POSITIVE (also for a text: AMB-48), REQUEST_AMOUNT_TOO_HIGH (AMB-15: in DA) */
export function requestedAmount(value: unknown): Centimes {
  const amount = typeof value === 'number' ? toCentimes(value) : 0;
  if (amount <= 0) throw fail('REQUEST_AMOUNT_NOT_POSITIVE');
  if (amount > toCentimes(limits.rechargeRequestMax)) throw fail('REQUEST_AMOUNT_TOO_HIGH');
  return amount as Centimes;
}

/** @throws AppError REQUEST_STATUS_NOT_PENDING */
export function checkInitialStatus(status: unknown): void {
  if (status !== undefined && status !== null && status !== 'pending')
    throw fail('REQUEST_STATUS_NOT_PENDING');
}
