import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

type FirstSteps = Output<typeof statistics.firstSteps>;

const read = statement<[administratorId: string], FirstSteps>(
  'statistics.first-steps',
  `SELECT EXISTS (SELECT FROM products WHERE deleted_at IS NULL) AS product,
          EXISTS (SELECT FROM code_batches) AS codes,
          EXISTS (SELECT FROM payment_accounts) AS "paymentAccounts",
          EXISTS (SELECT FROM users WHERE role = 'reseller' AND status = 'active') AS resellers,
          EXISTS (SELECT FROM service_config WHERE id = 'freefire' AND updated_by IS NOT NULL) AS "freeFire",
          EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS "secondFactor",
          EXISTS (SELECT FROM maintenance_runs WHERE kind = 'backup' AND succeeded) AS backup,
          EXISTS (SELECT FROM purchases) AS sold`,
);

/** What an administrator has done of the steps that a new installation needs. */
export const readFirstSteps = (db: Queryable, administratorId: string): Promise<FirstSteps> =>
  read.one(db, administratorId);
