import type { ErrorCode } from '@almas/contract/errors';
import { common } from '@almas/locale/screens/common';

/** A refusal of the server, in its own French sentence. `figures` are DA or units; `retryAfter` is in seconds. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    readonly status: number,
    message: string,
    readonly figures: Readonly<Record<string, number>> = {},
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** No answer came back: the request may or may not have arrived. Money calls are then resolved with their key. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
  constructor(readonly reason: 'network' | 'timeout' | 'gateway') {
    super(reason === 'timeout' ? common.network.timeout : common.network.lost);
  }
}

/** The sentence to show: the thrown message when there is one, else the screen's own fallback (SPEC §8, ERR-01). */
export function messageOf(error: unknown, fallback: string): string {
  const known = error instanceof ApiError || error instanceof OfflineError;
  return known && error.message.trim() !== '' ? error.message : fallback;
}
