import { isErrorCode } from '@almas/contract/errors';
import type { Route } from '@almas/contract/route';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail } from '../app-error.ts';

export interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Checks params, query and body against the contract. The first broken rule answers, in the order in which the
 * contract lists the fields, with the code it carries. @throws AppError
 */
export function parseInput(route: Route, request: FastifyRequest): Parts {
  return {
    params: route.params && parse(route.params, request.params),
    query: route.query && parse(route.query, request.query),
    body: route.body && parse(route.body, request.body ?? {}),
  };
}

function parse(schema: z.ZodObject, value: unknown): unknown {
  if (hasUnstorableText(value)) throw fail('INVALID_INPUT');
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const code = result.error.issues[0]?.message;
  throw fail((isErrorCode(code) ? code : 'INVALID_INPUT') as 'INVALID_INPUT');
}

/** PostgreSQL cannot store NUL in a text: no field may hold one, however deep. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  if (value && typeof value === 'object') {
    return Object.entries(value).some(([name, field]) => name.includes('\u0000') || hasUnstorableText(field));
  }
  return false;
}
