import { check } from '../check.ts';

/** The kept totals of delivered top-ups are those of the history. */
export const freeFireTotals = check(
  'freeFireTotals',
  `SELECT h.n AS subject, h.amount AS expected, t.amount AS found
     FROM (SELECT count(*) AS n, coalesce(sum(price), 0) AS amount FROM free_fire_history WHERE status = 'success') h
     CROSS JOIN (SELECT coalesce(sum(recharges), 0) AS n, coalesce(sum(amount), 0) AS amount FROM free_fire_totals) t
    WHERE h.n <> t.n OR h.amount <> t.amount`,
);
