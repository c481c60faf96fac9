import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { insertKey, program } from '../support/api-keys.ts';
import { secondServer } from '../support/app.ts';
import { createCashier } from '../support/cashiers.ts';
import { freshDatabase } from '../support/database.ts';
import { createProduct, newCodes, offerOf } from '../support/shop.ts';
import { type ApiResponse, createUser, type TestUser } from '../support/users.ts';

/*
 * A month of a small shop with figures computed by hand: every report, export and statement says the same. Turned red by: a day of UTC; a
 * replacement that counts as a sale; a corrected cost that changes what was sold before; a price that is not the one of the sale.
 */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db, {
  config: { extensions: new Set(['credit', 'claims', 'cashiers', 'reseller-api'] as const) },
});

const moved = {
  ledger: ['created_at'],
  purchases: ['created_at'],
  transactions: ['created_at', 'processed_at', 'completed_at'],
  codes: ['sold_at'],
  claims: ['created_at', 'decided_at'],
  code_batches: ['created_at', 'expired_at'],
  code_batch_costs: ['until'],
  receivable_entries: ['created_at'],
  cash_entries: ['created_at'],
  recharges: ['created_at'],
  recharge_requests: ['created_at', 'processed_at'],
};
/** Does something, and writes it as of a moment of the past. */
async function at<Result>(moment: string, act: () => Promise<Result>): Promise<Result> {
  const [{ start }] = (await query(
    `SELECT (date_trunc('milliseconds', clock_timestamp()) - interval '1 millisecond')::text AS start`,
  )) as [{ start: string }];
  const result = await act();
  const updates = Object.entries(moved).flatMap(([table, columns]) => [
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    ...columns.map(
      (column) =>
        `UPDATE ${table} SET ${column} = '${moment}'::timestamptz + (${column} - '${start}'::timestamptz) WHERE ${column} >= '${start}'`,
    ),
    `ALTER TABLE ${table} ENABLE TRIGGER USER`,
  ]);
  await db.query({ text: updates.join('; ') });
  return result;
}

/** The month before the last one, in Algiers. */
const [{ first, last, after, before }] = (await query(
  `SELECT m::date::text AS first, (m + interval '1 month' - interval '1 day')::date::text AS last, (m + interval '1 month')::date::text AS after,
          (m - interval '1 day')::date::text AS before
     FROM date_trunc('month', clock_timestamp() AT TIME ZONE 'Africa/Algiers') n (now), LATERAL (SELECT now - interval '2 months') AS t (m)`,
)) as [{ first: string; last: string; after: string; before: string }];
const month = first.slice(0, 7);
const day = (number: number) => `${month}-${String(number).padStart(2, '0')}`;
/** Local times of Algiers. */
const on = (date: string, time = '10:00') => `${date} ${time}:00+01`;

const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });
const karim = await createUser(server, services, { firstName: 'Karim', lastName: 'Ziani' });
const sara = await createUser(server, services, { firstName: 'Sara', lastName: 'Haddad' });
const nadir = await createUser(server, services, { firstName: 'Nadir', lastName: 'Belaid' });

/** The body of a call that succeeds. */
const ok = async (answer: Promise<ApiResponse>) => {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};

const product = await createProduct(admin, {
  name: 'PUBG',
  game: 'PUBG Mobile',
  offers: [
    { name: '660 UC', price: 480 },
    { name: '325 UC', price: 250 },
  ],
});
const [big, small] = [offerOf(product, 0).id, offerOf(product, 1).id];
const importLot = (offerId: string, count: number, batch: object) =>
  ok(admin.post(`/api/products/${product.id}/offers/${offerId}/codes`, { codes: newCodes(count), batch }));
const buy = (buyer: TestUser, offerId: string, quantity = 1) =>
  ok(buyer.post('/api/purchases', { productId: product.id, offerId, quantity }));
const request = async (reseller: TestUser, amount: number, method: string, reference?: string) => {
  const { id } = await ok(reseller.post('/api/recharge-requests', { amount, method, reference }));
  await ok(admin.post(`/api/recharge-requests/${id}/approve`, {}));
};

