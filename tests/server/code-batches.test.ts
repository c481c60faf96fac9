import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { publishedDuring } from '../support/events.ts';
import {
  buy,
  codesPath,
  createProduct,
  importCodes,
  newCodes,
  offerOf,
  type ShopProduct,
  stockOf,
} from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

/* Imports as named things: taking one back, single codes, serials, the search for a code. */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const { server: other } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 1_000_000 });

const send = (product: ShopProduct, body: object) => admin.post(codesPath(product), body);
const batchesOf = async (product: ShopProduct) =>
  (await admin.get(`/api/batches?offerId=${offerOf(product).id}`)).body.items;
const recall = (batchId: string, reason = 'Lot refusé', by = admin, key?: string) =>
  by.post(`/api/batches/${batchId}/recall`, { reason }, key ? { 'idempotency-key': key } : undefined);
const lastActions = async (count: number) =>
  (await admin.get(`/api/audit-trail?limit=${count}`)).body.items.map(
    ({ action, after }: { action: string; after: unknown }) => ({ action, after }),
  );

describe('the list of imports', () => {
  test('an import is listed with its date, author, file and counts, and says how much of it is sold and left [STK-40]', async () => {
    const product = await createProduct(admin);
    const first = await send(product, { codes: ['L-1', 'L-2', 'L-3', 'L-3'], source: 'lot-1.csv' });
    await send(product, { codes: ['L-3', 'L-4', 'x'.repeat(201)] });
    await buy(reseller, product);
    const [second, earlier, ...others] = await batchesOf(product);
    expect(others).toEqual([]);
    expect(earlier).toMatchObject({
      id: first.body.batchId,
      source: 'lot-1.csv',
      codes: 3,
      duplicates: 1,
      invalid: 0,
      sold: 1,
      left: 2,
      withdrawn: 0,
      state: 'sellable',
      recall: null,
      authorName: expect.any(String),
    });
    expect(second).toMatchObject({ source: '', codes: 1, duplicates: 1, invalid: 1, sold: 0, left: 1 });
    expect((await admin.get(`/api/batches/${first.body.batchId}`)).body).toEqual(earlier);
    expect((await admin.get('/api/batches/999999')).body.code).toBe('BATCH_NOT_FOUND');
    const page = (await admin.get(`/api/batches?offerId=${offerOf(product).id}&limit=1`)).body;
    const next = `/api/batches?offerId=${offerOf(product).id}&limit=1&cursor=${page.nextCursor}`;
    expect((await admin.get(next)).body.items).toEqual([earlier]);
  });

  test('codes that come with a new product are an import of each offer, and one without a new code makes none [STK-40]', async () => {
    const offer = (name: string, codes: string[], serials?: string[]) => ({
      name,
      value: '1',
      price: 10,
      codes,
      source: `${name}.txt`,
      ...(serials && { serials }),
    });
    const offers = [offer('Un', ['N-1', 'N-2'], ['S-1', '']), offer('Deux', ['N-2'])];
    const { body } = await admin.post('/api/products', { name: 'Neuf', game: 'PUBG', offers });
    expect(body.imports.map(({ batchId }: { batchId: string | null }) => batchId)).toEqual([
      expect.any(String),
      null,
    ]);
    expect(await batchesOf(body)).toMatchObject([{ source: 'Un.txt', codes: 2, left: 2 }]);
  });

  // Turned red by: counts of the withdrawn codes that leave out those whose product or offer was deleted, or that wait for a decision.
  test('what is sold, left and withdrawn add up to what was imported, also after the product is deleted [STK-40]', async () => {
    const [product, unsold] = [await createProduct(admin), await createProduct(admin)];
    const batch = (await send(product, { codes: newCodes(5) })).body.batchId;
    const untouched = (await send(unsold, { codes: newCodes(3) })).body.batchId;
    await buy(reseller, product, 2);
    for (const { id } of [product, unsold]) await admin.delete(`/api/products/${id}`);
    const read = async (id: string) => (await admin.get(`/api/batches/${id}`)).body;
    expect(await read(batch)).toMatchObject({ codes: 5, sold: 2, left: 0, withdrawn: 3, state: 'soldOut' });
    expect(await read(untouched)).toMatchObject({
      codes: 3,
      sold: 0,
      left: 0,
      withdrawn: 3,
      state: 'withdrawn',
    });
  });

  test('twenty imports at once over two servers have ranges of ids that do not meet, each with its codes alone [STK-41]', async () => {
    const product = await createProduct(admin);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        userOn(index % 2 ? server : other, admin).post(codesPath(product), { codes: newCodes(30) }),
      ),
    );
    const ids = results.map(({ body }) => body.batchId);
    expect(new Set(ids).size).toBe(20);
    const rows = await query(
      `SELECT i.id, i.last_id - i.first_id + 1 AS width, count(c.id) AS codes FROM code_batches i
         JOIN codes c ON c.id BETWEEN i.first_id AND i.last_id WHERE i.id = ANY ($1) GROUP BY i.id`,
      ids,
    );
    expect(rows.map(({ width, codes }) => [width, codes])).toEqual(Array(20).fill([30, 30]));
    expect(await audit(db)).toEqual([]);
  });

  test('two imports with meeting ranges are refused by the database [STK-41]', async () => {
    await expect(
      query(
        `INSERT INTO code_batches (offer_id, source, imported_by, first_id, last_id, codes, duplicates, invalid)
         SELECT offer_id, '', imported_by, first_id, last_id, codes, 0, 0 FROM code_batches LIMIT 1`,
      ),
    ).rejects.toThrow(/code_batches_(range|first_id)/);
  });
});

