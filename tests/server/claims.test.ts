import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { allPages } from '../support/pages.ts';
import { codesPath, createProduct, newCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import {
  type ApiResponse,
  balanceOf,
  call,
  createUser,
  giveBalance,
  type TestUser,
  untilAnswered,
  userOn,
} from '../support/users.ts';

/*
 * Claims for codes that did not work (docs/acceptance.md, CLM). Turned red by: a status that is read before the lock; a replacement that
 * leaves the stock; a credit that obeys the limit of the balance; a claim counted outside the lock of its account; the review or a
 * supplier in a reseller's answer; a switch that only hides screens.
 */
const { db, query } = await freshDatabase({ max: 20 });
const config = { extensions: new Set(['claims'] as const) };
const { server, services } = await secondServer(db, { config });
const { server: other } = await secondServer(db, { config });
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });

/** An offer at 250 DA with codes. */
async function shop(stock: number, batch: object = {}): Promise<ShopProduct & { codes: readonly string[] }> {
  const product = await createProduct(admin, { name: 'PUBG', offers: [{ name: '660 UC', price: 250 }] });
  const codes = newCodes(stock);
  const path = codesPath(product);
  expect((await admin.post(path, { codes, batch })).status).toBe(200);
  return { ...product, codes };
}
const buyer = (balance = 100_000) =>
  createUser(server, services, { balance, firstName: 'Amine', lastName: 'Benali' });
interface Bought {
  readonly id: string;
  readonly codes: {
    readonly id: string;
    readonly code: string;
    readonly replaced?: true;
    readonly credited?: true;
  }[];
}
async function buy(user: TestUser, product: ShopProduct, quantity = 1): Promise<Bought> {
  const body = { productId: product.id, offerId: offerOf(product).id, quantity };
  const { status, body: bought } = await user.post('/api/purchases', body);
  expect(status).toBe(200);
  return bought;
}
const idsOf = ({ codes }: Bought, count = codes.length) => codes.slice(0, count).map(({ id }) => id);
const claim = (user: TestUser, purchase: Pick<Bought, 'id'>, codeIds: readonly string[], more: object = {}) =>
  user.post(`/api/purchases/${purchase.id}/claims`, { codeIds, reason: 'invalid', note: '', ...more });
/** One claim of the first code of a new purchase. */
async function claimed(user: TestUser, product: ShopProduct, quantity = 1) {
  const bought = await buy(user, product, quantity);
  const { body, status } = await claim(user, bought, idsOf(bought, 1));
  expect(status).toBe(200);
  return { bought, id: body.items[0].id as string };
}
const decide = (id: string, outcome: string, note = '', by = admin, headers?: Record<string, string>) =>
  by.post(`/api/claims/${id}/decide`, { outcome, note }, headers);
const stockOf = async (product: ShopProduct): Promise<number> =>
  (
    await query(
      'SELECT sum(quantity)::int AS stock FROM offer_stock WHERE offer_id = $1',
      offerOf(product).id,
    )
  )[0]?.stock;
const codesOf = async (user: TestUser, { id }: Pick<Bought, 'id'>) =>
  (await user.get(`/api/purchases/${id}`)).body.codes as Bought['codes'];
/** Every entry of a list, page by page; `path` has a query. */
const linesOf = async (by: TestUser, path: string): Promise<ApiResponse['body'][]> =>
  (await allPages<ApiResponse['body']>(async (cursor) => (await by.get(`${path}${cursor}`)).body)).flatMap(
    ({ items }) => items,
  );
const isClean = async () => expect(await audit(db)).toEqual([]);
const sendPhoto = (user: TestUser, payload: Buffer): Promise<ApiResponse> =>
  call(
    server,
    { method: 'POST', url: '/api/claims/pictures', payload, headers: { 'content-type': 'image/jpeg' } },
    user.cookie,
  );