const level = await ok(admin.post('/api/price-levels', { name: 'Gros' }));
await ok(
  admin.put(`/api/price-levels/${level.id}/prices`, {
    prices: [
      { offerId: big, minQuantity: 1, price: 475 },
      { offerId: big, minQuantity: 10, price: 468 },
    ],
  }),
);
for (const reseller of [karim, sara])
  await ok(admin.patch(`/api/users/${reseller.id}/price-level`, { levelId: level.id }));
await ok(
  admin.put(`/api/users/${karim.id}/prices`, { prices: [{ offerId: big, minQuantity: 1, price: 470 }] }),
);
await ok(admin.put(`/api/users/${karim.id}/credit-terms`, { limit: 5_000, days: 7, suspended: false }));
const cashier = await createCashier(server, nadir);
const site = program(server, await insertKey(services, nadir.id));
const supplier = await ok(admin.post('/api/suppliers', { name: 'Grossiste' }));

const [oldLot, lotWithoutCost] = await at(on(day(1), '09:00'), async () => [
  (await importLot(big, 20, { supplierId: supplier.id, unitCost: 430.5 })).batchId as string,
  (await importLot(small, 5, {})).batchId as string,
]);
await at(on(day(1), '09:30'), async () => {
  await ok(admin.post(`/api/users/${karim.id}/recharge`, { amount: 20_000 }));
  await request(sara, 10_000, 'ccp', '4400217788');
  await request(nadir, 5_000, 'baridimob');
});
await at(on(day(1), '23:30'), () => buy(nadir, big));
await at(on(day(2), '00:30'), () => buy(nadir, big));
const newLot = await at(on(day(5)), async () => (await importLot(big, 30, { unitCost: 452.25 })).batchId);
await at(on(day(6)), () => buy(karim, big, 4));
await at(on(day(7)), () => buy(sara, big, 10));
const claims = await at(on(day(8)), async () => {
  const { id } = await buy(sara, big, 5);
  const { codes } = await ok(sara.get(`/api/purchases/${id}`));
  const codeIds = codes.slice(0, 3).map((code: { id: string }) => code.id);
  return (await ok(sara.post(`/api/purchases/${id}/claims`, { codeIds, reason: 'invalid' }))).items;
});
await at(on(day(9)), async () => {
  for (const [index, outcome] of ['replace', 'credit', 'refuse'].entries())
    await ok(admin.post(`/api/claims/${claims[index].id}/decide`, { outcome, note: 'Vu' }));
});
await at(on(day(10)), () => ok(admin.patch(`/api/batches/${newLot}`, { unitCost: 455 })));
const advance = await at(on(day(11)), () => ok(karim.post('/api/advances', { amount: 3_000 })));
const pay = (amount: number) => ok(admin.post(`/api/users/${karim.id}/payments`, { amount }));
await at(on(day(12)), () => pay(1_000));
await at(on(day(13)), async () => {
  const { receiptNumber } = await pay(500);
  await ok(
    admin.post(`/api/users/${karim.id}/payments/${receiptNumber}/take-back`, { reason: 'Billet refusé' }),
  );
});
const wrong = await at(on(day(14)), () => ok(admin.post(`/api/users/${sara.id}/recharge`, { amount: 700 })));
await at(on(day(15)), () =>
  ok(
    admin.post(`/api/users/${sara.id}/debit`, {
      amount: 200,
      transactionId: wrong.transactionId,
      description: 'Trop',
    }),
  ),
);
await at(on(day(16)), () =>
  ok(
    admin.post(`/api/users/${karim.id}/debit`, {
      amount: 400,
      transactionId: advance.transactionId,
      description: 'Trop',
    }),
  ),
);
await at(on(day(17)), () => ok(site.order({ offerId: small, quantity: 2 })));
await at(on(day(18)), () => buy(cashier, big));
const expiredLot = await at(on(day(20)), async () => {
  const { batchId } = await importLot(big, 6, {
    unitCost: 440,
    expiresOn: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
  });
  await query(`UPDATE code_batches SET expires_on = $2 WHERE id = $1`, batchId, day(19));
  return batchId;
});
await at(on(last, '23:30'), () => buy(sara, big));
await at(on(after, '00:30'), () => buy(karim, big));
await runJobs(services);

