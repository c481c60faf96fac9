import { type ErrorCode, errors, type Figures } from '@almas/contract/errors';
import { errorSentence } from '@almas/locale';

/**
 * A refusal of the API: a stable code with the figures of its sentence, which the reply says in the caller's language (http/language.ts).
 * The message is the French one, for logs and alerts. Nothing was written.
 */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly figures: Figures<C>;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;

  constructor(code: C, figures: Figures<C>, retryAfter?: number) {
    super(errorSentence(code, figures));
    this.name = 'AppError';
    this.code = code;
    this.status = errors[code].status;
    this.figures = figures;
    this.retryAfter = retryAfter;
  }
}

type FixedCode = { [C in ErrorCode]: Figures<C> extends undefined ? C : never }[ErrorCode];

/** `throw fail('STOCK_SHORT', { available: 2 })`. Amounts among the figures are in DA. */
export function fail<C extends FixedCode>(code: C): AppError<C>;
export function fail<C extends ErrorCode>(code: C, figures: Figures<C>): AppError<C>;
export function fail<C extends ErrorCode>(code: C, figures?: Figures<C>): AppError<C> {
  return new AppError(code, figures as Figures<C>);
}

/** A refusal with the seconds after which the call may succeed. */
export const failUntil = <C extends FixedCode>(code: C, retryAfterSeconds: number): AppError<C> =>
  new AppError(code, undefined as Figures<C>, Math.max(1, Math.ceil(retryAfterSeconds)));

const logFields = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Adds fields to the log line of this error that the call does not show (whose money, how much). Never a secret. */
export function addLogFields(error: unknown, more: Readonly<Record<string, unknown>>): void {
  if (typeof error === 'object' && error !== null) logFields.set(error, { ...logFields.get(error), ...more });
}

export const logFieldsOf = (error: object): Readonly<Record<string, unknown>> => logFields.get(error) ?? {};
