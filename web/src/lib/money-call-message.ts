import { common } from '@almas/locale/screens/common';
import { ClosedError, UnresolvedError } from './money-calls.ts';

/** The sentence for a money call that was settled without an effect, or could not be; undefined for any other error. */
export function moneyCallMessage(error: unknown): string | undefined {
  if (error instanceof ClosedError) return common.moneyCall.closed;
  if (error instanceof UnresolvedError) return common.moneyCall.unresolved;
  return undefined;
}