const rounded = (amount: number) => Math.round(amount * 100) / 100;
const sold = (codes: number, amount: number, cost: number, unknownCodes = 0, unknownAmount = 0) => ({
  codes,
  amount,
  cost,
  margin: rounded(amount - cost),
  unknownCodes,
  unknownAmount,
});
type Sold = ReturnType<typeof sold>;
/** Twenty codes at 430.50; then one at 452.25 and, since the cost was corrected, two at 455. Two other codes have no known cost. */
const byDay: Readonly<Record<string, Sold>> = {
  [day(1)]: sold(1, 480, 430.5),
  [day(2)]: sold(1, 480, 430.5),
  [day(6)]: sold(4, 4 * 470, 4 * 430.5),
  [day(7)]: sold(10, 10 * 468, 10 * 430.5),
  [day(8)]: sold(5, 5 * 475, 4 * 430.5 + 452.25),
  [day(17)]: sold(0, 0, 0, 2, 500),
  [day(18)]: sold(1, 480, 455),
  [last]: sold(1, 475, 455),
};
const byReseller: Readonly<Record<string, Sold>> = {
  [sara.id]: sold(16, 7_530, 6_934.25),
  [nadir.id]: sold(3, 1_440, 1_316, 2, 500),
  [karim.id]: sold(4, 1_880, 1_722),
};
const totals = sold(23, 10_850, 9_972.25, 2, 500);
const noSales = sold(0, 0, 0);
const period = { from: first, to: last };
const between = `from=${first}&to=${last}`;

const dinars = (amount: number) => amount.toFixed(2).replace('.', ',');
const rowsOf = (text: string) =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'));
async function exported(list: string, filters: object): Promise<string[][]> {
  const { status, text } = await admin.post(`/api/exports/${list}`, filters);
  expect(status, text).toBe(200);
  return rowsOf(text);
}
const cellsOf = ({ codes, amount, cost, margin, unknownCodes, unknownAmount }: Sold) => [
  String(codes),
  ...[amount, cost, margin].map(dinars),
  String(unknownCodes),
  dinars(unknownAmount),
];

test('the margin of a month is the same by day, offer, game and reseller, in its lists, their exports and the view of the owner [OWN-01] [OWN-03]', async () => {
  const expected = {
    day: byDay,
    offer: { [big]: sold(23, 10_850, 9_972.25), [small]: sold(0, 0, 0, 2, 500) },
    game: { 'PUBG Mobile': totals },
    reseller: byReseller,
  };
  for (const [by, figures] of Object.entries(expected)) {
    const { body } = await admin.get(`/api/margins?by=${by}&${between}`);
    expect(body.totals, by).toEqual(totals);
    const listed = body.items.map(({ id, name: _, ...row }: { id: string; name: string }) => [id, row]);
    expect(Object.fromEntries(listed), by).toEqual(figures);
    const rows = await exported('margins', { by, ...period });
    expect(rows.map((row) => row.slice(1, 7)).toSorted(), by).toEqual(
      Object.values(figures).map(cellsOf).toSorted(),
    );
  }
  const { body: view } = await admin.get(`/api/statistics/owner?${between}`);
  expect(view.earned.totals).toEqual(totals);
  expect(view.earned.before).toEqual(noSales);
  for (const { day: date, ...figures } of view.earned.days)
    expect(figures, date).toEqual(byDay[date] ?? noSales);
  expect(view.games).toEqual([{ id: 'PUBG Mobile', name: 'PUBG Mobile', ...totals }]);
  for (const { id, name: _, debt, ...figures } of view.resellers) {
    expect(figures).toEqual(byReseller[id]);
    expect(debt).toBe(id === karim.id ? 1_600 : 0);
  }
  // What was given back for refused codes is beside the margin, at the cost of the day of the replacement.
  expect(view.earned.claims).toMatchObject({ codes: 2, credited: 475, replaced: 452.25 });
  const weekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
  const late = view.hours.filter(({ hour }: { hour: number }) => hour === 23 || hour === 0);
  expect(late).toHaveLength(3);
  for (const [date, hour, amount] of [
    [day(1), 23, 480],
    [day(2), 0, 480],
    [last, 23, 475],
  ] as const)
    expect(late).toContainEqual({ weekday: weekday(date), hour, codes: 1, amount });
});

