import { adminId, offerId, price, productId, productOfOfferText, resellerId, type Size } from './seed-ids.ts';

/** The total credit of each reseller, in centimes. */
const credited = 900_000_000;
const usualRecharges = 9;

/** The same time for all statements: a code was sold when its purchase was made. */
export const now = `'${new Date().toISOString()}'::timestamptz`;

/** Buyer and time of the past sale with this number, in SQL. */
export const pastSale = ({ resellers, sales }: Size, s: string) => ({
  buyerId: resellerId(`(${s} - 1) % ${resellers} + 1`),
  when: `${now} - interval '30 days' + ${s} * (interval '29 days' / ${sales + 1})`,
});

/** Statements that write recharges, purchases, transactions and ledger entries as if made one by one. */
export const history = (size: Size): string[] => {
  const { resellers, offers, sales, recharges = usualRecharges } = size;
  const credits = recharges * resellers;
  const recharge = Math.floor(credited / recharges);
  const offer = `((s - 1) % ${offers} + 1)`;
  const before = `(${recharges * recharge}::bigint - ((s - 1) / ${resellers}) * ${price}::bigint)`;
  const { buyerId, when } = pastSale(size, 's');
  const description = `'Achat Produit ' || (${productOfOfferText(offer)}) || ' - Offre ' || ${offer}`;
  const sale = `FROM generate_series(1, ${sales}) s`;
  return [
    `INSERT INTO transactions (id, user_id, type, amount, method, admin_id, reason, description, balance_before, balance_after,
       status, created_at, completed_at, processed_by, processed_at)
     SELECT k * ${resellers} + u, ${resellerId('u')}, 'recharge', ${recharge}, 'manual_admin', '${adminId}', 'Recharge manuelle par admin',
       'Recharge du solde', k * ${recharge}::bigint, (k + 1) * ${recharge}::bigint, 'completed', t, t, '${adminId}', t
       FROM generate_series(0, ${recharges - 1}) k, generate_series(1, ${resellers}) u, LATERAL (SELECT ${now} - interval '31 days' - (${recharges} - k) * interval '1 hour' AS t) x`,
    `INSERT INTO ledger (id, user_id, type, amount, description, admin_id, transaction_id, balance_before, balance_after, metadata, created_at)
     SELECT id, user_id, 'credit', amount, description, admin_id, id, balance_before, balance_after,
       '{"source":"admin_recharge","validated":true}', created_at FROM transactions WHERE type = 'recharge' ORDER BY id`,
    `INSERT INTO recharges (user_id, amount, note, method, admin_id, transaction_id, created_at)
     SELECT user_id, amount, reason, method, admin_id, id, created_at FROM transactions WHERE type = 'recharge' ORDER BY id`,
    `INSERT INTO purchases (id, user_id, product_id, offer_id, product_name, offer_name, game, value, quantity, unit_price, total_cost, transaction_id, created_at)
     SELECT s, ${buyerId}, ${productId(productOfOfferText(offer))}, ${offerId(offer)},
       'Produit ' || (${productOfOfferText(offer)}), 'Offre ' || ${offer}, 'Free Fire', ${offer} || ' Diamants', 1, ${price}, ${price},
       ${credits} + s, ${when} ${sale}`,
    `INSERT INTO transactions (id, user_id, type, amount, description, product_name, balance_before, balance_after, status, created_at, completed_at)
     SELECT ${credits} + s, ${buyerId}, 'purchase', ${price}, ${description}, 'Produit ' || (${productOfOfferText(offer)}),
       ${before}, ${before} - ${price}, 'completed', ${when}, ${when} ${sale}`,
    `INSERT INTO ledger (id, user_id, type, amount, description, transaction_id, related_transaction_id, balance_before, balance_after, metadata, created_at)
     SELECT ${credits} + s, ${buyerId}, 'debit', ${price}, ${description}, ${credits} + s, s, ${before}, ${before} - ${price},
       jsonb_build_object('source', 'purchase', 'validated', true, 'offerId', ${offerId(offer)}, 'quantity', 1, 'unitPrice', ${price / 100}), ${when} ${sale}`,
  ];
};

/** Statements that write what follows from the history: balances, stock, and the next values of sequences. */
export const sums = ({ resellers, codes, hotCodes, sales, recharges = usualRecharges }: Size): string[] => {
  const credits = recharges * resellers;
  const recharge = Math.floor(credited / recharges);
  return [
    `UPDATE users u SET balance = ${recharges * recharge}::bigint - ${price}::bigint * coalesce(n, 0), last_recharge = now(), last_purchase = l
       FROM (SELECT id, (SELECT count(*) FROM purchases p WHERE p.user_id = users.id) AS n,
                    (SELECT max(created_at) FROM purchases p WHERE p.user_id = users.id) AS l FROM users) x
      WHERE x.id = u.id AND u.role = 'reseller'`,
    `UPDATE offer_stock s SET quantity = (SELECT count(*) FROM codes c WHERE c.offer_id = s.offer_id AND c.status = 'available') WHERE slot = 0`,
    `SELECT setval('transactions_id_seq', ${credits + sales}), setval('ledger_number', ${credits + sales}),
       setval('purchases_id_seq', ${Math.max(1, sales)}), setval('codes_id_seq', ${sales + codes + hotCodes})`,
  ];
};
