import { randomBytes } from 'node:crypto';
import { auditTexts } from '@almas/locale/audit';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type AuditProgress, audit, auditSettings, type Discrepancy } from '../../server/src/audit/audit.ts';
import { checks } from '../../server/src/audit/checks/index.ts';
import { openSums, sumStatements } from '../../server/src/audit/sums.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { lineHash } from '../../server/src/modules/bank/line-hash.ts';
import { addUpLedger } from '../../server/src/modules/reports/add-up-ledger.ts';
import { closeMonths } from '../../server/src/modules/statements/close-months.ts';
import { workOnce } from '../../server/src/modules/supplier-orders/work-orders.ts';
import type { Services } from '../../server/src/services.ts';
import { insertKey, program } from '../support/api-keys.ts';
import { secondServer } from '../support/app.ts';
import { createCashier } from '../support/cashiers.ts';
import { copyDatabase, databaseUrl } from '../support/cluster.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const cluster = inject('cluster');
const newName = () => `almas_audit_${randomBytes(6).toString('hex')}`;
const believable = newName();
const databases: string[] = [believable];

/** Creates data through the API: every kind of money movement with every outcome. */
async function fillBelievable(): Promise<void> {
  await copyDatabase(cluster, believable);
  const db = openDatabase(databaseUrl(cluster, believable), { max: 4 });
  const { server, services } = await secondServer(db, {
    config: { extensions: new Set(['credit', 'claims', 'reseller-api', 'suppliers', 'cashiers']) },
    services: { now: () => new Date('2026-03-02T11:00:00Z') },
  });
  const admin = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services, { email: 'revendeur@exemple.dz' });
  const { transactionId } = (await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 5_000 })).body;
  await admin.post(`/api/users/${reseller.id}/debit`, { transactionId, amount: 12.5 });
  const product = await createProduct(admin, { offers: [{ price: 100 }, { price: 50 }] });
  await importCodes(admin, product, 10);
  await importCodes(admin, product, 4, offerOf(product, 1));
  const body = { productId: product.id, offerId: offerOf(product).id, quantity: 3 };
  await reseller.post('/api/purchases', body);
  const level = (await admin.post('/api/price-levels', { name: 'Gros' })).body;
  await admin.put(`/api/price-levels/${level.id}/prices`, {
    prices: [{ offerId: offerOf(product).id, price: 95 }],
  });
  await admin.patch(`/api/users/${reseller.id}/price-level`, { levelId: level.id });
  await admin.put(`/api/users/${reseller.id}/prices`, {
    prices: [{ offerId: offerOf(product).id, price: 90 }],
  });
  await reseller.post('/api/purchases', { ...body, offerId: offerOf(product, 1).id, quantity: 1 });
  const [{ id: sold }] = (await reseller.get('/api/purchases')).body.items;
  for (const kind of ['print', 'print', 'copy'])
    await reseller.post(`/api/purchases/${sold}/disclosures`, { kind });
  await reseller.get('/api/free-fire/offers');
  const topUp = { freeFireId: '1234567890', offerId: 'ff_100_10', amount: 150 };
  const requests: string[] = [];
  for (let i = 0; i < 3; i += 1)
    requests.push((await reseller.post('/api/free-fire/requests', topUp)).body.requestId);
  await admin.post(`/api/free-fire/requests/${requests[0]}/validate`, {
    imageUrl: 'https://exemple.dz/p.png',
  });
  await admin.post(`/api/free-fire/requests/${requests[1]}/refuse`, { note: 'ID inconnu' });
  let photographed = '';
  for (const action of ['approve', 'reject', 'wait']) {
    const order = { amount: 70, method: 'ccp', reference: action === 'wait' ? 'REF 1' : null };
    const { id } = (await reseller.post('/api/recharge-requests', order)).body;
    photographed = id;
    if (action !== 'wait') await admin.post(`/api/recharge-requests/${id}/${action}`, { reason: 'x' });
  }
  const photo = await receiptPicture({ layout: 0, lines: ['12'] });
  const sent = await server.inject({
    method: 'PUT',
    url: `/api/recharge-requests/${photographed}/proof`,
    headers: { cookie: reseller.cookie, 'content-type': 'image/jpeg' },
    payload: photo,
  });
  expect(sent.statusCode).toBe(200);
  const [first] = (await reseller.get('/api/purchases')).body.items.slice(-1);
  const { codes } = (await reseller.get(`/api/purchases/${first.id}`)).body;
  const claim = { codeIds: codes.map(({ id }: { id: string }) => id), reason: 'invalid' };
  const { items: claims } = (await reseller.post(`/api/purchases/${first.id}/claims`, claim)).body;
  for (const [at, outcome] of ['replace', 'credit', 'refuse'].entries())
    await admin.post(`/api/claims/${claims[at].id}/decide`, { outcome, note: 'x' });
  const site = program(server, await insertKey({ db }, reseller.id));
  expect((await site.order({ offerId: offerOf(product, 1).id })).status).toBe(201);
  await admin.put(`/api/users/${reseller.id}/credit-terms`, { limit: 9_000, days: 7, suspended: false });
  const advances: { transactionId: string }[] = [];
  for (const amount of [2_000, 1_000]) advances.push((await reseller.post('/api/advances', { amount })).body);
  await admin.post(`/api/users/${reseller.id}/debit`, {
    transactionId: advances[1]?.transactionId,
    amount: 50,
    description: 'Erreur',
  });
  const cashier = await createUser(server, services, { role: 'admin', email: 'agent@exemple.dz' });
  for (const amount of [500, 800, 300]) await cashier.post(`/api/users/${reseller.id}/payments`, { amount });
  await admin.post(`/api/users/${reseller.id}/payments/2/take-back`, { reason: 'Erreur' });
  await admin.post(`/api/users/${reseller.id}/write-offs`, { amount: 100, reason: 'Geste' });
  const remitted = await cashier.post('/api/cash-remittances', { amount: 600 });
  expect((await admin.post(`/api/cash-remittances/${remitted.body.id}/confirm`)).status).toBe(200);
  await admin.post('/api/supplier-rehearsals', {});
  await workOrders(services);
  const seller = await createCashier(server, reseller);
  const { productId, offerId } = first;
  const bySeller = await seller.post('/api/purchases', { productId, offerId, quantity: 1 });
  await seller.post(`/api/purchases/${bySeller.body.id}/disclosures`, { kind: 'print' });
  expect((await seller.post('/api/till-closes', { counted: 100 })).body.sales).toBe(1);
  await endMonths(db);
  await server.close();
  await db.end();
}

