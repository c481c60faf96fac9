import type { FastifyRequest } from 'fastify';
import { AppError, logFieldsOf } from '../app-error.ts';

/** The fields of an input that may be logged: what is ordered and for how much. Any other field may hold a secret or a name. */
const named = [
  'id',
  'productId',
  'offerId',
  'transactionId',
  'quantity',
  'amount',
  'price',
  'expectedUnitPrice',
  'method',
] as const;
/** An id, a word or a number; an API key is longer. */
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w-]{1,40}$/.test(value));

function inputOf({ params, body }: FastifyRequest): Record<string, string | number> | undefined {
  const given = { ...(params as object | undefined), ...(isObject(body) ? body : {}) } as Record<
    string,
    unknown
  >;
  const kept = named.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return isPlain(value) ? [[name, value] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The numbers in the message of a refusal: a balance, a missing amount, a remaining stock. */
function figuresOf(error: Error): Record<string, number> | undefined {
  if (!(error instanceof AppError) || !isObject(error.figures)) return undefined;
  const numbers = Object.entries(error.figures).filter(([, value]) => typeof value === 'number');
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined;
}

/** The fields of the log line of a failed call: its id, its route (the address may hold a secret), its caller and its input. */
export function callLogFields(request: FastifyRequest, error: Error): Record<string, unknown> {
  const input = inputOf(request);
  const figures = figuresOf(error);
  const accountId = request.identified?.actor.id;
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    ...(accountId !== undefined && { accountId }),
    ...(input && { input }),
    ...(figures && { figures }),
    ...logFieldsOf(error),
  };
}
