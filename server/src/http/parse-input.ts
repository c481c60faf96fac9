import { isErrorCode } from '@almas/contract/errors';
import type { Route } from '@almas/contract/route';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail } from '../app-error.ts';

/** The input of a call, validated against the schemas of its route. */
export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Validates params, query and body against the contract. @throws AppError with the code of the first broken rule, in the order
 * in which the contract lists the fields
 */
export function parseInput(route: Route, request: FastifyRequest): ParsedInput {
  return {
    params: route.params && parse(route.params, request.params),
    query: route.query && parse(route.query, isRead(route) ? withoutEmpty(request.query) : request.query),
    body: route.body && parse(route.body, request.body ?? {}),
  };
}

const isRead = ({ method }: Route): boolean => method === 'GET';

/**
 * Removes empty filters, which a form sends for fields that are not filled in: an empty id would match nothing, and an empty number
 * would be 0.
 */
const withoutEmpty = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

function parse(schema: z.ZodObject, value: unknown): unknown {
  if (hasUnstorableText(value)) throw fail('INVALID_INPUT');
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const code = result.error.issues[0]?.message;
  throw fail((isErrorCode(code) ? code : 'INVALID_INPUT') as 'INVALID_INPUT');
}

/** Whether a string at any depth contains NUL, which PostgreSQL cannot store in a text. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  if (value && typeof value === 'object') {
    return Object.entries(value).some(([name, field]) => name.includes('\u0000') || hasUnstorableText(field));
  }
  return false;
}
