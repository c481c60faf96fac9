import type { ErrorCode } from '@almas/contract/errors';
import { common } from '@almas/locale/screens/common';

/** A refusal of the server, in its own French sentence. `figures` are DA or units; `retryAfter` is in seconds. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly figures: Readonly<Record<string, number>>;
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    figures: Readonly<Record<string, number>> = {},
    retryAfter: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.figures = figures;
    this.retryAfter = retryAfter;
  }
}

const sentences = {
  network: common.network.lost,
  gateway: common.network.lost,
  timeout: common.network.timeout,
  offline: common.moneyCall.offline,
} as const;

/**
 * No response came: the request may or may not have arrived, and a money call is then settled by its key. `offline`: it was not sent,
 * because the device has no network.
 */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
  readonly reason: keyof typeof sentences;

  constructor(reason: keyof typeof sentences) {
    super(sentences[reason]);
    this.reason = reason;
  }
}

/** The sentence to show: the error's message if it has one, else the screen's own fallback (ERR-01). */
export function messageOf(error: unknown, fallback: string): string {
  const known = error instanceof ApiError || error instanceof OfflineError;
  return known && error.message.trim() !== '' ? error.message : fallback;
}