/** What a day moves, in DA: credits and debits by source. Days that are not here move nothing. */
const movements: Readonly<Record<string, readonly (readonly [source: string, amount: number])[]>> = {
  [day(1)]: [
    ['admin_recharge', 35_000],
    ['purchase', -480],
  ],
  [day(2)]: [['purchase', -480]],
  [day(6)]: [['purchase', -1_880]],
  [day(7)]: [['purchase', -4_680]],
  [day(8)]: [['purchase', -2_375]],
  [day(9)]: [['claim_refund', 475]],
  [day(11)]: [['advance', 3_000]],
  [day(14)]: [['admin_recharge', 700]],
  [day(15)]: [['admin_debit', -200]],
  [day(16)]: [['admin_debit', -400]],
  [day(17)]: [['purchase', -500]],
  [day(18)]: [['purchase', -480]],
  [last]: [['purchase', -475]],
  [after]: [['purchase', -470]],
};
/** What debits of later days took back of the credits of a day. */
const correctedLater: Readonly<Record<string, number>> = { [day(11)]: 400, [day(14)]: 200 };

test('each day begins with the balances at which the one before ended, and the months of the accounts end with them together [OWN-02] [STA-01]', async () => {
  let held = 0;
  const dates = [
    before,
    ...Array.from({ length: Number(last.slice(8)) }, (_, index) => day(index + 1)),
    after,
  ];
  const activity = (await admin.get('/api/statistics/activity?days=90')).body.days;
  for (const date of dates) {
    const { body } = await admin.get(`/api/days/${date}`);
    const moved = movements[date] ?? [];
    const opening = held;
    held += moved.reduce((sum, [, amount]) => sum + amount, 0);
    expect(body, date).toMatchObject({ opening, closing: held, isOpen: false });
    const bySource = new Map<string, number>();
    for (const { source, credits, debits } of body.lines)
      bySource.set(source, (bySource.get(source) ?? 0) + credits - debits);
    expect([...bySource].toSorted(), date).toEqual([...moved].toSorted());
    const { codes = 0, unknownCodes = 0 } = byDay[date] ?? {};
    if (date !== after) expect(body.codes, date).toBe(codes + unknownCodes);
    const amountOf = (source: string) => Math.abs(bySource.get(source) ?? 0);
    const shown = activity.find((one: { day: string }) => one.day === date);
    if (shown)
      expect(shown, date).toMatchObject({
        sales: amountOf('purchase'),
        codes: body.codes,
        recharges: amountOf('admin_recharge') + amountOf('advance') - (correctedLater[date] ?? 0),
      });
  }
  expect((await admin.get('/api/statistics/today')).body.held).toBe(held);
  const closings = [
    [karim, 23_000, 2_280, 20_720],
    [sara, 11_175, 7_730, 3_445],
    [nadir, 5_000, 1_940, 3_060],
  ] as const;
  for (const [reseller, credits, debits, closing] of closings) {
    const read = `month=${month}&userId=${reseller.id}`;
    const { body } = await admin.get(`/api/statements?${read}`);
    expect(body).toMatchObject({
      mark: null,
      opening: 0,
      credits,
      debits,
      closing,
      chain: { isWhole: true },
    });
    const file = rowsOf((await admin.get(`/api/statements/${month}/export?userId=${reseller.id}`)).text);
    const end = file.find(([, kind]) => kind === 'Solde de clôture');
    expect(end?.slice(3)).toEqual([debits, credits, closing].map(dinars));
    expect((await reseller.get(`/api/statements?month=${after.slice(0, 7)}`)).body.opening).toBe(closing);
    const ledger = await exported('ledger', { userId: reseller.id });
    const own = ledger.filter(([, date]) => date?.slice(3, 10) === `${month.slice(5)}/${month.slice(0, 4)}`);
    const sum = own.reduce((all, [, , , amount]) => all + Number(amount?.replace(',', '.')), 0);
    expect(rounded(sum)).toBe(closing);
  }
  expect(closings.reduce((sum, [, , , closing]) => sum + closing, 0)).toBe(held + 470);
});

