import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';

/** Twice what AMB-88 asks for: a phone that comes back after a day without network still gets its answer. */
const keptHours = 48;

const forget = statement<[number]>(
  'idempotency.forget',
  `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM idempotency_keys WHERE created_at < clock_timestamp() - interval '${keptHours} hours'
      ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** Deletes at most `limit` expired keys. @returns how many */
export const forgetExpiredKeys = (db: Queryable, limit: number): Promise<number> => forget.run(db, limit);
