import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

// The second pattern is kept from the index, which would look up every one of its letters.
const idsLike = statement<[telling: string, pattern: string, limit: number], { id: string }>(
  'accounts.ids-like',
  `SELECT id FROM users WHERE search_text LIKE $1 AND search_text || '' LIKE $2 LIMIT $3`,
);
const idsOfPhone = statement<[phone: string, limit: number], { id: string }>(
  'accounts.ids-of-phone',
  'SELECT id FROM users WHERE phone_digits(phone) LIKE $1 LIMIT $2',
);

/** As many letters as the index needs to find anything. */
const least = 3;

/**
 * The part of a pattern that tells accounts apart: of an email what stands before the @. What stands after it, half of
 * them have in common, and the index would read them all.
 */
function tellingPart(pattern: string): string {
  const at = pattern.indexOf('@');
  return at > least ? `${pattern.slice(0, at)}%` : pattern;
}

/** Whether the account `u` is one that a search means: `pattern` and `phone` are the parameters of `matchingUserIds`. */
export const isMatchingUser = (pattern: string, phone: string): string =>
  `(u.search_text LIKE ${pattern}::text OR phone_digits(u.phone) LIKE ${phone}::text)`;

/**
 * Accounts whose name, email or company matches a folded LIKE pattern, or whose phone number matches `phone` (null:
 * none was typed); `limit` of them at the most.
 */
export async function matchingUserIds(
  db: Queryable,
  pattern: string,
  phone: string | null,
  limit: number,
): Promise<string[]> {
  const named = await idsLike.all(db, tellingPart(pattern), pattern, limit);
  if (phone === null || named.length === limit) return named.map(({ id }) => id);
  const called = await idsOfPhone.all(db, phone, limit);
  return [...new Set([...named, ...called].map(({ id }) => id))].slice(0, limit);
}
