import { formatAmount } from '@almas/locale/formats';
import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import {
  announceUnknown,
  startSupplierOrders,
  workOnce,
} from '../../server/src/modules/supplier-orders/work-orders.ts';
import type { OutboundClient } from '../../server/src/outbound/outbound-client.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase, servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { dying, watch } from '../support/killed-database.ts';
import { waitingForLocks } from '../support/row-locks.ts';
import { createUser } from '../support/users.ts';

/*
 * Free Fire requests that a supplier tops up (docs/acceptance.md, SUP-40 to SUP-48). Turned red by: a request that is decided while its order
 * is open; a receipt that validates a request which was decided; an order of a request beside an open one; a refund by the server.
 */

/** A supplier whose API keeps our reference as a key; the article of an order says what it does with it. */
interface Known {
  readonly player: string;
  readonly cost: number;
  refunded?: number;
  readonly receipt?: string;
  paid: number;
  state: 'pending' | 'completed' | 'reversed';
}
const books = new Map<string, Known>();
const present = (reference: string, { state, cost, refunded = cost, receipt }: Known) => ({
  status: state,
  reference,
  id: `F-${reference.slice(-4)}`,
  cost,
  refunded,
  ...(receipt !== undefined && { receipt }),
});
const outbound: OutboundClient = {
  check: () => undefined,
  call: async ({ method, url, body }) => {
    const answer = (status: number, value: object) => ({
      status,
      headers: {},
      body: Buffer.from(JSON.stringify(value)),
    });
    if (url.endsWith('/balance')) return answer(200, { balance: 5_000 });
    if (method === 'GET') {
      const reference = url.split('/').at(-1) ?? '';
      const known = books.get(reference);
      return known ? answer(200, present(reference, known)) : answer(404, {});
    }
    const order = JSON.parse(String(body)) as { reference: string; article: string; player: string };
    if (order.article === 'refused') return answer(422, {});
    if (order.article === 'silence') return answer(504, {});
    const known = books.get(order.reference) ?? {
      player: order.player,
      cost: 140,
      ...(!order.article.endsWith('no-receipt') && {
        receipt:
          order.article === 'own-address'
            ? '/api/free-fire/requests/1/proof'
            : `https://recus.example/${order.reference}`,
      }),
      paid: 0,
      state: order.article === 'later' ? ('pending' as const) : ('completed' as const),
    };
    known.paid += 1;
    books.set(order.reference, known);
    return order.article.startsWith('paid-then-error')
      ? answer(500, {})
      : answer(200, present(order.reference, known));
  },
};

const { db, query } = await freshDatabase({ max: 20 });
const { server, services: opened } = await secondServer(db, {
  config: { extensions: new Set(['suppliers', 'admin-scopes'] as const) },
  // The service is open.
  services: { outbound, now: () => new Date('2026-03-02T11:00:00Z') },
});
/** The worker has the rights of a server, not those of the owner. */
const services = { ...opened, db: servingDatabase(db) };
const admin = await createUser(server, opened, { role: 'admin', firstName: 'Nadia', lastName: 'Cherif' });
const colleague = await createUser(server, opened, { role: 'admin' });
const reseller = await createUser(server, opened, { balance: 100_000 });

const { id: supplierId } = (await admin.post('/api/suppliers', { name: 'Diamants du Sud' })).body;
const connectionId: string = (
  await admin.post('/api/supplier-connections', {
    supplierId,
    kind: 'idempotent',
    settings: { address: 'https://api.fournisseur.example', articles: [] },
    dailyCap: 1_000_000,
  })
).body.id;
const [offer] = (await reseller.get('/api/free-fire/offers')).body.items;
/** What the supplier does with the top-ups that follow. */
const setArticle = async (article: string, maxCost = 150) => {
  const settings = {
    address: 'https://api.fournisseur.example',
    articles: [],
    topUps: [{ offerId: offer.id, article, maxCost }],
  };
  const { status } = await admin.patch(`/api/supplier-connections/${connectionId}`, { settings });
  expect(status).toBe(200);
};
const newRequest = async (): Promise<string> =>
  (
    await reseller.post('/api/free-fire/requests', {
      freeFireId: '12345678',
      offerId: offer.id,
      amount: offer.price,
    })
  ).body.requestId;
