import { check } from '../check.ts';

/* Debts, advances and the cash that collectors hold. */

/** A correction raises the debt when it takes a payment back, and lowers it when it corrects an advance: it has the entry of a debit then. */
const signed = (e: string) =>
  `CASE WHEN ${e}.kind = 'advance' OR (${e}.kind = 'correction' AND ${e}.ledger_id IS NULL) THEN ${e}.amount ELSE -${e}.amount END`;

/** Each debt is the sum of its entries. */
export const debt = check(
  'debt',
  `SELECT coalesce(r.user_id, e.user_id) AS subject, coalesce(e.total, 0) AS expected, coalesce(r.debt, 0) AS found
     FROM receivables r
     FULL JOIN (SELECT e.user_id, sum(${signed('e')}) AS total FROM receivable_entries e GROUP BY e.user_id) e
       ON e.user_id = r.user_id
    WHERE coalesce(e.total, 0) <> coalesce(r.debt, 0)`,
);

/**
 * Each entry starts at the debt after the previous one of its account, the first at 0; its receipt and the sum of the advances follow those
 * before it. A correction is that of one payment, or of an advance that the debit beside it corrects; all those of a debit together are at
 * most its amount.
 */
export const debtChain = check(
  'debtChain',
  `SELECT id AS subject, start AS expected, debt_before AS found
     FROM (SELECT e.*, coalesce(lag(debt_after) OVER account, 0) AS start,
                  sum(amount) FILTER (WHERE kind = 'advance') OVER account AS advanced,
                  count(*) FILTER (WHERE kind = 'payment') OVER account AS receipts
             FROM receivable_entries e WINDOW account AS (PARTITION BY user_id ORDER BY id)) e
    WHERE debt_before <> start OR advanced_after <> advanced OR receipt_number <> receipts
   UNION ALL
   SELECT e.id, e.amount, coalesce(p.amount, 0)
     FROM receivable_entries e LEFT JOIN receivable_entries p
       ON p.id = e.corrects AND p.kind = 'payment' AND p.user_id = e.user_id AND p.amount = e.amount
    WHERE e.kind = 'correction' AND e.ledger_id IS NULL AND p.id IS NULL
   UNION ALL
   SELECT e.id, e.total, coalesce(l.amount, 0)
     FROM (SELECT max(id) AS id, user_id, corrects, ledger_id, sum(amount) AS total FROM receivable_entries
            WHERE kind = 'correction' AND ledger_id IS NOT NULL GROUP BY user_id, corrects, ledger_id) e
     LEFT JOIN receivable_entries a ON a.id = e.corrects AND a.kind = 'advance' AND a.user_id = e.user_id
     LEFT JOIN ledger l ON l.id = e.ledger_id AND l.type = 'debit' AND l.transaction_id = a.transaction_id AND l.amount >= e.total
    WHERE l.id IS NULL`,
);

/** What an account keeps beside its debt agrees with its entries: its advances, its last receipt, and the first day that is not settled. */
export const debtDue = check(
  'debtDue',
  `SELECT r.user_id AS subject, 1 AS expected, 0 AS found
     FROM receivables r
     LEFT JOIN (SELECT user_id, sum(amount) FILTER (WHERE kind = 'advance') AS advanced, max(receipt_number) AS receipts
                  FROM receivable_entries GROUP BY user_id) e ON e.user_id = r.user_id
    WHERE r.advanced <> coalesce(e.advanced, 0) OR r.receipts <> coalesce(e.receipts, 0)
       OR r.due_on IS DISTINCT FROM CASE WHEN r.debt > 0 THEN (SELECT min(due_on) FROM open_advances(r.user_id, r.debt)) END`,
);

/** Each advance is one credit of the ledger, and each credit of this source one advance. */
export const advanceCredit = check(
  'advanceCredit',
  `SELECT coalesce(l.id, e.ledger_id) AS subject, coalesce(e.amount, 0) AS expected, coalesce(l.amount, 0) AS found
     FROM (SELECT * FROM receivable_entries WHERE kind = 'advance') e
     FULL JOIN (SELECT * FROM ledger
                 -- The first condition is that of the index ledger_user_adjustments.
                 WHERE metadata ->> 'source' NOT IN ('admin_recharge', 'purchase', 'freefire_request')
                   AND metadata ->> 'source' = 'advance') l ON l.id = e.ledger_id
    WHERE e.id IS NULL OR l.id IS NULL OR l.type <> 'credit' OR l.amount <> e.amount OR l.user_id <> e.user_id
       OR l.transaction_id <> e.transaction_id`,
);

/** What a collector holds was collected, and neither handed over nor lost. */
export const cashHeld = check(
  'cashHeld',
  `SELECT coalesce(c.user_id, e.collector) AS subject, coalesce(e.total, 0) AS expected, coalesce(c.held, 0) AS found
     FROM collectors c
     FULL JOIN (SELECT collector, sum(CASE kind WHEN 'collected' THEN amount ELSE -amount END) AS total
                  FROM cash_entries GROUP BY collector) e ON e.collector = c.user_id
    WHERE coalesce(e.total, 0) <> coalesce(c.held, 0)`,
);

/** Each movement of cash starts where the previous one of its collector ends. */
export const cashChain = check(
  'cashChain',
  `SELECT id AS subject, start AS expected, held_before AS found
     FROM (SELECT id, held_before, coalesce(lag(held_after) OVER (PARTITION BY collector ORDER BY id), 0) AS start
             FROM cash_entries) c
    WHERE held_before <> start`,
);

/** Each payment in cash, and each one taken back, moved the cash of its collector once; so did each confirmed remittance and each loss, and no other. */
export const cashEntry = check(
  'cashEntry',
  `SELECT coalesce(c.id, e.id) AS subject, coalesce(e.amount, 0) AS expected, coalesce(c.amount, 0) AS found
     FROM (SELECT e.id, e.collected_by AS collector, e.amount FROM receivable_entries e
            WHERE e.kind = 'payment' AND e.method IS NULL
           UNION ALL
           SELECT e.id, p.collected_by, -e.amount
             FROM receivable_entries e JOIN receivable_entries p ON p.id = e.corrects
            WHERE e.kind = 'correction' AND e.ledger_id IS NULL AND p.method IS NULL) e
     FULL JOIN (SELECT * FROM cash_entries WHERE kind = 'collected') c ON c.receivable_entry_id = e.id
    WHERE e.id IS NULL OR c.id IS NULL OR c.collector <> e.collector OR c.amount <> e.amount
   UNION ALL
   SELECT coalesce(c.id, m.id), coalesce(m.amount, 0), coalesce(c.amount, 0)
     FROM (SELECT * FROM cash_remittances WHERE confirmed_at IS NOT NULL) m
     FULL JOIN (SELECT * FROM cash_entries WHERE kind <> 'collected') c ON c.remittance_id = m.id
    WHERE m.id IS NULL OR c.id IS NULL OR (c.kind = 'lost') <> m.lost OR c.collector <> m.collector OR c.amount <> m.amount`,
);
