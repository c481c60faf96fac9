import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

const store = statement<[userId: string, network: string]>(
  'sign-in-networks.store',
  `INSERT INTO sign_in_networks (user_id, network) VALUES ($1, $2)
   ON CONFLICT (user_id, network) DO UPDATE SET last_sign_in = clock_timestamp()`,
);
const deleteUnused = statement<[number]>(
  'sign-in-networks.delete-unused',
  `DELETE FROM sign_in_networks WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM sign_in_networks WHERE last_sign_in < now() - interval '400 days' LIMIT $1))`,
);

/** Records that the account has signed in from this network. */
export const storeNetwork = (db: Queryable, userId: string, network: string): Promise<number> =>
  store.run(db, userId, network);

/** Deletes at most `limit` networks that were not used for 400 days. @returns how many */
export const deleteUnusedNetworks = (db: Queryable, limit: number): Promise<number> =>
  deleteUnused.run(db, limit);