describe('taking back', () => {
  test('an import is taken back with its reason: what is unsold leaves the sale and the stock, and the journal has it [STK-42]', async () => {
    const product = await createProduct(admin);
    const { body } = await send(product, { codes: ['T-1', 'T-2', 'T-3'] });
    await importCodes(admin, product, ['T-4']);
    await buy(reseller, product);
    expect((await recall(body.batchId, ' ')).body.code).toBe('WITHDRAW_REASON_REQUIRED');
    const published = await publishedDuring(services, async () => {
      expect((await recall(body.batchId)).body).toEqual({ withheld: 2, sold: 1 });
    });
    expect(published).toEqual(['stock', 'codes']);
    expect(await stockOf(admin, product)).toBe(1);
    expect((await batchesOf(product))[1]).toMatchObject({
      sold: 1,
      left: 0,
      withdrawn: 2,
      state: 'recalled',
      recall: { reason: 'Lot refusé', byName: expect.any(String) },
    });
    expect(await lastActions(1)).toEqual([
      {
        action: 'codes.recall-batch',
        after: { batchId: body.batchId, withheld: 2, sold: 1, reason: 'Lot refusé' },
      },
    ]);
    expect((await recall(body.batchId)).body.code).toBe('BATCH_RECALLED');
    expect((await buy(reseller, product)).body.codes).toMatchObject([{ code: 'T-4' }]);
    const waiting = (await admin.get('/api/withheld-codes')).body.items;
    expect(waiting.filter(({ offerId }: { offerId: string }) => offerId === offerOf(product).id)).toEqual([]);
    expect(await audit(db)).toEqual([]);
  });

  test('codes that were imported into the wrong offer and taken back are imported into the right one [STK-43]', async () => {
    const wrong = await createProduct(admin);
    const right = await createProduct(admin);
    const codes = newCodes(3);
    const { body } = await send(wrong, { codes });
    expect((await send(right, { codes })).body.code).toBe('CODES_ALREADY_KNOWN');
    await recall(body.batchId);
    expect((await send(right, { codes })).body).toMatchObject({ imported: 3, stock: 3 });
    expect((await buy(reseller, right)).body.codes).toMatchObject([{ code: codes[0] }]);
    expect((await send(wrong, { codes })).body.code).toBe('CODES_ALREADY_KNOWN');
    expect(await audit(db)).toEqual([]);
  });

  test('while an import is taken back, eight buyers on two servers get each code or leave it, never both [STK-45]', async () => {
    const product = await createProduct(admin);
    const { body } = await send(product, { codes: newCodes(400) });
    const buyers = await Promise.all(
      Array.from({ length: 8 }, () => createUser(server, services, { balance: 1_000_000 })),
    );
    let isOver = false;
    const bought: string[] = [];
    const shopping = buyers.map(async (buyer, index) => {
      const on = userOn(index % 2 ? server : other, buyer);
      for (let round = 0; round < 18 && !isOver; round += 1) {
        const answer = await buy(on, product, 2);
        if (answer.status === 200) bought.push(...answer.body.codes.map(({ id }: { id: string }) => id));
      }
    });
    const withdrawal = await recall(body.batchId, 'Lot refusé', userOn(other, admin));
    isOver = true;
    await Promise.all(shopping);
    expect(withdrawal.status).toBe(200);
    const withdrawn = (
      await query(`SELECT id FROM withheld_codes WHERE offer_id = $1`, offerOf(product).id)
    ).map(({ id }) => String(id));
    expect(withdrawn.length).toBe(withdrawal.body.withheld);
    expect(bought.length + withdrawn.length).toBe(400);
    expect(new Set([...bought, ...withdrawn]).size).toBe(400);
    expect(await stockOf(admin, product)).toBe(0);
    expect(await audit(db)).toEqual([]);
  });

  test('two administrators take an import back at once: one withdraws, the other is refused [STK-45]', async () => {
    const product = await createProduct(admin);
    const { body } = await send(product, { codes: newCodes(50) });
    const answers = await Promise.all([
      recall(body.batchId),
      recall(body.batchId, 'Encore', userOn(other, admin)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stockOf(admin, product)).toBe(0);
  });
});

describe('single codes', () => {
  test('unsold codes are listed masked, by import and by offer, page by page, and never whole [STK-44]', async () => {
    const product = await createProduct(admin);
    const codes = ['ABCD-1111-EF01', 'ABCD-2222-EF02', 'ABCD-3333-EF03'];
    const { body } = await send(product, { codes, serials: ['900100200301', '', ''] });
    await importCodes(admin, product, ['ZZZZ-4444-YY99', '23456789']);
    await buy(reseller, product);
    const first = await admin.get(`/api/unsold-codes?batchId=${body.batchId}&limit=1`);
    expect(first.body.items).toMatchObject([
      { masked: 'A••••2', maskedSerial: null, status: 'available', batchId: body.batchId },
    ]);
    const second = await admin.get(
      `/api/unsold-codes?batchId=${body.batchId}&limit=1&cursor=${first.body.nextCursor}`,
    );
    expect(second.body).toMatchObject({ items: [{ masked: 'A••••3' }], nextCursor: null });
    const all = await admin.get(`/api/unsold-codes?offerId=${offerOf(product).id}`);
    expect(all.body.items.map(({ masked }: { masked: string }) => masked)).toEqual([
      'A••••2',
      'A••••3',
      'Z••••9',
      '••••',
    ]);
    expect(all.headers['cache-control']).toContain('no-store');
    expect(all.text).not.toContain('2222');
    expect((await admin.get('/api/unsold-codes')).status).toBe(422);
    expect((await reseller.get('/api/unsold-codes?offerId=x')).status).toBe(403);
  });

  test('a single code is withdrawn with its reason once; sold, it stays sold [STK-46]', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, ['ONE-1', 'ONE-2']);
    const [sold] = (await buy(reseller, product)).body.codes;
    const [{ id }] = (await admin.get(`/api/unsold-codes?offerId=${offerOf(product).id}`)).body.items;
    const one = (codeId: string) =>
      admin.post(`/api/codes/${codeId}/withdraw`, { reason: 'Refusé par le jeu' });
    expect((await one(sold.id)).body.code).toBe('CODE_NOT_FOR_SALE');
    expect((await one(id)).status).toBe(204);
    expect((await one(id)).body.code).toBe('CODE_NOT_FOR_SALE');
    expect((await one('x')).body.code).toBe('CODE_NOT_FOR_SALE');
    expect(await stockOf(admin, product)).toBe(0);
    expect(await lastActions(1)).toEqual([
      { action: 'codes.withdraw', after: { codes: [id], reason: 'Refusé par le jeu' } },
    ]);
    expect(await audit(db)).toEqual([]);
  });
});