const send = (requestId: string, by = admin) => by.post('/api/supplier-top-ups', { connectionId, requestId });
async function sent(
  article: string,
  maxCost?: number,
): Promise<{ requestId: string; id: string; reference: string }> {
  await setArticle(article, maxCost);
  const requestId = await newRequest();
  const { status, body } = await send(requestId);
  expect(status).toBe(200);
  return { requestId, id: body.id, reference: body.reference };
}
async function work(id: string, by = services): Promise<unknown> {
  await query(
    `UPDATE supplier_orders SET next_check_at = clock_timestamp() + CASE WHEN id = $1 THEN -1 ELSE 3600 END * interval '1 second'
      WHERE next_check_at IS NOT NULL`,
    id,
  );
  return workOnce(by);
}
/** A request whose order was paid without an answer and given up by a person, until its supplier says that it is done. */
async function givenUp(article = 'paid-then-error') {
  const { requestId, id, reference } = await sent(article);
  await work(id);
  const paid = books.get(reference) as Known;
  books.delete(reference);
  await resolve(id, { outcome: 'failed', evidence: 'Rien sur le relevé' });
  const arrives = (by = services) => {
    books.set(reference, paid);
    return work(id, by);
  };
  return { requestId, arrives };
}
const orderOf = async (id: string) =>
  (await admin.get('/api/supplier-orders?limit=200')).body.items.find(
    (each: { id: string }) => each.id === id,
  );
const requestOf = async (id: string) => (await admin.get(`/api/free-fire/requests/${id}`)).body;
const refuse = (id: string, by = admin) => by.post(`/api/free-fire/requests/${id}/refuse`, { note: 'Motif' });
const proof = 'https://exemple.dz/preuve.png';
const validate = (id: string, by = admin) =>
  by.post(`/api/free-fire/requests/${id}/validate`, { imageUrl: proof });
const resolve = (id: string, body: object, by = admin) => by.post(`/api/supplier-orders/${id}/resolve`, body);
const balance = async (): Promise<number> => (await reseller.get('/api/me')).body.balance;
const titles = async (reader = admin): Promise<string[]> =>
  (await reader.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);
const isClean = async () => expect(await audit(db)).toEqual([]);

