import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';

/** So many times the own mean. */
const times = 5;
/** Hours with a purchase or a request in the last 14 days, below which nothing is usual yet. */
const hoursKnown = 5;

/** SQL: purchases, and Free Fire requests that were not refused; `purchase` is the amount of the former alone. */
const spending = `(
  SELECT user_id, created_at, total_cost AS amount, total_cost AS purchase FROM purchases
   UNION ALL
  SELECT t.user_id, t.created_at, t.amount, NULL FROM transactions t JOIN free_fire_requests r ON r.transaction_id = t.id
   WHERE t.type = 'freefire_request' AND r.status <> 'refused')`;

/**
 * The accounts that sold in the last hour, against their own 14 days before it. A device is new when no session of the account from
 * more than a day before has its browser; the sessions of cashiers are not the account's.
 */
const raise = statement<[]>(
  'account-flags.raise',
  `WITH recent AS (
     SELECT user_id, sum(amount)::bigint AS amount, max(purchase) AS largest
       FROM ${spending} s WHERE created_at >= statement_timestamp() - interval '1 hour' GROUP BY user_id
   ), compared AS (
     SELECT r.*, b.mean, b.purchase_mean
       FROM recent r CROSS JOIN LATERAL (
         SELECT count(DISTINCT date_trunc('hour', s.created_at)) AS hours, avg(s.purchase)::bigint AS purchase_mean,
                (sum(s.amount) / greatest(count(DISTINCT date_trunc('hour', s.created_at)), 1))::bigint AS mean
           FROM ${spending} s
          WHERE s.user_id = r.user_id AND s.created_at >= statement_timestamp() - interval '14 days'
            AND s.created_at < statement_timestamp() - interval '1 hour') b
      WHERE b.hours >= ${hoursKnown}
   )
   INSERT INTO account_flags (user_id, kind, day, amount, usual)
   SELECT user_id, 'fast_hour', ${dayOf('clock_timestamp()')}, amount, mean FROM compared WHERE amount > ${times} * mean
   UNION ALL
   SELECT user_id, 'new_device', ${dayOf('clock_timestamp()')}, largest, purchase_mean FROM compared c
    WHERE largest > ${times} * purchase_mean
      AND EXISTS (SELECT FROM sessions s
                   WHERE s.user_id = c.user_id AND s.staff_id IS NULL AND s.created_at >= clock_timestamp() - interval '1 day'
                     AND NOT EXISTS (SELECT FROM sessions o
                                      WHERE o.user_id = s.user_id AND o.staff_id IS NULL AND o.user_agent = s.user_agent
                                        AND o.created_at < clock_timestamp() - interval '1 day'))
   ON CONFLICT (user_id, kind, day) DO NOTHING`,
);

/** Raises each flag at most once a day. */
export const raiseFlags =
  ({ live }: Pick<Services, 'live'>) =>
  async (tx: OpenTransaction): Promise<number> => {
    const raised = await raise.run(tx);
    if (raised > 0) tx.afterCommit(() => live.publish({ role: 'admin' }, { type: 'requests' }));
    return 0;
  };