/** Sends what was ordered from the simulated supplier, and looks it up until nothing more is to be known. */
async function workOrders(services: Services): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await services.db.query({
      text: 'UPDATE supplier_orders SET next_check_at = clock_timestamp() WHERE next_check_at IS NOT NULL',
    });
    while (await workOnce(services));
  }
}

/** Moves the ledger so that its first half is of February and its last of March, and closes both months. */
async function endMonths(db: Database): Promise<void> {
  await db.query({
    text: `ALTER TABLE ledger DISABLE TRIGGER USER;
      UPDATE ledger SET created_at = CASE WHEN id <= (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) FROM ledger)
        THEN '2026-02-10T12:00:00Z'::timestamptz ELSE '2026-03-10T12:00:00Z'::timestamptz END + id * interval '1 second';
      ALTER TABLE ledger ENABLE TRIGGER USER`,
  });
  while ((await transaction(db, (tx) => closeMonths(tx, 1))) > 0);
  while ((await transaction(db, (tx) => addUpLedger(tx, 1))) > 0);
}

beforeAll(fillBelievable);
afterAll(async () => {
  for (const name of databases)
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

/** Runs the audit on a copy of the data that a superuser has changed with triggers disabled. */
async function foundAfter(...tampering: string[]): Promise<Discrepancy[]> {
  const name = newName();
  databases.push(name);
  await copyDatabase({ ...cluster, template: believable }, name);
  const superuser = new URL(cluster.adminUrl);
  superuser.pathname = `/${name}`;
  if (tampering.length > 0)
    await runStatements(superuser.href, 'SET session_replication_role = replica', ...tampering);
  const db = openDatabase(databaseUrl(cluster, name), { max: 4 });
  try {
    return await audit(db);
  } finally {
    await db.end();
  }
}

test('the audit finds no discrepancy after every kind of money movement through the API', async () => {
  expect(await foundAfter()).toEqual([]);
});

test('no statement of the audit is planned with a nested loop, except two checks of few rows', async () => {
  const db = openDatabase(databaseUrl(cluster, believable), { max: 1 });
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(auditSettings);
    for (const { kind, query } of checks) {
      // A few sums of one row each, and of each debtor the advances that are still owed, found by their index one after the other.
      if (kind === 'freeFireTotals' || kind === 'debtDue') continue;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query.text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, kind).not.toContain('Nested Loop');
    }
    for (const { name, text } of sumStatements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text.replaceAll('$1', '1')}`);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n'), name).not.toContain('Nested Loop');
    }
  } finally {
    client.release(true);
    await db.end();
  }
});

test('the audit reads over two connections in one snapshot, and reports the checks in their order', async () => {
  const db = openDatabase(databaseUrl(cluster, believable), { max: 4 });
  const [connections, progress] = [new Set<unknown>(), [] as AuditProgress[]];
  db.pool.on('acquire', (client) => connections.add(client));
  try {
    expect(await audit(db, (ended) => void progress.push(ended))).toEqual([]);
  } finally {
    await db.end();
  }
  expect(connections.size).toBe(2);
  expect(progress.map(({ done }) => done)).toEqual(checks.map((_, index) => index));
  expect(progress.map(({ kind }) => kind)).toEqual(checks.map(({ kind }) => kind));
});

test('in a correct ledger, sums replace the checks that would join large tables', async () => {
  const db = openDatabase(databaseUrl(cluster, believable), { max: 1 });
  try {
    const proved = openSums((wanted, ...params) => wanted.one(db, ...params));
    const kinds: string[] = [];
    for (const { kind } of checks) if (await proved(kind)) kinds.push(kind);
    expect(kinds).toEqual([
      'balance',
      'ledgerOrphan',
      'monthClosing',
      'transactionEntry',
      'transactionRecord',
      'rechargeTransaction',
      'purchaseTransaction',
      'purchaseTotal',
      'purchaseCodes',
      'soldCode',
      'duplicateCode',
      'codeSoldTwice',
      'unclaimedCode',
      'claimWithoutCode',
    ]);
  } finally {
    await db.end();
  }
});

const purchase = '(SELECT min(id) FROM purchases)';
const sourced = (source: string) => `metadata ->> 'source' = '${source}'`;

/** One more credit of 10,000 DA on the first transaction of a type, which the trigger of the ledger accepts. */
const creditOf = (type: string, metadata: string): string[] => [
  `INSERT INTO ledger (id, user_id, type, amount, description, transaction_id, balance_before, balance_after, metadata)
   SELECT (SELECT max(id) + 1 FROM ledger), t.user_id, 'credit', 1000000, 'Crédit', t.id, u.balance, u.balance + 1000000,
          '${metadata}'
     FROM transactions t JOIN users u ON u.id = t.user_id WHERE t.type = '${type}' ORDER BY t.id LIMIT 1`,
  `UPDATE users SET balance = balance + 1000000 WHERE email = 'revendeur@exemple.dz'`,
];

/** Every kind of discrepancy, as a change of the data (P11). */
const corruptions: [Discrepancy['kind'], string, string[]][] = [
  [
    'balance',
    'a balance raised by hand',
    [`UPDATE users SET balance = balance + 100 WHERE email = 'revendeur@exemple.dz'`],
  ],
  [
    'balance',
    'a refund that never reached the ledger',
    [`DELETE FROM ledger WHERE ${sourced('freefire_refund')}`],
  ],
  [
    'ledgerChain',
    'an entry moved up the scale',
    [
      `UPDATE ledger SET balance_before = balance_before + 5, balance_after = balance_after + 5
        WHERE ${sourced('freefire_refund')}`,
    ],
  ],
  [
    'ledgerOrphan',
    'a transaction that vanished',
    ['DELETE FROM transactions WHERE id = (SELECT min(id) FROM transactions)'],
  ],
  [
    'transactionEntry',
    'a transaction with another amount than its entry',
    [`UPDATE transactions SET amount = amount + 1 WHERE type = 'recharge'`],
  ],
  [
    'transactionEntry',
    'two transactions that exchanged their amounts, so that every column has the sum that it had',
    [
      `WITH pair AS (SELECT min(id) AS a, max(id) AS b FROM transactions WHERE type IN ('recharge', 'purchase'))
       UPDATE transactions t SET amount = o.amount FROM pair, transactions o
        WHERE (t.id, o.id) IN ((pair.a, pair.b), (pair.b, pair.a))`,
    ],
  ],
  [
    'ledgerOrphan',
    'a correction of a transaction of another account',
    [`UPDATE ledger SET transaction_id = 999999 WHERE ${sourced('admin_debit')}`],
  ],
  ['ledgerOrphan', 'an entry that does not say where it comes from', creditOf('recharge', '{}')],
  [
    'adjustmentEntry',
    'a refund of a recharge, which is no Free Fire request',
    creditOf('recharge', '{"source": "freefire_refund"}'),
  ],
  [
    'adjustmentEntry',
    'a correction that puts money on a balance',
    creditOf('purchase', '{"source": "admin_debit"}'),
  ],
  [
    'adjustmentEntry',
    'a credit of a kind that does not exist',
    creditOf('freefire_request', '{"source": "gift"}'),
  ],
  [
    'correctionTotal',
    'corrections that take more than their transaction moved',
    [
      `UPDATE ledger SET amount = 500001, balance_after = balance_before - 500001
        WHERE ${sourced('admin_debit')} AND type = 'debit'`,
    ],
  ],
  [
    'purchaseCodes',
    'two codes that exchanged their purchases',
    [
      `WITH pair AS (SELECT min(id) AS a, max(id) AS b FROM codes WHERE status = 'sold')
       UPDATE codes c SET purchase_id = o.purchase_id FROM pair, codes o
        WHERE (c.id, o.id) IN ((pair.a, pair.b), (pair.b, pair.a))`,
    ],
  ],
  [
    'transactionEntry',
    'a transaction without its entry',
    [`DELETE FROM ledger WHERE ${sourced('purchase')}`],
  ],
  [
    'transactionEntry',
    'a recharge credited twice',
    [
      `INSERT INTO ledger SELECT 1000000, user_id, type, amount, description, admin_id, transaction_id,
         related_transaction_id, balance_before, balance_after, metadata, created_at
       FROM ledger WHERE ${sourced('admin_recharge')} ORDER BY id LIMIT 1`,
    ],
  ],
  ['transactionRecord', 'a recharge record that vanished', ['DELETE FROM recharges']],
  [
    'rechargeTransaction',
    'a recharge record of another amount',
    ['UPDATE recharges SET amount = amount + 1'],
  ],
  [
    'purchaseTransaction',
    'a purchase that points at no transaction',
    [`UPDATE purchases SET transaction_id = 999999 WHERE id = ${purchase}`],
  ],
  [
    'rechargeTransaction',
    'a recharge that shows as rejected',
    [`UPDATE transactions SET status = 'rejected' WHERE type = 'recharge'`],
  ],
  [
    'purchaseTransaction',
    'a purchase that shows as pending',
    [`UPDATE transactions SET status = 'pending' WHERE type = 'purchase'`],
  ],
  [
    'purchaseTotal',
    'a purchase at another total',
    [
      'ALTER TABLE purchases DROP CONSTRAINT purchases_check',
      `UPDATE purchases SET total_cost = total_cost - 100 WHERE id = ${purchase}`,
    ],
  ],
  [
    'purchaseCodes',
    'a code taken from its buyer',
    [`DELETE FROM codes WHERE id = (SELECT min(id) FROM codes WHERE purchase_id = ${purchase})`],
  ],
  [
    'purchaseCodes',
    'a code of another buyer',
    [`UPDATE codes SET sold_to = gen_random_uuid() WHERE purchase_id = ${purchase}`],
  ],
  [
    'soldCode',
    'a code sold in a purchase that does not exist',
    [
      `UPDATE codes SET status = 'sold', purchase_id = 999999, sold_to = gen_random_uuid(), sold_at = now()
       WHERE id = (SELECT max(id) FROM codes)`,
    ],
  ],
  [
    'duplicateCode',
    'one fingerprint, two rows: an unsold code that stands in another offer as well',
    [
      `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
       SELECT c.product_id, (SELECT id FROM offers WHERE id <> c.offer_id LIMIT 1), c.sealed, c.key_id, c.canonical_fingerprint
         FROM codes c WHERE c.status = 'available' ORDER BY c.id LIMIT 1`,
    ],
  ],
  [
    'duplicateCode',
    'one fingerprint, two rows: a sold code that is for sale again',
    [
      `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
       SELECT product_id, offer_id, sealed, key_id, canonical_fingerprint FROM codes WHERE status = 'sold' ORDER BY id LIMIT 1`,
    ],
  ],
  [
    'codeSoldTwice',
    'one fingerprint, two buyers',
    [
      `UPDATE codes SET canonical_fingerprint = (SELECT canonical_fingerprint FROM codes WHERE status = 'sold' ORDER BY id LIMIT 1)
        WHERE id IN (SELECT max(id) FROM codes WHERE status = 'sold')`,
    ],
  ],
  [
    'codeSoldTwice',
    'one fingerprint, two buyers: a code that stood twice before the rule',
    [
      `UPDATE codes SET (canonical_fingerprint, duplicate_of) =
         (SELECT canonical_fingerprint, id FROM codes WHERE status = 'sold' ORDER BY id LIMIT 1)
        WHERE id IN (SELECT max(id) FROM codes WHERE status = 'sold')`,
    ],
  ],
  [
    'codeSoldTwice',
    'one fingerprint, two buyers, in a table of claims without its primary key',
    [
      'ALTER TABLE code_fingerprints DROP CONSTRAINT code_fingerprints_pkey',
      `WITH twin AS (
         UPDATE codes SET canonical_fingerprint = (SELECT canonical_fingerprint FROM codes WHERE status = 'sold' ORDER BY id LIMIT 1)
          WHERE id IN (SELECT max(id) FROM codes WHERE status = 'sold') RETURNING id, canonical_fingerprint)
       UPDATE code_fingerprints f SET fingerprint = t.canonical_fingerprint FROM twin t WHERE f.code_id = t.id`,
    ],
  ],
  [
    'unclaimedCode',
    'a code for sale whose fingerprint is free',
    ['DELETE FROM code_fingerprints WHERE code_id = (SELECT max(id) FROM codes)'],
  ],
  [
    'unclaimedCode',
    'a sold code whose fingerprint another code holds',
    [
      `DELETE FROM code_fingerprints WHERE code_id = (SELECT max(id) FROM codes)`,
      `UPDATE code_fingerprints SET code_id = (SELECT max(id) FROM codes)
        WHERE code_id = (SELECT min(id) FROM codes WHERE status = 'sold')`,
    ],
  ],
  [
    'unclaimedCode',
    'two codes that exchanged their fingerprints, so that each column has the values that it had',
    [
      `WITH pair AS (SELECT min(id) AS a, max(id) AS b FROM codes)
       UPDATE codes c SET canonical_fingerprint = o.canonical_fingerprint FROM pair, codes o
        WHERE (c.id, o.id) IN ((pair.a, pair.b), (pair.b, pair.a))`,
    ],
  ],
  [
    'claimWithoutCode',
    'a fingerprint that is held by no code',
    [`INSERT INTO code_fingerprints (fingerprint, code_id) SELECT sha256('x'), max(id) + 1 FROM codes`],
  ],
  [
    'claimWithoutCode',
    'a fingerprint that is held by a code that was deleted',
    ['DELETE FROM codes WHERE id = (SELECT max(id) FROM codes)'],
  ],
  [
    'claimWithoutCode',
    'a fingerprint that is held by a duplicate',
    ['UPDATE codes SET duplicate_of = 1 WHERE id = (SELECT max(id) FROM codes)'],
  ],
  [
    'batchRange',
    'an import of which a code vanished',
    [`DELETE FROM codes WHERE id = (SELECT max(id) FROM codes WHERE status <> 'sold')`],
  ],
  [
    'batchRange',
    'an import with a code of another offer in its range',
    [
      `UPDATE codes c SET offer_id = (SELECT id FROM offers WHERE id <> c.offer_id LIMIT 1)
        WHERE id = (SELECT max(id) FROM codes WHERE status <> 'sold')`,
    ],
  ],
  [
    'expiredSellable',
    'a batch past its date of which codes are for sale',
    [`UPDATE code_batches SET expires_on = '2020-01-01' WHERE id = (SELECT max(id) FROM code_batches)`],
  ],
  [
    'expiredSellable',
    'a recalled batch of which codes are for sale',
    [
      `UPDATE code_batches SET recalled_at = '2020-01-01', recalled_by = imported_by, recall_reason = 'Lot brûlé'
        WHERE id = (SELECT max(id) FROM code_batches)`,
    ],
  ],
  [
    'bankLine',
    'a line of a bank statement with another hash than its day, amount and reference have',
    [
      `INSERT INTO bank_accounts (name, method, created_by) SELECT 'CCP', 'ccp', id FROM users LIMIT 1`,
      `INSERT INTO bank_lines (account_id, day, amount, reference, reference_keys, hash, occurrence, imported_by)
       SELECT id, '2025-03-04', 50000, 'VIR', '{}', sha256('x'), 1, created_by FROM bank_accounts`,
    ],
  ],
  [
    'matchedLine',
    'a line of a bank statement that pays a request which was rejected [REC-03]',
    [
      `INSERT INTO bank_accounts (name, method, created_by) SELECT 'Baridi', 'baridimob', id FROM users LIMIT 1`,
      `INSERT INTO bank_lines (account_id, day, amount, reference, reference_keys, hash, occurrence, imported_by, matched_request, matched_at, matched_by)
       SELECT a.id, '2025-03-04', 7000, 'VIR', '{}', ${lineHash(`'2025-03-04'::date`, '7000::bigint', `'VIR'`)}, 1, created_by, r.id, now(), created_by
         FROM bank_accounts a, recharge_requests r WHERE a.name = 'Baridi' AND r.status = 'rejected'`,
    ],
  ],
  [
    'proposedCredit',
    'an approved proposal whose credit is of another amount',
    [
      `INSERT INTO credit_proposals (user_id, amount, proposed_by, outcome, decided_by, decided_at, transaction_id)
       SELECT t.user_id, t.amount + 100, t.user_id, 'approve', a.id, now(), t.id
         FROM transactions t, users a WHERE t.type = 'recharge' AND a.role = 'admin' LIMIT 1`,
    ],
  ],
  [
    'dayTotals',
    'an entry that no day has counted',
    [
      `INSERT INTO ledger SELECT (jsonb_populate_record(l, '{"id": 0}')).* FROM ledger l WHERE ${sourced('purchase')} LIMIT 1`,
    ],
  ],
  ['dayTotals', 'a day that counted an entry twice', ['UPDATE ledger_days SET entries = entries + 1']],
  [
    'monthClosing',
    'a closing that is not the balance of its last entry [STA-09]',
    [`UPDATE ledger_months SET closing = closing + 5, credits = credits + 5 WHERE month = '2026-03-01'`],
  ],
  [
    'monthClosing',
    'a month that does not start where the one before it ends [STA-09]',
    [`UPDATE ledger_months SET opening = opening + 5, debits = debits + 5 WHERE month = '2026-03-01'`],
  ],
  [
    'monthClosing',
    'a closed month with one entry less than its account had [STA-09]',
    [`UPDATE ledger_months m SET entries = entries + 1 WHERE month = '2026-02-01'`],
  ],
  [
    'monthClosing',
    'a month that ends later than its last entry [STA-09]',
    [
      `UPDATE ledger_months m SET last_entry_id = n.last_entry_id, closing = m.closing + n.credits - n.debits, credits = m.credits + n.credits,
          debits = m.debits + n.debits, entries = m.entries + n.entries
        FROM ledger_months n WHERE n.user_id = m.user_id AND n.month > m.month`,
      `DELETE FROM ledger_months WHERE month = '2026-03-01'`,
    ],
  ],
  ['monthClosing', 'an ended month that was deleted [STA-09]', [`DELETE FROM ledger_months`]],
  [
    'purchaseCodes',
    'a replacement that its claim does not name [CLM-50]',
    [`UPDATE claims SET status = 'refused', replacement_code_id = NULL WHERE status = 'replaced'`],
  ],
  [
    'purchaseCodes',
    'a replacement that went back into the stock [CLM-50]',
    [
      `UPDATE codes SET status = 'available', sold_to = NULL, sold_at = NULL, purchase_id = NULL, sale_price = NULL
        WHERE id = (SELECT replacement_code_id FROM claims WHERE status = 'replaced')`,
    ],
  ],
  [
    'claimCredit',
    'a credited claim that names another entry of the ledger [CLM-50]',
    [`UPDATE claims SET ledger_id = 1 WHERE status = 'credited'`],
  ],
  [
    'claimCredit',
    'a credit without a claim [CLM-50]',
    [`UPDATE claims SET status = 'refused', ledger_id = NULL WHERE status = 'credited'`],
  ],
  [
    'claimCredit',
    'a credit of another amount than the price of its code [CLM-50]',
    [
      `UPDATE purchases SET unit_price = unit_price + 1, total_cost = total_cost + quantity WHERE quantity = 3`,
    ],
  ],
  [
    'claimReplacement',
    'a replacement that is the refused code itself [CLM-50]',
    [`UPDATE claims SET replacement_code_id = code_id WHERE status = 'replaced'`],
  ],
  [
    'claimReplacement',
    'a claim of a code of another purchase [CLM-50]',
    [
      `UPDATE claims SET code_id = (SELECT min(id) FROM codes WHERE purchase_id <> claims.purchase_id)
        WHERE status = 'credited'`,
    ],
  ],
  [
    'claimTotal',
    'credits of claims above the total of their purchase [CLM-50]',
    [
      `UPDATE purchases SET quantity = 1, unit_price = 1, total_cost = 1
        WHERE id = (SELECT purchase_id FROM claims WHERE status = 'credited')`,
    ],
  ],
  [
    'apiOrder',
    'an order of a program that names no purchase [API-50]',
    ['UPDATE api_orders SET purchase_id = 999'],
  ],
  [
    'apiOrder',
    'an order of a program that names the purchase of another account [API-50]',
    [`UPDATE api_orders SET user_id = (SELECT id FROM users WHERE role = 'admin' LIMIT 1)`],
  ],
  [
    'supplierOrderChain',
    'an order whose status is not that of its last entry [SUP-50]',
    [`UPDATE supplier_orders SET status = 'failed' WHERE status = 'unknown'`],
  ],
  [
    'supplierOrderChain',
    'an order whose cost was lowered by hand [SUP-50]',
    [`UPDATE supplier_orders SET cost = cost - 1 WHERE status = 'partial'`],
  ],
  [
    'supplierTopUp',
    'a Free Fire request that is decided while a supplier may be topping it up [SUP-51]',
    [
      `INSERT INTO supplier_orders (connection_id, free_fire_request_id, article, reference, quantity, max_cost, ordered_by)
        SELECT o.connection_id, r.id, 'x', 'ALMTAMPERED', 1, 100, o.ordered_by
          FROM supplier_orders o, free_fire_requests r WHERE r.status = 'validated' LIMIT 1`,
    ],
  ],
  [
    'supplierSentTwice',
    'an order that was sent twice [SUP-50]',
    [
      `INSERT INTO supplier_order_entries (order_id, status_before, status)
        SELECT order_id, status, 'sending' FROM supplier_order_entries WHERE status = 'delivered' ORDER BY id LIMIT 1`,
      `INSERT INTO supplier_order_entries (order_id, status_before, status)
        SELECT order_id, 'sending', 'delivered' FROM supplier_order_entries WHERE status = 'delivered' ORDER BY id LIMIT 1`,
    ],
  ],
  [
    'supplierDelivered',
    'an order that says it delivered more than its batch has [SUP-50]',
    [`UPDATE supplier_orders SET delivered = delivered + 1 WHERE status = 'delivered'`],
  ],
  [
    'supplierDelivered',
    'a batch that was taken back and is for sale again [SUP-50]',
    [
      `UPDATE code_batches SET recalled_at = NULL, recalled_by = NULL, recall_reason = NULL
        WHERE id = (SELECT batch_id FROM supplier_orders WHERE reversed_at IS NOT NULL)`,
    ],
  ],
  [
    'supplierCost',
    'a batch that cost less than its order [SUP-50]',
    [
      `UPDATE code_batches SET unit_cost = unit_cost - 200
        WHERE id = (SELECT max(batch_id) FROM supplier_orders WHERE status = 'delivered')`,
    ],
  ],
  [
    'staffOwner',
    'a sale whose cashier is another reseller’s [TEA-40]',
    [`UPDATE staff SET owner_id = (SELECT id FROM users WHERE role = 'admin' LIMIT 1)`],
  ],
  [
    'staffOwner',
    'a disclosure by a cashier that is gone [TEA-40]',
    [`UPDATE disclosures SET staff_id = gen_random_uuid() WHERE staff_id IS NOT NULL`],
  ],
  [
    'tillSales',
    'a sale that was moved out of its drawer after the close [TEA-40]',
    ['UPDATE purchases SET till = 2 WHERE staff_id IS NOT NULL'],
  ],
  ['debt', 'a debt lowered by hand [CRE-50]', ['UPDATE receivables SET debt = debt - 1']],
  [
    'debt',
    'a payment that vanished with its cash [CRE-50]',
    [
      'DELETE FROM cash_entries WHERE amount = 30000',
      'DELETE FROM receivable_entries WHERE receipt_number = 3',
    ],
  ],
  [
    'debtChain',
    'a movement of a debt moved up the scale [CRE-50]',
    [
      'UPDATE receivable_entries SET debt_before = debt_before + 5, debt_after = debt_after + 5 WHERE receipt_number = 1',
    ],
  ],
  [
    'debtChain',
    'a receipt with the number of one that was never given [CRE-50]',
    ['UPDATE receivable_entries SET receipt_number = 4 WHERE receipt_number = 3'],
  ],
  [
    'debtChain',
    'a correction of a payment of another amount [CRE-50]',
    [
      `UPDATE receivable_entries SET corrects = (SELECT id FROM receivable_entries WHERE receipt_number = 1)
        WHERE kind = 'correction' AND ledger_id IS NULL`,
    ],
  ],
  [
    'debtChain',
    'a correction of an advance whose debit corrects another transaction [CRE-50]',
    [`UPDATE receivable_entries SET ledger_id = 2 WHERE kind = 'correction' AND ledger_id IS NOT NULL`],
  ],
  [
    'debtDue',
    'a debt that is due later than its advance [CRE-50]',
    ['UPDATE receivables SET due_on = due_on + 30'],
  ],
  [
    'advanceCredit',
    'an advance that names another credit of the ledger [CRE-50]',
    [`UPDATE receivable_entries SET ledger_id = 1 WHERE kind = 'advance' AND amount = 200000`],
  ],
  [
    'advanceCredit',
    'a credit of an advance that raises no debt [CRE-50]',
    [
      `UPDATE ledger SET metadata = '{"source":"advance"}'
        WHERE id = (SELECT min(id) FROM ledger WHERE ${sourced('admin_recharge')})`,
    ],
  ],
  ['cashHeld', 'cash of a collector that is gone [CRE-50]', ['UPDATE collectors SET held = 0']],
  [
    'cashChain',
    'a movement of cash moved up the scale [CRE-50]',
    [
      `UPDATE cash_entries SET held_before = held_before + 5, held_after = held_after + 5 WHERE kind = 'remitted'`,
    ],
  ],
  [
    'cashEntry',
    'a confirmed remittance that moved no cash [CRE-50]',
    [
      `INSERT INTO cash_remittances (collector, amount, confirmed_by, confirmed_at)
       SELECT collector, amount, confirmed_by, confirmed_at FROM cash_remittances`,
    ],
  ],
  [
    'cashEntry',
    'a payment whose cash another collector holds [CRE-50]',
    [
      `UPDATE receivable_entries SET collected_by = (SELECT id FROM users WHERE email <> 'agent@exemple.dz' AND role = 'admin')
        WHERE receipt_number = 1`,
    ],
  ],
  [
    'cashEntry',
    'cash that was handed over and is said to be lost [CRE-54]',
    [`UPDATE cash_remittances SET lost = true, note = 'Perdu' WHERE confirmed_at IS NOT NULL`],
  ],
  [
    'cashEntry',
    'a payment in cash that is said to have come by CCP afterwards [CRE-52]',
    [`UPDATE receivable_entries SET method = 'ccp' WHERE receipt_number = 1`],
  ],
  [
    'ownPrices',
    'an account with prices of its own that is not marked, and so pays the price of the offer',
    [`UPDATE users SET own_prices = false WHERE email = 'revendeur@exemple.dz'`],
  ],
  [
    'ownPrices',
    'an account that is marked without a level or prices of its own',
    [`UPDATE users SET own_prices = true WHERE role = 'admin'`],
  ],
  [
    'priceOwner',
    'an account of a level that is gone',
    ['DELETE FROM price_levels', `DELETE FROM special_prices WHERE scope = 'level'`],
  ],
  [
    'priceOwner',
    'prices of a level that is gone',
    ['UPDATE users SET price_level_id = NULL', 'DELETE FROM price_levels'],
  ],
  [
    'priceHistory',
    'a price of a reseller that is another than its last change says',
    [`UPDATE special_prices SET price = price - 100 WHERE scope = 'user'`],
  ],
  [
    'priceHistory',
    'a price of a level that has disappeared',
    [`DELETE FROM special_prices WHERE scope = 'level'`],
  ],
  [
    'besideCode',
    'the fingerprint of a serial whose code is gone',
    [`INSERT INTO serial_fingerprints (code_id, fingerprint) SELECT max(id) + 1, sha256('x') FROM codes`],
  ],
  [
    'caseTwin',
    'a code of an offer where case counts that is a code of another offer in another case',
    [
      `INSERT INTO folded_fingerprints (code_id, fingerprint)
       SELECT (SELECT max(id) FROM codes), canonical_fingerprint FROM codes WHERE id = (SELECT min(id) FROM codes)`,
    ],
  ],
  [
    'caseTwin',
    'an offer that says afterwards that case counts',
    ['UPDATE offers SET case_significant = true WHERE id = (SELECT offer_id FROM codes ORDER BY id LIMIT 1)'],
  ],
  [
    'stock',
    'a stock that counts codes that are not there',
    [`UPDATE offer_stock SET quantity = quantity + 1 WHERE slot = 3`],
  ],
  ['stock', 'a code that vanished', [`DELETE FROM codes WHERE id = (SELECT max(id) FROM codes)`]],
  ['retiredOffer', 'a removed offer with codes to sell', ['UPDATE offers SET deleted_at = now()']],
  [
    'approvedRequest',
    'a request approved without a credit',
    [`UPDATE recharge_requests SET status = 'approved', transaction_id = 999999 WHERE status = 'pending'`],
  ],
  [
    'proofContent',
    'a photo of another receipt',
    [
      'ALTER TABLE recharge_proofs DISABLE TRIGGER ALL',
      `UPDATE recharge_proofs SET content = set_byte(content, 100, 255 - get_byte(content, 100))`,
    ],
  ],
  [
    'missingWarning',
    'a photo that came twice without a warning',
    [
      `INSERT INTO recharge_proofs (request_id, content, width, height, content_hash, sent_hash, look, grid)
       SELECT (SELECT min(id) FROM recharge_requests), content, width, height, content_hash, sent_hash, look, grid
         FROM recharge_proofs LIMIT 1`,
    ],
  ],
  [
    'missingWarning',
    'a reference that came twice without a warning',
    [`UPDATE recharge_requests SET reference = 'ref-1' WHERE id = (SELECT min(id) FROM recharge_requests)`],
  ],
  [
    'warningRequest',
    'a warning about a request that is not there',
    [`UPDATE recharge_warnings SET earlier_id = earlier_id + 999999`],
  ],
  [
    'freeFireDebit',
    'a pending top-up without a debit',
    [
      `DELETE FROM ledger WHERE related_transaction_id = (SELECT id FROM free_fire_requests WHERE status = 'pending')
         AND ${sourced('freefire_request')}`,
    ],
  ],
  [
    'freeFireRefund',
    'a refused top-up that was not refunded',
    [`DELETE FROM ledger WHERE ${sourced('freefire_refund')}`],
  ],
  [
    'freeFireRefund',
    'a top-up refunded twice',
    [
      `INSERT INTO ledger SELECT 1000000, user_id, type, amount, description, admin_id, transaction_id,
         related_transaction_id, balance_after, balance_after + amount, metadata, created_at
       FROM ledger WHERE ${sourced('freefire_refund')}`,
    ],
  ],
  [
    'freeFireRefund',
    'a validated top-up that was refunded',
    [`UPDATE free_fire_requests SET status = 'validated' WHERE status = 'refused'`],
  ],
  ['freeFireHistory', 'a delivered top-up without its history', ['DELETE FROM free_fire_history']],
  [
    'freeFireTotals',
    'totals that are not those of the history',
    ['UPDATE free_fire_totals SET amount = amount + 1'],
  ],
  [
    'disclosureNumber',
    'an original ticket that was deleted [CNT-14]',
    [`DELETE FROM disclosures WHERE kind = 'print' AND number = 1`],
  ],
  [
    'disclosureNumber',
    'a duplicate that became a second original [CNT-14]',
    [
      'ALTER TABLE disclosures DROP CONSTRAINT disclosures_number',
      `UPDATE disclosures SET number = 1 WHERE kind = 'print'`,
    ],
  ],
  [
    'disclosureAccount',
    'a copy in the name of another reseller [CNT-14]',
    [
      `INSERT INTO users (email, password_hash, role, status, first_name, last_name, display_name, company)
         VALUES ('autre@exemple.dz', 'x', 'reseller', 'pending', 'A', 'B', 'A B', 'C')`,
      `UPDATE disclosures SET user_id = (SELECT id FROM users WHERE email = 'autre@exemple.dz') WHERE kind = 'copy'`,
    ],
  ],
  [
    'disclosureAccount',
    'a copy of a purchase that is not there [CNT-14]',
    [`UPDATE disclosures SET purchase_id = 999999 WHERE kind = 'copy'`],
  ],
  [
    'undeliverableMessage',
    'a message that was put off for ever [DSK-67]',
    [
      `INSERT INTO outbox (kind, payload, not_before) VALUES ('telegram', '{"type":"alert"}', now() + interval '1 year')`,
    ],
  ],
  [
    'undeliverableMessage',
    'a message whose lease does not end [DSK-67]',
    [
      `INSERT INTO outbox (kind, payload, lease_until) VALUES ('telegram', '{"type":"alert"}', now() + interval '1 day')`,
    ],
  ],
  [
    'foreignDevice',
    'a device that gets the news of another account [DSK-67]',
    [
      `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
       SELECT u.id, s.id, 'https://push.example/a', decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex')
         FROM users u JOIN sessions s ON s.user_id <> u.id LIMIT 1`,
    ],
  ],
];

describe('the audit finds and names', () => {
  test.each(corruptions)('the audit reports the discrepancy %s for %s', async (kind, _what, tampering) => {
    const found = await foundAfter(...tampering);
    const named = found.filter((discrepancy) => discrepancy.kind === kind);
    expect(named.length, JSON.stringify(found)).toBeGreaterThan(0);
    for (const { subject, expected, found: seen } of named) {
      const sentence = auditTexts.checks[kind].sentence(subject, expected, seen);
      expect(sentence).toMatch(/^[A-ZÉ].*[.]$/);
      if (kind !== 'freeFireTotals') expect(sentence).toContain(subject);
    }
  });

  test('every kind of discrepancy that the audit checks has a seeded corruption and a French sentence [DSK-15]', () => {
    const seeded = new Set(corruptions.map(([kind]) => kind));
    expect(checks.map(({ kind }) => kind).filter((kind) => !seeded.has(kind))).toEqual([]);
    expect(Object.keys(auditTexts.checks).sort()).toEqual(checks.map(({ kind }) => kind).sort());
    expect(seeded.size).toBeGreaterThanOrEqual(12);
  });

  test('the audit finds at least twelve kinds of discrepancy when all corruptions are seeded together', async () => {
    const tampering = corruptions.flatMap(([, , statements]) => statements);
    const found = await foundAfter(
      ...tampering.filter((text, at) => !/^DROP/.test(text) || tampering.indexOf(text) === at),
    );
    const kinds = new Set(found.map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThanOrEqual(12);
  });
});