describe('claiming', () => {
  test('a buyer claims codes of an own purchase with a reason, a note and a photo, and administrators are notified once [CLM-01]', async () => {
    const product = await shop(4);
    const user = await buyer();
    const bought = await buy(user, product, 3);
    const photo = await sendPhoto(user, await receiptPicture({ layout: 0, lines: ['refusé'] }));
    expect(photo.status).toBe(200);
    const { pictureId } = photo.body;
    const { status, body } = await claim(user, bought, idsOf(bought, 2), {
      reason: 'used',
      note: 'Déjà activé',
      pictureId,
    });
    expect(status).toBe(200);
    expect(body.items).toHaveLength(2);
    expect(body.items[1]).toMatchObject({
      purchaseId: bought.id,
      codeId: bought.codes[1]?.id,
      code: { position: 2, of: 3 },
      offerName: '660 UC',
      unitPrice: 250,
      reason: 'used',
      note: 'Déjà activé',
      hasPicture: true,
      status: 'open',
      credited: null,
      replacementCodeId: null,
    });
    const notified = (await admin.get('/api/notifications')).body.items.filter(
      ({ type, data }: { type: string; data: { requestId: string } }) =>
        type === 'code_claim' && data.requestId === bought.id,
    );
    expect(notified).toMatchObject([{ title: 'Nouvelle réclamation', read: false }]);
    expect(notified[0].message).toBe('Amine Benali réclame 2 codes PUBG - 660 UC');
    const picture = await user.get(`/api/claims/${body.items[0].id}/picture`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await admin.get(`/api/claims/${body.items[0].id}/picture`)).status).toBe(200);
    const foreigner = await buyer();
    expect((await foreigner.get(`/api/claims/${body.items[0].id}/picture`)).body.code).toBe(
      'CLAIM_NOT_FOUND',
    );
  });

  test('a claim is about codes of the own purchase, and all of its codes or none are claimed [CLM-02]', async () => {
    const product = await shop(5);
    const [user, foreigner] = [await buyer(), await buyer()];
    const [bought, further] = [await buy(user, product, 2), await buy(user, product)];
    const wrong = await claim(user, bought, [...idsOf(bought, 1), ...idsOf(further)]);
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CODE_NOT_OF_PURCHASE']);
    expect((await claim(user, bought, ['x'])).body.code).toBe('CODE_NOT_OF_PURCHASE');
    expect((await claim(foreigner, bought, idsOf(bought))).body.code).toBe('PURCHASE_NOT_FOUND');
    expect((await claim(user, bought, [])).body.code).toBe('CLAIM_CODES_REQUIRED');
    expect((await claim(user, bought, idsOf(bought), { reason: 'lazy' })).body.code).toBe(
      'CLAIM_REASON_REQUIRED',
    );
    const [{ pictureId } = { pictureId: '' }] = [
      (await sendPhoto(foreigner, await receiptPicture({ layout: 1, lines: ['a'] }))).body,
    ];
    expect((await claim(user, bought, idsOf(bought), { pictureId })).body.code).toBe(
      'CLAIM_PICTURE_NOT_FOUND',
    );
    expect((await user.get('/api/claims')).body.items).toEqual([]);
  });

  test('a code is claimed within 72 hours of its sale, or within the window of its supplier [CLM-03]', async () => {
    const product = await shop(3);
    const { body: slow } = await admin.post('/api/suppliers', { name: 'Lent', claimHours: 200 });
    expect(slow.claimHours).toBe(200);
    const { body: fast } = await admin.post('/api/suppliers', { name: 'Rapide' });
    expect((await admin.patch(`/api/suppliers/${fast.id}`, { claimHours: 24 })).body.claimHours).toBe(24);
    expect((await admin.patch(`/api/suppliers/${fast.id}`, { note: 'x' })).body.claimHours).toBe(24);
    const [generous, strict] = [
      await shop(2, { supplierId: slow.id }),
      await shop(2, { supplierId: fast.id }),
    ];
    const user = await buyer();
    const sold = async (of: ShopProduct, hours: number) => {
      const bought = await buy(user, of);
      await query(
        `UPDATE codes SET sold_at = sold_at - make_interval(mins => $2::int) WHERE purchase_id = $1`,
        bought.id,
        hours * 60,
      );
      return bought;
    };
    const tried = async (of: ShopProduct, hours: number) => {
      const bought = await sold(of, hours);
      const { status, body } = await claim(user, bought, idsOf(bought));
      return status === 200 ? 'claimed' : [body.code, body.hours];
    };
    expect(await tried(product, 71.9)).toBe('claimed');
    expect(await tried(product, 72.1)).toEqual(['CLAIM_TOO_LATE', 72]);
    expect(await tried(generous, 199)).toBe('claimed');
    expect(await tried(generous, 201)).toEqual(['CLAIM_TOO_LATE', 200]);
    expect(await tried(strict, 23)).toBe('claimed');
    expect(await tried(strict, 25)).toEqual(['CLAIM_TOO_LATE', 24]);
    for (const claimHours of [0, 9_000])
      expect((await admin.patch(`/api/suppliers/${fast.id}`, { claimHours })).body.code).toBe(
        'CLAIM_HOURS_INVALID',
      );
    expect((await admin.patch(`/api/suppliers/${fast.id}`, { claimHours: null })).body.claimHours).toBeNull();
  });

  test('a code has one claim until it is refused [CLM-04]', async () => {
    const product = await shop(3);
    const user = await buyer();
    const { bought, id } = await claimed(user, product);
    expect((await claim(user, bought, idsOf(bought))).body.code).toBe('CLAIM_OPEN');
    expect((await decide(id, 'refuse', 'Il fonctionne')).status).toBe(200);
    const again = await claim(user, bought, idsOf(bought));
    expect(again.status).toBe(200);
    await decide(again.body.items[0].id, 'credit');
    expect((await claim(user, bought, idsOf(bought))).body.code).toBe('CLAIM_DECIDED');
    await isClean();
  });

  test('an account has at most 20 open claims, also when it sends them at once to two servers [CLM-05]', async () => {
    const product = await shop(40);
    const user = await buyer();
    const bought = await buy(user, product, 40);
    const codes = idsOf(bought);
    const beside = userOn(other, user);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        claim(at % 2 ? user : beside, bought, codes.slice(at * 5, at * 5 + 5)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    for (const { status, body } of answers.filter(({ status: code }) => code !== 200))
      expect([status, body.code]).toEqual([409, 'TOO_MANY_CLAIMS']);
    const [{ open }] = (await query(
      `SELECT count(*)::int AS open FROM claims WHERE user_id = $1`,
      user.id,
    )) as [{ open: number }];
    expect(open).toBe(20);
  });

  test('a claim repeated under its key is made once, and the same code at once in 32 calls has one claim [CLM-06]', async () => {
    const product = await shop(2);
    const user = await buyer();
    const bought = await buy(user, product);
    const key = { 'idempotency-key': randomUUID() };
    const send = () =>
      user.post(`/api/purchases/${bought.id}/claims`, { codeIds: idsOf(bought), reason: 'invalid' }, key);
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const rest = await Promise.all(Array.from({ length: 32 }, () => claim(user, bought, idsOf(bought))));
    for (const { body } of rest) expect(body.code).toBe('CLAIM_OPEN');
  });
});

