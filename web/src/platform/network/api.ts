import routes from 'virtual:api-routes';
import type { AlmasContract } from '@almas/contract';
import type { ErrorCode } from '@almas/contract/errors';
import type { Input, Output, Route } from '@almas/contract/route';
import { common } from '@almas/locale/screens/common';
import { noteResponse } from '../offline/last-known.ts';
import { ApiError, OfflineError } from './api-errors.ts';
import { beginCall } from './open-work.ts';
import { checkLimit, rememberLimit } from './rate-limit.ts';
import { sessionOfCall } from './session-signal.ts';
import { requestStepUp } from './step-up.ts';
import { isUserActive } from './user-activity.ts';

type Extra<R extends Route> = Pick<Sent, 'signal' | 'isRefresh'> &
  (R extends { readonly idempotent: true }
    ? { /** One per tap: see money-calls.ts. */ readonly key: string }
    : unknown);
type CallInput<R extends Route> = Input<R> & Extra<R>;
/** Calls without a required field may be called with nothing. */
type Arguments<R extends Route> =
  object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

type Call<R extends Route> = (...input: Arguments<R>) => Promise<Output<R>>;
export type Api = {
  readonly [G in keyof AlmasContract]: {
    readonly [N in keyof AlmasContract[G]]: AlmasContract[G][N] extends Route
      ? Call<AlmasContract[G][N]>
      : never;
  };
};

type RouteLine = readonly [method: string, path: string, isText?: 0 | 1, scope?: string];
type Routes = Readonly<Record<string, Readonly<Record<string, RouteLine>>>>;

const calls: Record<string, Record<string, (input?: Sent) => Promise<unknown>>> = {};
const lines: Record<string, Record<string, RouteLine>> = {};

/** Adds calls to `api`: those of administrators come with their screens (administrators-calls.ts). */
export function addCalls(more: Routes): void {
  for (const [group, named] of Object.entries(more)) {
    calls[group] ??= {};
    lines[group] = { ...lines[group], ...named };
    for (const [name, line] of Object.entries(named))
      calls[group][name] = (input = {}) => send(`${group}.${name}`, line, input);
  }
}

/** The line of a call; undefined before `addCalls` has added it. */
export const lineOf = (group: string, name: string): RouteLine | undefined => lines[group]?.[name];

addCalls(routes);

/**
 * Every call of the contract: `api.purchases.create({ body, key })`. Throws ApiError (the server refused) or OfflineError (no
 * response).
 */
export const api = calls as unknown as Api;

export interface Sent {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Whether the screen already shows an earlier response (network/queries.ts). */
  readonly isRefresh?: boolean;
}

/** Time limit of a call on a slow network, after which a money call is settled by its key. */
const timeoutMilliseconds = 20_000;

/**
 * Builds the address from a path and its parameters: `/users/:id` and a query give `/api/users/7?…`. Absent and null values are left
 * out.
 */
export function address(path: string, input: Sent): string {
  const filled = `/api${path}`.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function exchange([method, path]: RouteLine, input: Sent): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const headers: Record<string, string> = { accept: 'application/json, text/plain' };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (input.key) headers['idempotency-key'] = input.key;
  // Background reads do not extend the session of an absent user.
  if (method === 'GET' && !isUserActive()) headers['x-almas-background'] = '1';
  const url = address(path, input);
  try {
    return await fetch(url, {
      method,
      headers,
      // Tells the worker to wait for the server (worker/service-worker.ts).
      cache: input.isRefresh ? 'no-cache' : 'default',
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new OfflineError(timeout.aborted ? 'timeout' : 'network');
  }
}

/**
 * Whether a value looks like an error code. Judged by its form, because a list of all codes would be part of every first load and
 * would miss those of a newer server.
 */
const isCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value);

/** Reads the error of a response; the error page of a proxy is no response of the server. */
export async function readApiError(response: Response): Promise<ApiError | OfflineError> {
  const parsed: unknown = await response.json().catch(() => null);
  const { code, message, retryAfter, requestId, ...figures } = (parsed ?? {}) as Record<string, unknown>;
  if (!isCode(code)) return new OfflineError('gateway');
  const seconds = Number(response.headers.get('retry-after') ?? retryAfter);
  const numbers = Object.entries(figures).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return new ApiError(
    code,
    response.status,
    withReference(typeof message === 'string' ? message : '', requestId),
    Object.fromEntries(numbers),
    response.status === 429 && seconds > 0 ? seconds : null,
  );
}

/** The message of a server error (5xx) with the request id of its log line. */
const withReference = (message: string, requestId: unknown): string =>
  typeof requestId === 'string' && message !== ''
    ? common.network.withReference(message, requestId)
    : message;

/** Sends a call. `name` is `group.call`. */
async function send(name: string, route: RouteLine, input: Sent): Promise<unknown> {
  const end = route[0] === 'GET' ? undefined : beginCall();
  try {
    return await sendOnce(name, route, input);
  } finally {
    end?.();
  }
}

async function sendOnce(name: string, route: RouteLine, input: Sent): Promise<unknown> {
  checkLimit(name, input.body);
  const endSession = sessionOfCall();
  const response = await exchange(route, input);
  noteResponse(response);
  if (response.ok) {
    if (response.status === 204) return undefined;
    return await (route[2] ? response.text() : response.json()).catch(() => {
      throw new OfflineError('network');
    });
  }
  const error = await readApiError(response);
  endSession(error);
  if (error instanceof ApiError) {
    if (error.code === 'STEP_UP_REQUIRED' && (await requestStepUp())) return send(name, route, input);
    rememberLimit(name, input.body, error);
  }
  throw error;
}
