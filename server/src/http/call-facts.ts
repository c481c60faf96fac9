import type { FastifyRequest } from 'fastify';
import { AppError, logFieldsOf } from '../app-error.ts';

/** What of an input may stand in a log: what is ordered and for how much. Everything else may hold a secret or a name. */
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
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w-]{1,64}$/.test(value));

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

/** Numbers that the sentence of a refusal shows: a balance, what is missing, what is left. */
function figuresOf(error: Error): Record<string, number> | undefined {
  if (!(error instanceof AppError) || !isObject(error.figures)) return undefined;
  const numbers = Object.entries(error.figures).filter(([, value]) => typeof value === 'number');
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined;
}

/** A call that failed, for its line of the log: its id and route (an address may hold a secret), who, what, how much. */
export function callFacts(request: FastifyRequest, error: Error): Record<string, unknown> {
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