test('a debt is the advance less its payment and what was taken back of it; a payment that was taken back is owed [CRE-01]', async () => {
  expect((await admin.get('/api/receivables/summary')).body).toMatchObject({ debt: 1_600, held: 1_000 });
  expect((await karim.get('/api/me/credit')).body).toMatchObject({ debt: 1_600 });
  const rows = await exported('receivable-entries', { userId: karim.id });
  expect(rows.map(([, , kind, amount, , debt]) => [kind, amount, debt])).toEqual([
    ['Avance corrigée', '-400,00', '1600,00'],
    ['Encaissement annulé', '500,00', '2000,00'],
    ['Encaissement', '-500,00', '1500,00'],
    ['Encaissement', '-1000,00', '2000,00'],
    ['Avance', '3000,00', '3000,00'],
  ]);
});

test('a lot says what became of its codes, and a supplier owes what its refused codes cost when they were sold [STK-62] [CLM-23]', async () => {
  for (const [id, expected] of [
    [oldLot, { codes: 20, sold: 20, left: 0, withdrawn: 0, state: 'soldOut', unitCost: 430.5 }],
    // Five sold, one of them instead of a refused code.
    [newLot, { codes: 30, sold: 5, left: 25, withdrawn: 0, state: 'sellable', unitCost: 455 }],
    [expiredLot, { codes: 6, sold: 0, left: 0, withdrawn: 6, state: 'expired', unitCost: 440 }],
  ] as const) {
    expect((await admin.get(`/api/batches/${id}`)).body).toMatchObject(expected);
    const row = (await exported('batches', { offerId: big })).find(([own]) => own === id);
    expect(row?.slice(8, 13)).toEqual([
      ...[expected.codes, expected.sold, expected.left, expected.withdrawn].map(String),
      dinars(expected.unitCost),
    ]);
  }
  const { items } = (await admin.get('/api/supplier-claims')).body;
  expect(items).toMatchObject([{ batchId: oldLot, claims: 2, replaced: 1, credited: 1, cost: 861 }]);
  const codes = await exported('supplier-claims', {});
  expect(codes.map((row) => row.at(-1))).toEqual(['430,50', '430,50']);
});

test('the transfers of the month explain the requests that were approved [REC-06]', async () => {
  const account = (await ok(admin.post('/api/bank-accounts', { name: 'CCP', method: 'ccp' }))).id;
  const lines = [{ day: day(1), amount: 10_000, reference: 'VIR 4400217788' }];
  await ok(admin.post('/api/bank-lines/import', { account, ...period, lines }));
  const { body } = await admin.get(`/api/reconciliation?${between}`);
  expect(body).toMatchObject({
    days: [{ day: day(1), method: 'ccp', approvedAmount: 10_000, receivedAmount: 10_000, gap: 0 }],
    withoutMoney: { count: 0, amount: 0 },
    withoutRequest: { count: 0, amount: 0 },
  });
});

test('the audit finds nothing, and a cost that is entered later is the cost of what was sold before [STK-70]', async () => {
  expect(await audit(db)).toEqual([]);
  await ok(admin.patch(`/api/batches/${lotWithoutCost}`, { unitCost: 200 }));
  await runJobs(services);
  const { body } = await admin.get(`/api/margins?by=reseller&${between}`);
  expect(body.totals).toEqual(sold(25, 11_350, 10_372.25));
  const { id, name, ...figures } = body.items.find((row: { id: string }) => row.id === nadir.id);
  expect([id, name, figures]).toEqual([nadir.id, 'Nadir Belaid', sold(5, 1_940, 1_716)]);
});
