import type { ErrorCode } from '@almas/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../app-error.ts';
import { callLogFields } from '../http/call-log-fields.ts';
import { refusalOf } from '../http/error-reply.ts';
import { lineLimit } from './line-limit.ts';
import type { SecurityEventName, SecurityEvents } from './security-events.ts';

const frameworkMalformed = new Set([
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
]);

/** Error codes of a password, code or link that is wrong or no longer valid. */
const failedProofs: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CREDENTIALS',
  'PIN_WRONG',
  'ACCOUNT_DISABLED',
  'SIGN_IN_EXPIRED',
  'TEMPORARY_PASSWORD_EXPIRED',
  'TEMPORARY_PASSWORD_USED',
  'CODE_WRONG',
  'PASSWORD_WRONG',
  'RESET_LINK_INVALID',
]);

/** The security event of a refusal; undefined for one that is ordinary business. */
function eventOf(
  error: Error & { code?: string },
  route: string | undefined,
  isHalfSignedIn: boolean,
): SecurityEventName | undefined {
  if (!(error instanceof AppError))
    return frameworkMalformed.has(error.code ?? '') ? 'input.malformed' : undefined;
  const { status } = error;
  const code: ErrorCode = error.code;
  // A step of a sign-in without the sign-in: no password was proved or tried.
  if (code === 'SIGN_IN_EXPIRED' && route !== '/api/login' && !isHalfSignedIn) return 'session.missing';
  if (failedProofs.has(code)) return 'sign-in.failed';
  if (code === 'TOO_MANY_LOGIN_ATTEMPTS')
    return route === '/api/register' ? 'registration.limited' : 'sign-in.limited';
  if (code === 'PIN_LOCKED') return 'sign-in.limited';
  if (code === 'FOREIGN_ORIGIN') return 'origin.refused';
  if (code === 'KEY_REUSED') return 'key.reused';
  if (status === 400) return 'input.malformed';
  if (status === 401) return 'session.missing';
  if (status === 403) return 'access.refused';
  return status === 429 ? 'limit.reached' : undefined;
}

const emailOf = ({ body }: FastifyRequest): string | undefined => {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.slice(0, 254) : undefined;
};

/** Accounts with a correct password in a sign-in that is not finished: such a request has no session to identify it. */
const halfSignedIn = new WeakMap<FastifyRequest, string>();
export const recordAccount = (request: FastifyRequest, accountId: string): void => {
  halfSignedIn.set(request, accountId);
};

/** The fields of every event of a request. */
export const requestFields = (request: FastifyRequest) => ({
  ip: request.ip,
  method: request.method,
  route: request.routeOptions.url,
  requestId: request.id,
});

/** The account whose data an administrator reads: the one in the path or the filter. */
function ownerOf({ params, query }: FastifyRequest, route: string | undefined): string | undefined {
  const { id } = params as { id?: string };
  const { userId } = query as { userId?: string };
  return route?.startsWith('/api/users/:id') ? id : userId;
}

interface RequestEventServices {
  readonly security: SecurityEvents;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Writes one line for each refused call: a security event, the unavailable database, or else the refusal with its caller and its reason. Also records
 * administrators who read the data of a named account. Unexpected errors (500) are logged where the response is sent.
 */
export function recordRequestEvents(
  server: FastifyInstance,
  { security: events, log, now }: RequestEventServices,
): void {
  const limit = lineLimit(() => now().getTime());
  server.addHook('onError', async (request, _reply, error) => {
    const route = request.routeOptions.url;
    const event = eventOf(error, route, halfSignedIn.has(request));
    const fields = callLogFields(request, error);
    if (!event) {
      const { status, code } = refusalOf(error, request);
      if (code === 'INTERNAL') return;
      const isAway = code === 'UNAVAILABLE' && !(error instanceof AppError);
      const source = { ip: request.ip, account: request.identified?.actor.id };
      const unwritten = limit.admit(isAway ? 'database away' : error.code, source);
      if (unwritten === undefined) return;
      const leftOut = unwritten > 0 && { unwritten };
      if (isAway) {
        log.warn({ reason: error.message, ...fields, ...leftOut }, 'database away');
        return;
      }
      const reason = error instanceof AppError ? error.message : undefined;
      log.info({ ...fields, status, code: error.code, reason, ...leftOut }, 'call refused');
      return;
    }
    const isSignIn = route === '/api/login' || route === '/api/register';
    events.record({
      event,
      ...requestFields(request),
      accountId: request.identified?.actor.id ?? halfSignedIn.get(request),
      code: error.code,
      input: fields.input,
      figures: fields.figures,
      ...(isSignIn && { email: emailOf(request) }),
    });
  });
  server.addHook('onResponse', async (request, reply) => {
    const actor = request.identified?.actor;
    if (request.method !== 'GET' || reply.statusCode !== 200 || !actor?.administers) return;
    const ownerId = ownerOf(request, request.routeOptions.url);
    if (ownerId === undefined || ownerId === '' || ownerId === actor.id) return;
    events.record({ event: 'data.read', ...requestFields(request), accountId: actor.id, ownerId });
  });
}