test('a claim that was refused since is not answered again under its key, and is made again under another [CLM-06]', async () => {
  const user = await buyer();
  const bought = await buy(user, await shop(2));
  const key = { 'idempotency-key': randomUUID() };
  const send = (headers?: Record<string, string>) =>
    user.post(`/api/purchases/${bought.id}/claims`, { codeIds: idsOf(bought), reason: 'invalid' }, headers);
  const { body } = await send(key);
  await decide(body.items[0].id, 'refuse', 'Code valable');
  expect((await send(key)).body.code).toBe('KEY_REUSED');
  expect((await send()).body.items).toMatchObject([{ status: 'open' }]);
});

describe('deciding', () => {
  test('a replacement is sold under the same purchase, is shown and recorded like a code bought, and lowers the stock by one [CLM-10]', async () => {
    const product = await shop(5);
    const user = await buyer();
    const { bought, id } = await claimed(user, product, 2);
    const before = await balanceOf(user);
    const answer = await decide(id, 'replace');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'replaced',
      review: { decidedByName: 'Nadia Amrani', stock: 2 },
    });
    expect(await stockOf(product)).toBe(2);
    expect(await balanceOf(user)).toBe(before);
    const codes = await codesOf(user, bought);
    expect(codes.map(({ code }) => code)).toEqual(product.codes.slice(0, 3));
    expect(codes[2]?.id).toBe(answer.body.replacementCodeId);
    const shown = await user.post(`/api/purchases/${bought.id}/disclosures`, { kind: 'copy', code: 3 });
    expect(shown.body).toMatchObject({ code: { position: 3, of: 3 } });
    const [listed] = (await user.get(`/api/purchases/${bought.id}/disclosures`)).body.items;
    expect(listed).toMatchObject({ kind: 'copy', code: { position: 3, of: 3 } });
    const [notified] = (await user.get('/api/notifications')).body.items;
    expect(notified).toMatchObject({ type: 'claim_decided', title: 'Code remplacé' });
    expect((await user.get('/api/purchases')).body.items[0]).toMatchObject({ quantity: 2, totalCost: 500 });
    await isClean();
    // The replacement may be refused too.
    const again = await claim(user, bought, [answer.body.replacementCodeId]);
    expect(again.body.items[0].code).toEqual({ position: 3, of: 3 });
    await decide(again.body.items[0].id, 'credit');
    await isClean();
  });

  test('a code that was replaced or paid back is marked in its purchase [CLM-19]', async () => {
    const product = await shop(4);
    const user = await buyer();
    const { bought, id } = await claimed(user, product, 2);
    const { replacementCodeId } = (await decide(id, 'replace')).body;
    const again = await claim(user, bought, [replacementCodeId]);
    const marks = async () =>
      (await codesOf(user, bought)).map(({ replaced, credited }) => ({ replaced, credited }));
    expect(await marks()).toEqual([{ replaced: true }, {}, {}]);
    expect((await decide(again.body.items[0].id, 'credit')).status).toBe(200);
    expect(await marks()).toEqual([{ replaced: true }, {}, { credited: true }]);
  });

  test('a replacement keeps the positions of the codes before it, also when it was imported before them [CLM-10]', async () => {
    const product = await shop(3);
    const user = await buyer();
    const [oldest] = await query(
      `UPDATE codes SET status = 'reserved', reserved_by = $1, ttl = 'infinity' WHERE id = (
         SELECT min(id) FROM codes WHERE offer_id = $2) RETURNING id`,
      user.id,
      offerOf(product).id,
    );
    const { bought, id } = await claimed(user, product, 2);
    await query(
      `UPDATE codes SET status = 'available', reserved_by = NULL, ttl = NULL WHERE id = $1`,
      oldest?.id,
    );
    await decide(id, 'replace');
    expect((await codesOf(user, bought)).map(({ code }) => code)).toEqual([
      ...product.codes.slice(1),
      product.codes[0],
    ]);
  });

  test('a replacement passes over a code that no key opens, and is refused without a code for sale [CLM-11]', async () => {
    const product = await shop(3);
    const user = await buyer();
    const { bought, id } = await claimed(user, product);
    await query(
      `UPDATE codes SET sealed = decode(repeat('00', 60), 'hex') WHERE id = (
         SELECT min(id) FROM codes WHERE offer_id = $1 AND status = 'available')`,
      offerOf(product).id,
    );
    expect((await decide(id, 'replace')).status).toBe(200);
    expect((await codesOf(user, bought)).map(({ code }) => code)).toEqual([
      product.codes[0],
      product.codes[2],
    ]);
    await eventually(
      async () =>
        (await query('SELECT FROM code_checks WHERE offer_id = $1', offerOf(product).id)).length === 1,
    );
    const [empty, owner] = [await shop(1), await buyer()];
    const waiting = await claimed(owner, empty);
    expect((await decide(waiting.id, 'replace')).body.code).toBe('CODES_SHORT');
    expect((await owner.get('/api/claims?status=open')).body.items).toHaveLength(1);
  });

  // Turned red by: a check that is requested in the transaction that the refusal undoes.
  test('a replacement that is refused because no key opens any code has these checked all the same [CLM-11]', async () => {
    const product = await shop(3);
    const { id } = await claimed(await buyer(), product);
    const offerId = offerOf(product).id;
    await query(
      `UPDATE codes SET sealed = decode(repeat('00', 60), 'hex') WHERE offer_id = $1 AND status = 'available'`,
      offerId,
    );
    expect((await decide(id, 'replace')).body.code).toBe('CODES_SHORT');
    expect(await query('SELECT FROM code_checks WHERE offer_id = $1', offerId)).toHaveLength(1);
  });

  test('a credit returns the price of the code above the limit of the balance too, as a movement of the operations [CLM-12]', async () => {
    const product = await shop(3);
    const user = await buyer();
    const { bought, id } = await claimed(user, product, 2);
    for (let left = 10_000_000 - (await balanceOf(user)); left > 0; left -= 1_000_000)
      await giveBalance(services, user.id, Math.min(left, 1_000_000));
    expect(await balanceOf(user)).toBe(10_000_000);
    const answer = await decide(id, 'credit', 'Désolé');
    expect(answer.body).toMatchObject({ status: 'credited', credited: 250, decisionNote: 'Désolé' });
    expect(await balanceOf(user)).toBe(10_000_250);
    const [movement] = (await user.get('/api/operations')).body.adjustments;
    expect(movement).toMatchObject({
      source: 'claim_refund',
      type: 'credit',
      amount: 250,
      description: `Code remboursé PUBG - 660 UC - Réclamation #${id}`,
      relatedTransactionId: bought.id,
    });
    const [notified] = (await user.get('/api/notifications')).body.items;
    expect(notified).toMatchObject({ type: 'balance_credited', title: 'Code remboursé' });
    expect((await user.get('/api/ledger')).body.items[0]).toMatchObject({ type: 'credit', amount: 250 });
    const filters = { search: user.email, type: 'purchase' };
    const shown = (await admin.get(`/api/transactions?${new URLSearchParams(filters)}`)).body.items;
    expect(shown).toMatchObject([{ id: movement.transactionId, amount: 500, credited: 250 }]);
    const [heads = '', line = ''] = (await admin.post('/api/exports/transactions', filters)).text.split(
      '\r\n',
    );
    expect(line.split(';')[heads.split(';').indexOf('Remboursé à ce jour (DA)')]).toBe('250,00');
    await isClean();
  });

  test('a refusal needs a reason, which its buyer reads; neither stock nor balance moves [CLM-13]', async () => {
    const product = await shop(2);
    const user = await buyer();
    const { id } = await claimed(user, product);
    const before = await balanceOf(user);
    expect((await decide(id, 'refuse', '  ')).body.code).toBe('CLAIM_NOTE_REQUIRED');
    expect((await decide(id, 'perhaps')).body.code).toBe('CLAIM_OUTCOME_REQUIRED');
    expect((await decide(id, 'refuse', 'Le code fonctionne')).status).toBe(200);
    const [own] = (await user.get('/api/claims')).body.items;
    expect(own).toMatchObject({ status: 'refused', decisionNote: 'Le code fonctionne' });
    const [notified] = (await user.get('/api/notifications')).body.items;
    expect(notified.message).toContain('Le code fonctionne');
    expect([await balanceOf(user), await stockOf(product)]).toEqual([before, 1]);
    expect((await decide('999999', 'credit')).body.code).toBe('CLAIM_NOT_FOUND');
  });

  test('32 decisions at once, of two administrators on two servers, have one outcome [CLM-14]', async () => {
    const product = await shop(40);
    const user = await buyer();
    const second = await createUser(server, services, { role: 'admin' });
    for (let round = 0; round < 3; round += 1) {
      const { bought, id } = await claimed(user, product);
      const [stock, balance] = [await stockOf(product), await balanceOf(user)];
      const answers = await Promise.all(
        Array.from({ length: 32 }, async (_, at) => {
          const by = at % 2 ? admin : userOn(other, second);
          return decide(id, ['replace', 'credit', 'refuse'][at % 3] ?? '', 'Non', by);
        }),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done).toHaveLength(1);
      const refused = answers
        .filter(({ status }) => status !== 200)
        .map(({ status, body }) => [status, body.code]);
      for (const refusal of refused)
        expect([
          [409, 'CLAIM_DECIDED'],
          [503, 'UNAVAILABLE'],
        ]).toContainEqual(refusal);
      const { status } = done[0]?.body ?? {};
      const [row] = (await user.get(`/api/claims?purchaseId=${bought.id}`)).body.items;
      expect(row.status).toBe(status);
      expect(await stockOf(product)).toBe(stock - (status === 'replaced' ? 1 : 0));
      expect(await balanceOf(user)).toBe(balance + (status === 'credited' ? 250 : 0));
      expect(await codesOf(user, bought)).toHaveLength(status === 'replaced' ? 2 : 1);
    }
    await isClean();
  });

  test('a decision repeated under its key has one effect, and without a key it is refused [CLM-14]', async () => {
    const product = await shop(5);
    const user = await buyer();
    const { bought, id } = await claimed(user, product);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(id, 'replace', '', admin, key)));
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const { body } = await decide(id, 'replace', '', admin, key);
    expect(body.status).toBe('replaced');
    expect(await codesOf(user, bought)).toHaveLength(2);
    const bare = await server.inject({
      method: 'POST',
      url: `/api/claims/${id}/decide`,
      headers: { cookie: admin.cookie },
      payload: { outcome: 'replace' },
    });
    expect(bare.json().code).toBe('KEY_REQUIRED');
  });

  test('sales and replacements of one offer at once sell each code once [CLM-15]', async () => {
    const product = await shop(60);
    const user = await buyer();
    const bought = await buy(user, product, 20);
    const { body } = await claim(user, bought, idsOf(bought));
    const buyers = await Promise.all(Array.from({ length: 4 }, () => buyer()));
    await Promise.all([
      ...body.items.map(({ id }: { id: string }) => decide(id, 'replace')),
      ...buyers.flatMap((each) => [buy(each, product, 3), buy(each, product, 2)]),
    ]);
    const open = (await admin.get(`/api/claims?status=open&purchaseId=${bought.id}`)).body.items;
    for (const { id } of open) await decide(id, 'replace');
    expect(await codesOf(user, bought)).toHaveLength(40);
    expect(await stockOf(product)).toBe(0);
    await isClean();
  });

  test('the notifications of administrators about a purchase are read once its last claim is decided [CLM-16]', async () => {
    const product = await shop(5);
    const user = await buyer();
    const bought = await buy(user, product, 2);
    const { items } = (await claim(user, bought, idsOf(bought))).body;
    const unread = async () =>
      (
        await query(
          `SELECT count(*)::int AS n FROM notifications WHERE type = 'code_claim' AND NOT read AND data ->> 'requestId' = $1`,
          bought.id,
        )
      )[0]?.n;
    const before = await unread();
    expect(before).toBeGreaterThan(0);
    await decide(items[0].id, 'credit');
    expect(await unread()).toBe(before);
    await decide(items[1].id, 'refuse', 'Non');
    expect(await unread()).toBe(0);
  });

  test('the database itself keeps one outcome for a claim, and one claim that is not refused for a code [CLM-17]', async () => {
    const product = await shop(3);
    const user = await buyer();
    const { bought, id } = await claimed(user, product);
    await decide(id, 'credit');
    await expect(query(`UPDATE claims SET decision_note = 'x' WHERE id = $1`, id)).rejects.toThrow(
      /append-only/,
    );
    await expect(query('DELETE FROM claims WHERE id = $1', id)).rejects.toThrow(/append-only/);
    await expect(
      query(
        `INSERT INTO claims (purchase_id, code_id, user_id, reason) VALUES ($1, $2, $3, 'used')`,
        bought.id,
        bought.codes[0]?.id,
        user.id,
      ),
    ).rejects.toThrow(/claims_code/);
  });
});

