import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

// `|| ''` keeps the index from being used for the second pattern: it would look up every trigram of it.
const idsLike = statement<[selective: string, pattern: string, limit: number], { id: string }>(
  'accounts.ids-like',
  `SELECT id FROM users WHERE search_text LIKE $1 AND search_text || '' LIKE $2 LIMIT $3`,
);
const idsOfPhone = statement<[phone: string, limit: number], { id: string }>(
  'accounts.ids-of-phone',
  'SELECT id FROM users WHERE phone_digits(phone) LIKE $1 LIMIT $2',
);

/** The letters of a trigram: with fewer, the index finds nothing. */
const least = 3;

/**
 * The selective part of a pattern: of an email, the part before the @. Half of the accounts may share the domain, and the index would
 * read all of them.
 */
function selectivePart(pattern: string): string {
  const at = pattern.indexOf('@');
  return at > least ? `${pattern.slice(0, at)}%` : pattern;
}

/**
 * The condition that the account `u` matches a search. `pattern` and `phone`: placeholders of the parameters of `matchingUserIds`. The
 * digits of a phone, which take long to extract from many, are compared only with a text that may be a number.
 */
export const isMatchingUser = (pattern: string, phone: string): string =>
  `(u.search_text LIKE ${pattern}::text OR (${phone}::text IS NOT NULL AND phone_digits(u.phone) LIKE ${phone}::text))`;

/**
 * The ids of at most `limit` accounts whose name, email or company matches a folded LIKE pattern, or whose phone number matches
 * `phone` (null: the search text is no phone number).
 */
export async function matchingUserIds(
  db: Queryable,
  pattern: string,
  phone: string | null,
  limit: number,
): Promise<string[]> {
  const named = await idsLike.all(db, selectivePart(pattern), pattern, limit);
  if (phone === null || named.length === limit) return named.map(({ id }) => id);
  const byPhone = await idsOfPhone.all(db, phone, limit);
  return [...new Set([...named, ...byPhone].map(({ id }) => id))].slice(0, limit);
}
