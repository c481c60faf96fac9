import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

const idsLike = statement<[pattern: string, limit: number], { id: string }>(
  'accounts.ids-like',
  'SELECT id FROM users WHERE search_text LIKE $1 LIMIT $2',
);

/** Accounts whose name, email or company matches a folded LIKE pattern, `limit` of them at the most. */
export async function matchingUserIds(db: Queryable, pattern: string, limit: number): Promise<string[]> {
  return (await idsLike.all(db, pattern, limit)).map(({ id }) => id);
}