describe('serials', () => {
  test('a serial is shown with its bought code alone, and the export with serials imports as it was [STK-37][STK-38]', async () => {
    const product = await createProduct(admin);
    const body = { codes: 'PIN-1\nPIN-2\nPIN;3', serials: 'SER-1\n\nSER-3' };
    expect((await send(product, body)).body).toMatchObject({ imported: 3 });
    expect((await send(product, { codes: ['A-A', 'B-B'], serials: ['X'] })).body.code).toBe('CODES_INVALID');
    // A text of empty lines has one for each code, too.
    const plain = await send(await createProduct(admin), { codes: 'C-C-C\nD-D-D', serials: '\n' });
    expect(plain.body.imported).toBe(2);
    const text = (await admin.get(codesPath(product))).text;
    expect(text).toBe('Code;Serial\nPIN-1;SER-1\nPIN-2;\n"PIN;3";SER-3\n');
    const bought = (await buy(reseller, product, 2)).body;
    expect(bought.codes).toMatchObject([{ code: 'PIN-1', serial: 'SER-1' }, { code: 'PIN-2' }]);
    expect(bought.codes[1]).not.toHaveProperty('serial');
    expect((await reseller.get(`/api/purchases/${bought.id}`)).body.codes).toEqual(bought.codes);
  });

  test('no serial stands in the database in the clear, and a removed offer takes its fingerprints along [STK-39]', async () => {
    const product = await createProduct(admin, { offers: [{}, {}] });
    await send(product, { codes: ['GONE-1', 'GONE-2'], serials: ['SECRET-SERIAL-1', 'SECRET-SERIAL-2'] });
    await buy(reseller, product);
    const rows = await query('SELECT s::text AS text FROM serial_fingerprints s');
    expect(rows.map(({ text }) => text).join()).not.toContain('SECRET');
    const count = async () =>
      (
        await query(`SELECT count(*) AS n FROM serial_fingerprints WHERE fingerprint = ANY ($1)`, [
          services.vault.serialFingerprint('secret serial 1'),
          services.vault.serialFingerprint('SECRET-SERIAL-2'),
        ])
      )[0]?.n;
    expect(await count()).toBe(2);
    await admin.delete(`/api/products/${product.id}`);
    expect(await count()).toBe(1);
    expect(await audit(db)).toEqual([]);
  });
});

