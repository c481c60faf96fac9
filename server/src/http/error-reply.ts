import { adviceFor } from '@almas/contract/api-advice';
import type { ErrorCode, Figures } from '@almas/contract/errors';
import { nextSteps } from '@almas/locale/api';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fail } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/failures.ts';
import { callLogFields } from './call-log-fields.ts';
import { refusalSentence } from './language.ts';

/** Retry-After of a call while the database is unavailable, in seconds. */
const databaseRetrySeconds = 2;

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/**
 * Whether the client closed the connection before its body had arrived. The error of reading that body has the code of a lost connection,
 * as an error of the database may have.
 */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.readableAborted && !raw.complete;

/** Converts any error to an AppError; an unexpected one becomes INTERNAL, without its details. */
export function refusalOf(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isCutOff(request)) return fail('MALFORMED_REQUEST');
  if (isDatabaseUnavailable(error)) return new AppError('UNAVAILABLE', undefined, databaseRetrySeconds);
  const { code, statusCode } = error as FastifyError;
  const known = frameworkErrors[code];
  if (known) return new AppError(known, undefined as Figures<ErrorCode>);
  if (statusCode && statusCode >= 400 && statusCode < 500) return fail('MALFORMED_REQUEST');
  return fail('INTERNAL');
}

/** Whether a program calls, which needs to know what to do next: also at an address that is no route, a mistyped one. */
const isForPrograms = ({ url }: FastifyRequest): boolean => /^\/api\/v1(?![^/?])/.test(url);

function adviceOf(code: ErrorCode): { readonly retryable: boolean; readonly next: string } {
  const { retryable, step } = adviceFor(code);
  return { retryable, next: nextSteps[step] };
}

/** Sends `{ code, message, … }`: the code, its sentence in the caller's language and its figures, under its status. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error, request);
  if (refusal.code === 'INTERNAL')
    request.log.error({ err: error, ...callLogFields(request, error) }, 'unforeseen error');
  // All others are logged by request-events.ts, which bounds the number of their lines.
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      code: refusal.code,
      message: refusalSentence(request.language, refusal.code, refusal.figures),
      ...(refusal.figures as object | undefined),
      ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
      ...(isForPrograms(request) && adviceOf(refusal.code)),
      ...(refusal.status >= 500 && { requestId: request.id }),
    });
}

/** Not cached either: a proxy may keep a 404 for a file of the new version that was requested from a server of the former one. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(fail('NOT_FOUND'), request, reply);