describe('a Free Fire request', () => {
  test('is sent after a tap, and the supplier’s receipt validates it as its proof [SUP-40]', async () => {
    const { requestId, id, reference } = await sent('immediate');
    expect(await orderOf(id)).toMatchObject({
      status: 'planned',
      quantity: 1,
      maxCost: 150,
      offerId: null,
      topUp: { requestId, playerId: '12345678' },
    });
    const before = await balance();
    await work(id);
    expect(await orderOf(id)).toMatchObject({ status: 'delivered', delivered: 1, cost: 140, batchId: null });
    expect(await requestOf(requestId)).toMatchObject({
      status: 'validated',
      imageUrl: `https://recus.example/${reference}`,
      processedByName: 'Nadia Cherif',
    });
    expect(books.get(reference)).toMatchObject({ player: '12345678', paid: 1 });
    expect(await balance()).toBe(before);
    expect((await reseller.get(`/api/free-fire/requests/${requestId}`)).text).not.toContain('140');
    await isClean();
  });

  test('is not decided while it is at a supplier [SUP-41]', async () => {
    const { requestId, id, reference } = await sent('later');
    const refusals = async () => [(await validate(requestId)).body.code, (await refuse(requestId)).body.code];
    const atSupplier = ['REQUEST_AT_SUPPLIER', 'REQUEST_AT_SUPPLIER'];
    expect(await refusals()).toEqual(atSupplier);
    await work(id);
    expect((await orderOf(id)).status).toBe('accepted');
    expect(await refusals()).toEqual(atSupplier);
    const known = books.get(reference);
    if (known) known.state = 'completed';
    await work(id);
    expect((await requestOf(requestId)).status).toBe('validated');
    expect(await refusals()).toEqual(['REQUEST_PROCESSED', 'REQUEST_PROCESSED']);
  });

  // Turned red by: an order that was sent meanwhile and is written as one of which nothing was taken.
  test('whose order was sent while a person was cancelling it stays at its supplier, and that person reads so [SUP-41][SUP-43]', async () => {
    const paused = (value: boolean) =>
      admin.patch(`/api/supplier-connections/${connectionId}`, { paused: value });
    const cancelled = (id: string, expectedStatus: string) =>
      resolve(id, { outcome: 'failed', evidence: 'Annulée', expectedStatus });
    for (const [article, status] of [
      ['later', 'accepted'],
      ['silence', 'unknown'],
    ] as const) {
      const { requestId, id } = await sent(article);
      await paused(true);
      await work(id);
      expect((await orderOf(id)).status).toBe('planned');
      await paused(false);
      await work(id);
      const late = await cancelled(id, 'planned');
      expect([late.status, late.body.code]).toEqual([409, 'SUPPLIER_ORDER_SENT']);
      expect(await orderOf(id)).toMatchObject({ status, cost: null });
      expect((await refuse(requestId)).body.code).toBe('REQUEST_AT_SUPPLIER');
      expect((await cancelled(id, status)).body).toMatchObject({ status: 'failed', cost: 0 });
    }
    const { id } = await sent('later');
    expect((await cancelled(id, 'planned')).body).toMatchObject({ status: 'failed', cost: 0 });
    await isClean();
  });

  test('that was topped up without a receipt waits for a proof, and is neither refused nor sent again [SUP-42]', async () => {
    for (const article of ['no-receipt', 'own-address']) {
      const { requestId, id } = await sent(article);
      await work(id);
      expect((await orderOf(id)).status).toBe('delivered');
      expect((await requestOf(requestId)).status).toBe('pending');
      expect((await titles())[0]).toBe('Une recharge attend sa preuve');
      expect((await refuse(requestId)).body.code).toBe('REQUEST_TOPPED_UP');
      expect((await send(requestId)).body.code).toBe('REQUEST_TOPPED_UP');
      expect((await validate(requestId)).body).toMatchObject({ status: 'validated', imageUrl: proof });
    }
    await isClean();
  });

  test('that two administrators send and decide at once has one outcome, and a stale page sends nothing [SUP-43]', async () => {
    await setArticle('immediate');
    const requestId = await newRequest();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) => send(requestId, at % 2 ? admin : colleague)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['REQUEST_AT_SUPPLIER']),
    );
    for (let round = 0; round < 8; round += 1) {
      const raced = await newRequest();
      const [tapped, refused] = await Promise.all([send(raced, colleague), refuse(raced)]);
      expect([tapped.status, refused.status].sort()).toEqual([200, 409]);
    }
    const decided = await newRequest();
    await refuse(decided, colleague);
    expect((await send(decided)).body.code).toBe('REQUEST_PROCESSED');
    await isClean();
  });

  test('without an answer is never sent again, is given up by a person, and costs what a late top-up took [SUP-44]', async () => {
    const { requestId, id, reference } = await sent('paid-then-error');
    await work(id);
    const paid = books.get(reference) as Known;
    expect((await orderOf(id)).status).toBe('unknown');
    // Its supplier does not find it for now.
    books.delete(reference);
    for (let round = 0; round < 4; round += 1) await work(id);
    expect((await orderOf(id)).status).toBe('unknown');
    expect((await refuse(requestId)).body.code).toBe('REQUEST_AT_SUPPLIER');
    expect(
      (await resolve(id, { outcome: 'delivered', evidence: 'Reçu', cost: 1, codes: ['A'] })).body.code,
    ).toBe('SUPPLIER_CODES_OF_TOP_UP');
    await resolve(id, { outcome: 'failed', evidence: 'Rien sur le relevé' });
    const before = await balance();
    expect((await refuse(requestId)).status).toBe(200);
    expect(await balance()).toBe(before + offer.price);
    books.set(reference, paid);
    await work(id);
    expect(await orderOf(id)).toMatchObject({ status: 'delivered', cost: 140 });
    expect((await requestOf(requestId)).status).toBe('refused');
    expect(await balance()).toBe(before + offer.price);
    expect(paid.paid).toBe(1);
    expect((await titles())[0]).toBe('Une recharge est arrivée après coup');
    await isClean();
  });

  test('that its first order tops up late, while a second one waits for its connection, is not paid for twice [SUP-44]', async () => {
    const { requestId, arrives } = await givenUp();
    const second = (await send(requestId)).body;
    await admin.patch(`/api/supplier-connections/${connectionId}`, { paused: true });
    await arrives();
    expect((await requestOf(requestId)).status).toBe('validated');
    await admin.patch(`/api/supplier-connections/${connectionId}`, { paused: false });
    await work(second.id);
    expect(await orderOf(second.id)).toMatchObject({ status: 'failed', cost: 0 });
    expect(books.has(second.reference)).toBe(false);
    await isClean();
  });

  test('that its first order tops up late without a receipt, while a second one waits, is not paid for twice, and is listed with both, to be validated and not refused [SUP-44] [SUP-42]', async () => {
    const { requestId, arrives } = await givenUp('paid-then-error-no-receipt');
    const second = (await send(requestId)).body;
    await admin.patch(`/api/supplier-connections/${connectionId}`, { paused: true });
    await arrives();
    expect((await requestOf(requestId)).status).toBe('pending');
    await admin.patch(`/api/supplier-connections/${connectionId}`, { paused: false });
    await work(second.id);
    expect(await orderOf(second.id)).toMatchObject({
      status: 'failed',
      cost: 0,
      evidence: 'Rien n’a été pris : la demande est déjà traitée ou rechargée, ou le fournisseur est archivé',
    });
    expect(books.has(second.reference)).toBe(false);
    const { items } = (await admin.get('/api/supplier-top-ups')).body;
    const ofRequest = items.filter(
      ({ topUp }: { topUp: { requestId: string } }) => topUp.requestId === requestId,
    );
    expect(ofRequest).toMatchObject([
      { id: second.id, status: 'failed' },
      { status: 'delivered', cost: 140 },
    ]);
    expect((await refuse(requestId)).body.code).toBe('REQUEST_TOPPED_UP');
    expect((await validate(requestId)).status).toBe(200);
    await isClean();
  });

  test('that its first order tops up late, while a second one is under way, is validated once, and the second one is notified or decided [SUP-44]', async () => {
    const first = await givenUp();
    await setArticle('later');
    const accepted = (await send(first.requestId)).body;
    await work(accepted.id);
    await first.arrives();
    expect((await requestOf(first.requestId)).status).toBe('validated');
    expect((await orderOf(accepted.id)).status).toBe('accepted');
    await isClean();
    (books.get(accepted.reference) as Known).state = 'completed';
    await work(accepted.id);
    expect(await orderOf(accepted.id)).toMatchObject({ status: 'delivered', cost: 140 });
    expect((await titles())[0]).toBe('Une recharge est arrivée après coup');
    await isClean();

    const other = await givenUp();
    await setArticle('silence');
    const unknown = (await send(other.requestId)).body;
    await work(unknown.id);
    await other.arrives();
    expect((await orderOf(unknown.id)).status).toBe('unknown');
    await isClean();
    await resolve(unknown.id, { outcome: 'failed', evidence: 'Rien sur le relevé' });
    expect(await orderOf(unknown.id)).toMatchObject({ status: 'failed', cost: 0 });
    await isClean();
  });

  test('that its first order tops up while a second one is being sent, is not paid for twice [SUP-44]', async () => {
    const first = await givenUp();
    await setArticle('immediate');
    const second = (await send(first.requestId)).body;
    let sending: Promise<unknown> | undefined;
    // The first order holds the request: the second one is sent meanwhile, or waits for it.
    const validating = watch(services.db, /UPDATE free_fire_requests SET status = 'validated'/, async () => {
      await query('UPDATE supplier_orders SET next_check_at = clock_timestamp() WHERE id = $1', second.id);
      sending = workOnce(services);
      const sent = sending.then(() => 'sent');
      while ((await waitingForLocks(db)) === 0)
        if ((await Promise.race([sent, Promise.resolve('under way')])) === 'sent') return;
    });
    await first.arrives({ ...services, db: validating });
    await sending;
    expect((await requestOf(first.requestId)).status).toBe('validated');
    expect(books.has(second.reference)).toBe(false);
    expect(await orderOf(second.id)).toMatchObject({ status: 'failed', cost: 0 });
    await isClean();
  });

  test('that a person says is topped up is validated by that person [SUP-44]', async () => {
    const { requestId, id } = await sent('silence');
    await work(id);
    const body = { outcome: 'delivered', evidence: 'Reçu 12', cost: 140 };
    const answers = await Promise.all(Array.from({ length: 16 }, () => resolve(id, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await requestOf(requestId)).toMatchObject({ status: 'pending' });
    expect((await refuse(requestId)).body.code).toBe('REQUEST_TOPPED_UP');
    expect((await validate(requestId)).status).toBe(200);
    await isClean();
  });

  test('whose top-up is taken back stays as it was decided, its order costs nothing, and administrators are notified [SUP-45]', async () => {
    const { requestId, id, reference } = await sent('immediate');
    await work(id);
    const known = books.get(reference) as Known;
    known.state = 'reversed';
    const before = await balance();
    await work(id);
    expect(await orderOf(id)).toMatchObject({ status: 'failed', cost: 0 });
    expect((await requestOf(requestId)).status).toBe('validated');
    expect(await balance()).toBe(before);
    const [notice] = (await admin.get('/api/notifications?limit=1')).body.items;
    expect(notice).toMatchObject({
      title: 'Un fournisseur a repris une recharge',
      message: expect.stringContaining(`n° ${requestId} a été annulée, ${formatAmount(140)} rendus`),
    });
    await isClean();
  });

  // Turned red by: a top-up that was never confirmed, and that is said to be taken back.
  test('whose top-up is cancelled before it was confirmed is notified with what its supplier gave back and kept [SUP-45]', async () => {
    const { requestId, id, reference } = await sent('later');
    await work(id);
    expect((await orderOf(id)).status).toBe('accepted');
    Object.assign(books.get(reference) as Known, { state: 'reversed', refunded: 40 });
    await work(id);
    expect(await orderOf(id)).toMatchObject({ status: 'failed', cost: 100 });
    expect((await requestOf(requestId)).status).toBe('pending');
    const [notice] = (await admin.get('/api/notifications?limit=1')).body.items;
    expect(notice).toMatchObject({
      title: 'Un fournisseur a annulé une recharge',
      message: `La recharge de la demande Free Fire n° ${requestId} a été annulée avant d’être confirmée, ${formatAmount(40)} rendus et ${formatAmount(100)} gardés par le fournisseur : voyez la demande.`,
    });
    expect((await refuse(requestId)).status).toBe(200);
    await isClean();
  });

  // Turned red by: what stops a supplier notified to who decides requests, and may neither settle an order nor resume its supplier.
  test('is notified to who can act: its supplier and its unknown outcome with the stock, a missing proof with the requests [TEA-14]', async () => {
    const employ = async (scope: string) => {
      const employee = await createUser(server, opened, { role: 'admin' });
      await query('UPDATE users SET scopes = $2 WHERE id = $1', employee.id, [scope]);
      return employee;
    };
    const [stock, requests] = [await employ('stock'), await employ('requests')];
    const dear = await sent('no-receipt', 100);
    await work(dear.id);
    expect(await orderOf(dear.id)).toMatchObject({ status: 'delivered', cost: 140 });
    expect(await titles(stock)).toEqual(['Un fournisseur a pris plus que permis']);
    const decided = ['Une recharge attend sa preuve', 'Nouvelle demande Free Fire'];
    expect(await titles(requests)).toEqual(decided);
    await validate(dear.requestId);
    await admin.patch(`/api/supplier-connections/${connectionId}`, { paused: false });
    const unknown = await sent('silence');
    await work(unknown.id);
    expect((await orderOf(unknown.id)).status).toBe('unknown');
    await query('ALTER TABLE supplier_orders DISABLE TRIGGER USER');
    await query(
      "UPDATE supplier_orders SET status_at = clock_timestamp() - interval '1 hour' WHERE id = $1",
      unknown.id,
    );
    await query('ALTER TABLE supplier_orders ENABLE TRIGGER USER');
    expect(await announceUnknown(services)).toBeGreaterThanOrEqual(1);
    expect((await titles(stock))[0]).toBe('Commande au résultat inconnu');
    expect(await titles(requests)).not.toContain('Commande au résultat inconnu');
    await resolve(unknown.id, { outcome: 'failed', evidence: 'Rien sur le relevé' });
  });

  test('is not sent at a cost that its sender has not seen [SUP-46]', async () => {
    await setArticle('immediate', 140);
    const requestId = await newRequest();
    await setArticle('immediate', 150);
    const seen = (expectedMaxCost: number) =>
      admin.post('/api/supplier-top-ups', { connectionId, requestId, expectedMaxCost });
    const refused = await seen(140);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'SUPPLIER_COST_CHANGED', maxCost: 150 });
    expect((await seen(150)).body).toMatchObject({ status: 'planned', maxCost: 150 });
  });

  // Turned red by: a worker that does nothing while the switch is off.
  test('is not held open by a supplier when the switch is turned off: what was sent is followed, and what was not is not sent [SUP-48]', async () => {
    const followed = await sent('later');
    await work(followed.id);
    const waiting = await sent('immediate');
    const known = books.get(followed.reference);
    if (known) known.state = 'completed';
    await query('UPDATE supplier_orders SET next_check_at = clock_timestamp() WHERE id = ANY ($1)', [
      followed.id,
      waiting.id,
    ]);
    const stop = startSupplierOrders({ ...services, features: { enabled: async () => new Set() } });
    await eventually(async () => {
      const states = await Promise.all([orderOf(followed.id), orderOf(waiting.id)]);
      return states.every(({ status }) => status === 'delivered' || status === 'failed');
    });
    await stop();
    expect((await requestOf(followed.requestId)).status).toBe('validated');
    expect(await orderOf(waiting.id)).toMatchObject({
      status: 'failed',
      sentAt: null,
      evidence: 'Rien n’a été pris : les commandes aux fournisseurs ont été désactivées avant son envoi',
    });
    expect(books.get(waiting.reference)).toBeUndefined();
    expect((await refuse(waiting.requestId)).status).toBe(200);
    await isClean();
  });

  // Turned red by: a look-up that waits for the time that was set while the clock was ahead.
  test('is looked up as soon as a clock that was days ahead is right again [SUP-44]', async () => {
    const { requestId, id, reference } = await sent('later');
    await work(id);
    const known = books.get(reference);
    if (known) known.state = 'completed';
    await query(
      `UPDATE supplier_orders SET next_check_at = clock_timestamp() + CASE WHEN id = $1 THEN interval '2 days' ELSE interval '1 hour' END
        WHERE next_check_at IS NOT NULL`,
      id,
    );
    expect(await workOnce(services)).toBe(true);
    expect((await requestOf(requestId)).status).toBe('validated');
    expect(await workOnce(services)).toBe(false);
  });

  test('that its supplier refuses is pending again, and can be sent anew or refused [SUP-45]', async () => {
    const { requestId, id } = await sent('refused');
    await work(id);
    expect((await orderOf(id)).status).toBe('failed');
    expect((await send(requestId)).status).toBe(200);
    const [again] = (await admin.get('/api/supplier-top-ups')).body.items;
    expect(again.topUp.requestId).toBe(requestId);
    await work(again.id);
    expect((await refuse(requestId)).status).toBe(200);
  });

  test('is sent within the cap of the day, not while the connection is paused, and not by a simulated supplier [SUP-46]', async () => {
    const { id } = await sent('immediate');
    await work(id);
    const { suppliers } = (await admin.get('/api/supplier-top-ups')).body;
    expect(suppliers).toEqual([
      {
        connectionId,
        supplierName: 'Diamants du Sud',
        paused: false,
        offers: [{ offerId: offer.id, maxCost: 150 }],
      },
    ]);
    const requestId = await newRequest();
    await admin.patch(`/api/supplier-connections/${connectionId}`, { paused: true });
    expect((await send(requestId)).body.code).toBe('SUPPLIER_PAUSED');
    const [{ spentToday }] = (await admin.get('/api/supplier-connections')).body.items;
    await admin.patch(`/api/supplier-connections/${connectionId}`, {
      paused: false,
      dailyCap: spentToday + 149,
    });
    expect((await send(requestId)).body.code).toBe('SUPPLIER_CAP_REACHED');
    await admin.patch(`/api/supplier-connections/${connectionId}`, { dailyCap: 1_000_000 });
    const simulated = await admin.post('/api/supplier-connections', {
      supplierId,
      kind: 'simulator',
      settings: { address: '', articles: [], topUps: [{ offerId: offer.id, article: 'x', maxCost: 150 }] },
      dailyCap: 1_000,
    });
    expect(simulated.body.code).toBe('SUPPLIER_TOPS_UP_NOTHING');
    expect((await send(requestId, reseller)).status).toBe(403);
  });
});

test('a server that is killed before any statement of a top-up pays for it at most once, and what was topped up is validated once [SUP-47]', async () => {
  const stride = process.env.LONG ? 1 : 4;
  for (const article of ['immediate', 'paid-then-error']) {
    for (let statements = 0; ; statements += stride) {
      const { requestId, id, reference } = await sent(article);
      const survived = await work(id, { ...services, db: dying(services.db, statements) }).catch(() => false);
      for (let round = 0; round < 3; round += 1) await work(id);
      const { status } = await orderOf(id);
      const known = books.get(reference);
      expect(known?.paid ?? 0).toBeLessThanOrEqual(1);
      expect(status).toBe(known ? 'delivered' : 'unknown');
      expect((await requestOf(requestId)).status).toBe(known ? 'validated' : 'pending');
      const history = await query('SELECT id FROM free_fire_history WHERE request_id = $1', requestId);
      expect(history).toHaveLength(known ? 1 : 0);
      if (!known) await resolve(id, { outcome: 'failed', evidence: 'Relevé' });
      if (survived) break;
    }
  }
  await isClean();
});