describe('who bought this code', () => {
  const find = (code: string, reason = 'Réclamation', by = admin) =>
    by.post('/api/codes/find', { code, reason });

  test('a code that was found, and the codes of a purchase that are revealed, name the batch, the supplier and the cost at the sale [STK-74]', async () => {
    const product = await createProduct(admin);
    const supplier = (await admin.post('/api/suppliers', { name: 'Grossiste' })).body;
    const of = { supplierId: supplier.id, unitCost: 80 };
    const lots = [
      await send(product, { codes: ['LOT-A-1', 'LOT-A-2'], batch: { ...of, label: 'Matin' } }),
      await send(product, { codes: ['LOT-B-1', 'LOT-B-2'], batch: {} }),
    ];
    const [first, second] = lots.map(({ body }) => body.batchId as string);
    const purchase = (await buy(reseller, product, 3)).body;
    await admin.patch(`/api/batches/${first}`, { unitCost: 95 });
    const named = { label: 'Matin', source: '', supplierName: 'Grossiste' };
    expect((await find('LOT-A-1')).body.items[0].batch).toEqual({ id: first, ...named, unitCost: 80 });
    const unknown = { id: second, label: '', source: '', supplierName: null, unitCost: null };
    expect((await find('LOT-B-2')).body.items[0].batch).toEqual(unknown);
    const revealed = await admin.post(`/api/purchases/${purchase.id}/reveal`, { reason: 'Contrôle' });
    expect(revealed.body.batches).toEqual([{ id: first, ...named, unitCost: 80 }, unknown]);
  });

  test('an administrator finds by code or serial the purchase and its buyer, with a reason in the journal and no code in it [STK-50]', async () => {
    const product = await createProduct(admin);
    const sent = await send(product, { codes: ['FIND-ME-1', 'FIND-ME-2'], serials: ['SN-771', ''] });
    const purchase = (await buy(reseller, product)).body;
    for (const [text, matched] of [
      ['find me 1', 'code'],
      ['SN 771', 'serial'],
    ] as const)
      expect((await find(text)).body.items).toMatchObject([
        {
          id: purchase.codes[0].id,
          matched,
          status: 'sold',
          offerId: offerOf(product).id,
          batchId: sent.body.batchId,
          purchase: {
            id: purchase.id,
            buyerId: reseller.id,
            buyerEmail: expect.stringContaining('@'),
            unitPrice: 100,
          },
        },
      ]);
    const [action] = await lastActions(1);
    expect(action).toEqual({
      action: 'codes.find',
      after: { codes: [purchase.codes[0].id], purchases: [purchase.id], reason: 'Réclamation' },
    });
    expect((await find('FIND-ME-2')).body.items).toMatchObject([{ status: 'available', purchase: null }]);
    await recall(sent.body.batchId);
    expect((await find('FIND-ME-2')).body.items).toMatchObject([
      { status: 'recalled', withheldAt: expect.any(String) },
    ]);
    expect((await find('NOT-IMPORTED-2')).body.items).toEqual([]);
    expect((await find('FIND-ME-1', ' ')).body.code).toBe('FIND_REASON_REQUIRED');
    expect((await find('FIND-ME-1', 'x', reseller)).status).toBe(403);
  });

  test('searches for codes are limited for each account [STK-50]', async () => {
    const busy = await createUser(server, services, { role: 'admin' });
    await find('LIMIT-1', 'Contrôle', busy);
    await query(
      `UPDATE rate_limits SET attempts = 120 WHERE action = 'code_search' AND subject = $1`,
      busy.id,
    );
    const refused = await find('LIMIT-1', 'Contrôle', busy);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_CODE_SEARCHES']);
  });

  // Halving a list until it names a code that is in store asks the same as a search.
  test('counts of a list that find stored codes are limited like searches, and others are not counted [STK-50]', async () => {
    const busy = await createUser(server, services, { role: 'admin' });
    const product = await createProduct(admin);
    await importCodes(admin, product, ['12345678']);
    const count = (code: string) => busy.post(`${codesPath(product)}/preview`, { codes: [code] });
    const counted = async () =>
      (
        await query(
          `SELECT attempts FROM rate_limits WHERE action = 'code_preview' AND subject = $1`,
          busy.id,
        )
      )[0]?.attempts;
    expect((await count('87654321')).body).toMatchObject({ importable: 1, inOffer: 0 });
    expect(await counted()).toBe(0);
    expect((await count('12345678')).body).toMatchObject({ importable: 0, inOffer: 1 });
    expect(await counted()).toBe(1);
    await query(
      `UPDATE rate_limits SET attempts = 120 WHERE action = 'code_preview' AND subject = $1`,
      busy.id,
    );
    // Otherwise the refusal itself would tell which of the two is in store.
    for (const code of ['12345678', '87654321']) {
      const refused = await count(code);
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_CODE_SEARCHES']);
    }
  });

  // Turned red by: a limit that counts the codes of every account, the oldest first.
  test('of more codes with one serial than are answered a reseller finds the own purchase, and an administrator the newest [STK-51]', async () => {
    const serial = 'SN-OF-A-WHOLE-LOT';
    const lot = newCodes(50);
    await send(await createProduct(admin), { codes: lot, serials: lot.map(() => serial) });
    const product = await createProduct(admin);
    await send(product, { codes: ['NEWEST-OF-THE-LOT'], serials: [serial] });
    const mine = (await buy(reseller, product)).body;
    const { items } = (await reseller.post('/api/purchases/find', { code: serial })).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    const found = (await find(serial)).body.items;
    expect(found).toHaveLength(50);
    expect(found[0].purchase.id).toBe(mine.id);
  });

  test('a reseller finds an own purchase by its code, its serial and its number, and nothing of others [STK-51]', async () => {
    const product = await createProduct(admin);
    await send(product, { codes: ['MINE-1', 'YOURS-1'], serials: ['SN-MINE', 'SN-YOURS'] });
    const mine = (await buy(reseller, product)).body;
    const otherBuyer = await createUser(server, services, { balance: 1_000 });
    await buy(otherBuyer, product);
    const findOwn = async (code: string) => (await reseller.post('/api/purchases/find', { code })).body;
    for (const text of ['mine 1', 'SN-MINE'])
      expect((await findOwn(text)).items.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    const nothing = await findOwn('NOT-IMPORTED-1');
    expect(nothing).toEqual({ items: [] });
    for (const text of ['YOURS-1', 'SN-YOURS']) expect(await findOwn(text)).toEqual(nothing);
    for (const search of [mine.id, `Achat n° ${mine.id}`, `n°${mine.id}`, `#${mine.id}`]) {
      const found = await reseller.get(`/api/purchases?search=${encodeURIComponent(search)}`);
      expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
      const others = await otherBuyer.get(`/api/purchases?search=${encodeURIComponent(search)}`);
      expect(others.body.items).toEqual([]);
    }
  });

  // Turned red by: a number that is read in its French form and in Western digits alone.
  test('a purchase is found by its number as an Arabic ticket says it, and as an Arabic keyboard types it [STK-51]', async () => {
    const product = await createProduct(admin);
    await send(product, { codes: ['ARABIC-NUMBER-1'] });
    const { id } = (await buy(reseller, product)).body;
    const arabicDigits = [...id].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('');
    for (const search of [
      `شراء رقم ${id}`,
      `رقم الشراء ${id}`,
      `شراء رقم \u2066${id}\u2069`,
      `رقم ${arabicDigits}`,
      arabicDigits,
      ` ${id}\u200f`,
    ]) {
      const { body } = await reseller.get(`/api/purchases?search=${encodeURIComponent(search)}`);
      expect(body.items.map((found: { id: string }) => found.id)).toEqual([id]);
    }
  });
});