describe('lists', () => {
  test('a reseller sees the own claims alone, without what helps to decide; an administrator sees all, page by page in both orders [CLM-20]', async () => {
    const { body: supplier } = await admin.post('/api/suppliers', { name: 'Source secrète' });
    const product = await shop(6, { supplierId: supplier.id, label: 'Mars', unitCost: 187.65 });
    const [user, foreigner] = [await buyer(), await buyer()];
    const bought = await buy(user, product, 4);
    const { items } = (await claim(user, bought, idsOf(bought))).body;
    await decide(items[0].id, 'credit');
    await decide(items[1].id, 'replace');
    const own = await user.get('/api/claims');
    expect(own.body.items).toHaveLength(4);
    for (const hidden of ['review', 'Source secrète', 'Mars', '187.65'])
      expect(own.text).not.toContain(hidden);
    expect((await foreigner.get('/api/claims')).body.items).toEqual([]);
    expect((await foreigner.get(`/api/claims?userId=${user.id}`)).status).toBe(403);
    expect((await foreigner.get(`/api/claims?purchaseId=${bought.id}`)).body.items).toEqual([]);
    const listed = async (parameters: string) =>
      (await linesOf(admin, `/api/claims?userId=${user.id}&limit=1${parameters}`)).map(
        ({ id }: { id: string }) => id,
      );
    const ids = items.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual([...ids].reverse());
    expect(await listed('&order=asc')).toEqual(ids);
    expect(await listed('&status=open&order=asc')).toEqual(ids.slice(2));
    expect(await listed('&status=decided&order=asc')).toEqual(ids.slice(0, 2));
    expect(await listed('&status=replaced')).toEqual([ids[1]]);
    const [shown] = (await admin.get(`/api/claims?userId=${user.id}&order=asc`)).body.items;
    expect(shown.review).toMatchObject({ stock: 1, decidedByName: 'Nadia Amrani' });
  });

  test('the batch, the supplier and the cost of a refused code are read with the stock, and by no other employee or reseller [STK-74]', async () => {
    const { body: supplier } = await admin.post('/api/suppliers', { name: 'Grossiste' });
    const product = await shop(2, { supplierId: supplier.id, label: 'Matin', unitCost: 80 });
    const user = await buyer();
    const { bought } = await claimed(user, product);
    const path = `/api/codes/${bought.codes[0]?.id}/batch`;
    const batch = {
      id: expect.any(String),
      label: 'Matin',
      source: '',
      supplierName: 'Grossiste',
      unitCost: 80,
    };
    expect((await admin.get(path)).body).toEqual({ batch });
    const limited = await secondServer(db, { config: { extensions: new Set(['claims', 'admin-scopes']) } });
    const employee = await createUser(server, services, { role: 'admin' });
    await query(`UPDATE users SET scopes = '{requests}' WHERE id = $1`, employee.id);
    expect((await userOn(limited.server, employee).get(path)).body.code).toBe('SCOPE_MISSING');
    await query(`UPDATE users SET scopes = '{requests,stock}' WHERE id = $1`, employee.id);
    expect((await userOn(limited.server, employee).get(path)).body).toEqual({ batch });
    expect((await user.get(path)).status).toBe(403);
    expect((await user.get('/api/claims')).text).not.toMatch(/Grossiste|Matin/);
    expect((await admin.get('/api/codes/999999999/batch')).body).toEqual({ batch: null });
  });

  test('the card of a claim counts how its code was disclosed, alone or with the others of its purchase [CLM-21]', async () => {
    const product = await shop(3);
    const user = await buyer();
    const bought = await buy(user, product, 2);
    const disclose = (kind: string, code?: number) =>
      user.post(`/api/purchases/${bought.id}/disclosures`, { kind, ...(code && { code }) });
    for (const [kind, code] of [['print'], ['print'], ['share', 1], ['copy', 2]] as const)
      await disclose(kind, code);
    const { items } = (await claim(user, bought, idsOf(bought))).body;
    const of = async (id: string) =>
      (await admin.get(`/api/claims?purchaseId=${bought.id}`)).body.items.find(
        (each: { id: string }) => each.id === id,
      ).review.disclosures;
    expect(await of(items[0].id)).toEqual({ reveal: 0, copy: 0, share: 1, print: 2 });
    expect(await of(items[1].id)).toEqual({ reveal: 0, copy: 1, share: 0, print: 2 });
  });

  test('an account whose claims exceed 2 % of the codes that it bought in 30 days is flagged, and nothing else happens to it [CLM-22]', async () => {
    const product = await shop(110);
    const user = await buyer();
    const bought = await buy(user, product, 100);
    const reviewOf = async () => (await admin.get(`/api/claims?userId=${user.id}`)).body.items[0].review;
    await claim(user, bought, idsOf(bought, 2));
    expect(await reviewOf()).toMatchObject({ claims: 2, bought: 100, isRateHigh: false });
    await claim(user, bought, [bought.codes[2]?.id ?? '']);
    expect(await reviewOf()).toMatchObject({ claims: 3, bought: 100, isRateHigh: true });
    await query(`ALTER TABLE claims DISABLE TRIGGER USER`);
    await query(`UPDATE claims SET created_at = created_at - interval '31 days' WHERE user_id = $1`, user.id);
    await query(`ALTER TABLE claims ENABLE TRIGGER USER`);
    expect(await reviewOf()).toMatchObject({ claims: 0, isRateHigh: false });
    expect(
      (
        await user.post('/api/purchases', {
          productId: product.id,
          offerId: offerOf(product).id,
          quantity: 1,
        })
      ).status,
    ).toBe(200);
  });

  test('what a supplier owes is listed by batch with its cost when the code was sold, and its codes are exported as CSV and XLSX, in the journal [CLM-23]', async () => {
    const { body: supplier } = await admin.post('/api/suppliers', { name: 'Fournisseur A' });
    const product = await shop(6, { supplierId: supplier.id, label: 'Lot A', unitCost: 200 });
    const unnamed = await shop(2);
    const user = await buyer();
    const bought = await buy(user, product, 3);
    const { items } = (await claim(user, bought, idsOf(bought))).body;
    const further = await claimed(user, unnamed);
    await decide(items[0].id, 'credit');
    await decide(items[1].id, 'replace');
    await decide(items[2].id, 'refuse', 'Non');
    await decide(further.id, 'credit');
    const lines = await linesOf(admin, '/api/supplier-claims?limit=1');
    const ofBatch = lines.find(({ batchLabel }: { batchLabel: string }) => batchLabel === 'Lot A');
    expect(ofBatch).toMatchObject({
      supplierName: 'Fournisseur A',
      claims: 2,
      replaced: 1,
      credited: 1,
      cost: 400,
    });
    expect(lines.find((line) => line.cost === null)).toBeDefined();
    await admin.patch(`/api/batches/${ofBatch.batchId}`, { unitCost: 220 });
    const [corrected] = (await admin.get(`/api/supplier-claims?supplierId=${supplier.id}`)).body.items;
    expect(corrected.cost).toBe(400);
    const csv = await admin.post('/api/exports/supplier-claims', { batchId: ofBatch.batchId });
    expect(csv.status).toBe(200);
    for (const code of product.codes.slice(0, 2)) expect(csv.text).toContain(code);
    expect(csv.text).not.toContain(product.codes[2]);
    expect(csv.text.trim().split('\n')).toHaveLength(3);
    expect(csv.headers['cache-control']).toBe('no-store');
    const xlsx = await admin.post('/api/exports/supplier-claims?format=xlsx', { batchId: ofBatch.batchId });
    expect(xlsx.text.startsWith('PK')).toBe(true);
    const [entry] = (await admin.get('/api/audit-trail?action=list.export')).body.items;
    expect(entry.after.filters).toBe(`Lot n° : ${ofBatch.batchId}`);
    expect(JSON.stringify(entry)).not.toContain(product.codes[0]);
    expect((await admin.post('/api/exports/claims', { status: 'replaced' })).text).toContain('Remplacé');
  });

  // Turned red by: codes that the supplier has paid for already, in the next list and export.
  test('what a supplier has settled is owed no more: later decisions alone are listed and exported, and the settlement says how much, why, who and when [CLM-63]', async () => {
    const product = await shop(6, { label: 'Lot réglé', unitCost: 200 });
    const user = await buyer();
    const bought = await buy(user, product, 5);
    const { items } = (await claim(user, bought, idsOf(bought))).body;
    // The oldest claim is decided last.
    const [oldest, ...others] = items.map(({ id }: { id: string }) => id);
    for (const id of others.slice(0, 2)) await decide(id, 'credit');
    const owed = async () =>
      (await linesOf(admin, '/api/supplier-claims?limit=50')).find(
        ({ batchLabel }: { batchLabel: string }) => batchLabel === 'Lot réglé',
      );
    const first = await owed();
    expect(first).toMatchObject({ claims: 2, cost: 400, lastClaimId: others[1] });
    const { batchId } = first;
    const settle = (body: object, key = randomUUID(), by = admin) =>
      by.post(`/api/supplier-claims/${batchId}/settle`, body, { 'idempotency-key': key });
    const regained = async () => (await admin.get('/api/statistics/owner')).body.earned.claims.regained;
    const before = await regained();
    const body = { upTo: first.lastClaimId, count: 2, amount: 380.5, note: 'Avoir n° 12' };
    const key = randomUUID();
    const settled = await settle(body, key);
    expect(settled.body).toMatchObject({
      batchId,
      claims: 2,
      amount: 380.5,
      note: 'Avoir n° 12',
      settledByName: 'Nadia Amrani',
    });
    expect((await settle(body, key)).body).toEqual(settled.body);
    expect(await owed()).toBeUndefined();
    for (const id of [others[2], oldest]) await decide(id, 'credit');
    expect(await owed()).toMatchObject({ claims: 2, cost: 400, lastClaimId: others[2] });
    const csv = (await admin.post('/api/exports/supplier-claims', { batchId })).text;
    const isExported = (index: number) => csv.includes(bought.codes[index]?.code ?? '?');
    expect([0, 1, 2, 3, 4].map(isExported)).toEqual([true, false, false, true, false]);
    const { items: settlements } = (await admin.get('/api/supplier-claims/settlements')).body;
    expect(settlements[0]).toEqual(settled.body);
    expect(((await regained()) - before).toFixed(2)).toBe('380.50');
    const [entry] = (await admin.get('/api/audit-trail?action=claim.settle')).body.items;
    expect(entry).toMatchObject({
      subjectId: offerOf(product).id,
      after: { batchId, claims: 2, amount: 380.5, note: 'Avoir n° 12' },
    });
    expect((await settle({ ...body, upTo: oldest, count: 0 })).status).toBe(422);
    const unknown = await admin.post('/api/supplier-claims/999999999/settle', body);
    expect(unknown.body.code).toBe('BATCH_NOT_FOUND');
    await isClean();
  });

  // Turned red by: a number of codes that is read before the lock.
  test('of two administrators who settle at once, on two servers, one is refused with the codes that are left, and neither pays for a code that was decided meanwhile [CLM-63]', async () => {
    const product = await shop(4, { label: 'Lot disputé' });
    const user = await buyer();
    const bought = await buy(user, product, 3);
    const { items } = (await claim(user, bought, idsOf(bought))).body;
    await decide(items[1].id, 'credit');
    await decide(items[2].id, 'credit');
    const [{ batchId }] = (await linesOf(admin, '/api/supplier-claims?limit=50')).filter(
      ({ batchLabel }: { batchLabel: string }) => batchLabel === 'Lot disputé',
    );
    const settle = (by: TestUser, count: number) =>
      untilAnswered(() =>
        by.post(`/api/supplier-claims/${batchId}/settle`, {
          upTo: items[2].id,
          count,
          amount: 500,
          note: '',
        }),
      );
    const answers = await Promise.all([settle(admin, 2), settle(userOn(other, admin), 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'SUPPLIER_CLAIMS_CHANGED', claims: 0 });
    await decide(items[0].id, 'credit');
    expect((await settle(admin, 2)).body).toMatchObject({ code: 'SUPPLIER_CLAIMS_CHANGED', claims: 1 });
    const [{ amount }] = (await query(
      'SELECT sum(amount)::int AS amount FROM supplier_settlements WHERE batch_id = $1',
      batchId,
    )) as [{ amount: number }];
    expect(amount).toBe(50_000);
  });

  test('sold codes are counted as before a replacement [CLM-24]', async () => {
    const product = await shop(5, { unitCost: 200 });
    const user = await buyer();
    const { id } = await claimed(user, product, 2);
    await decide(id, 'replace');
    await runJobs(services);
    const [counted] = await query(
      'SELECT codes::int, amount::int, cost::int, uncosted::int FROM sales_days WHERE offer_id = $1',
      offerOf(product).id,
    );
    expect(counted).toEqual({ codes: 2, amount: 50_000, cost: 40_000, uncosted: 0 });
  });
});

describe('photos', () => {
  test('only a plain JPEG is taken, the same file twice is one photo, and one that no claim names is deleted after a day [CLM-30]', async () => {
    const product = await shop(2);
    const user = await buyer();
    expect((await sendPhoto(user, Buffer.from('GIF89a'))).body.code).toBe('PROOF_FORMAT');
    const photo = await receiptPicture({ layout: 0, lines: ['deux'] });
    const [first, again] = [await sendPhoto(user, photo), await sendPhoto(user, photo)];
    expect(again.body.pictureId).toBe(first.body.pictureId);
    const named = (await sendPhoto(user, await receiptPicture({ layout: 0, lines: ['trois'] }))).body;
    const bought = await buy(user, product);
    const { items } = (await claim(user, bought, idsOf(bought), { pictureId: named.pictureId })).body;
    const age = (days: number) =>
      query(
        `UPDATE claim_pictures SET created_at = clock_timestamp() - make_interval(days => $1::int)`,
        days,
      );
    await age(2);
    await runJobs(services);
    const left = await query('SELECT id::int FROM claim_pictures WHERE user_id = $1', user.id);
    expect(left).toEqual([{ id: Number(named.pictureId) }]);
    await age(181);
    await runJobs(services);
    // A clock that is far ahead for a minute takes no photo away from who decides.
    expect((await user.get(`/api/claims/${items[0].id}/picture`)).status).toBe(200);
    await decide(items[0].id, 'refuse', 'Il fonctionne');
    await runJobs(services);
    expect((await user.get(`/api/claims/${items[0].id}/picture`)).body.code).toBe('CLAIM_PICTURE_NOT_FOUND');
    expect((await user.get('/api/claims')).body.items[0].hasPicture).toBe(false);
  });
});

test('without the switch every call answers that it is off, and what was replaced stays with its purchase [CLM-40]', async () => {
  const product = await shop(4);
  const user = await buyer();
  const { bought, id } = await claimed(user, product);
  await decide(id, 'replace');
  const { server: off } = await secondServer(db);
  const [reseller, administrator] = [userOn(off, user), userOn(off, admin)];
  const answers = [
    await claim(reseller, bought, idsOf(bought)),
    await reseller.get('/api/claims'),
    await decide(id, 'credit', '', administrator),
    await administrator.get('/api/supplier-claims'),
    await administrator.post('/api/exports/claims', {}),
    await administrator.post('/api/exports/supplier-claims', {}),
    await reseller.get(`/api/claims/${id}/picture`),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'FEATURE_OFF']);
  expect(await codesOf(reseller, bought)).toHaveLength(2);
});
