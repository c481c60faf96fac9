import type { Services } from '../../server/src/services.ts';

const checks: Record<string, string> = {
  'balances that are not the sum of their ledger': `
    SELECT u.id FROM users u LEFT JOIN ledger l ON l.user_id = u.id GROUP BY u.id, u.balance
    HAVING u.balance <> coalesce(sum(CASE l.type WHEN 'credit' THEN l.amount ELSE -l.amount END), 0)`,
  'entries that do not start where the one before ended': `
    SELECT id FROM (SELECT id, balance_before, lag(balance_after, 1, 0::bigint) OVER (PARTITION BY user_id ORDER BY id) AS last
      FROM ledger) l WHERE balance_before <> last`,
  'offers whose stock is not their unsold codes': `
    SELECT o.id FROM offers o WHERE (SELECT sum(quantity) FROM offer_stock WHERE offer_id = o.id)
      <> (SELECT count(*) FROM codes WHERE offer_id = o.id AND status <> 'sold')`,
  'removed offers with unsold codes': `
    SELECT c.id FROM codes c JOIN offers o ON o.id = c.offer_id WHERE o.deleted_at IS NOT NULL AND c.status <> 'sold'`,
  'purchases without their codes, buyer or price': `
    SELECT p.id FROM purchases p LEFT JOIN codes c ON c.purchase_id = p.id AND c.status = 'sold' AND c.sold_to = p.user_id
      AND c.offer_id = p.offer_id AND c.sale_price = p.unit_price
    GROUP BY p.id HAVING count(c.id) <> p.quantity`,
  'sold codes without their purchase': `
    SELECT c.id FROM codes c LEFT JOIN purchases p ON p.id = c.purchase_id WHERE c.status = 'sold' AND p.id IS NULL`,
  'purchases without their debit or transaction': `
    SELECT p.id FROM purchases p
    LEFT JOIN ledger l ON l.related_transaction_id = p.id AND l.metadata ->> 'source' = 'purchase' AND l.type = 'debit'
      AND l.amount = p.total_cost AND l.user_id = p.user_id
    LEFT JOIN transactions t ON t.id = p.transaction_id AND t.type = 'purchase' AND t.amount = p.total_cost
      AND t.balance_after = l.balance_after
    GROUP BY p.id HAVING count(l.id) <> 1 OR count(t.id) <> 1`,
};

/** What does not add up, by name; empty when the books are in order. */
export async function discrepancies({ db }: Pick<Services, 'db'>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, text] of Object.entries(checks)) {
    const { rowCount } = await db.query({ text });
    if (rowCount) found[name] = rowCount;
  }
  return found;
}
