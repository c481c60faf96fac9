import { formatNotified } from '@almas/locale/formats';
import pg from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import type { Actor } from '../../server/src/authorization/identity.ts';
import type { Queryable } from '../../server/src/database/pool.ts';
import { type Alert, onAlert, raisePaymentError } from '../../server/src/modules/alerts/raise-alert.ts';
import { purchaseCodes } from '../../server/src/modules/purchases/purchase-codes.ts';
import { sellCodes } from '../../server/src/modules/purchases/sell-codes.ts';
import { callBy, execute } from '../../server/src/pipeline/command.ts';
import { testApp } from '../support/app.ts';
import { saleParams } from '../support/sale-params.ts';
import { buy, createProduct, importCodes, offerOf, type ShopProduct, stockOf } from '../support/shop.ts';
import { balanceOf, createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const rich = () => createUser(server, services, { balance: 100_000 });
const unknown = '00000000-0000-4000-8000-000000000009';

const order = (product: ShopProduct, quantity = 1, index = 0) => ({
  productId: product.id,
  offerId: offerOf(product, index).id,
  quantity,
});
async function stockedProduct(stock: number, price = 100): Promise<ShopProduct> {
  const product = await createProduct(admin, { name: 'Free Fire', offers: [{ name: '110', price }] });
  if (stock > 0) await importCodes(admin, product, stock);
  return product;
}
/** The current rows of every table that a sale writes. */
const rowsOfSale = () =>
  query(`SELECT (SELECT json_agg(c ORDER BY id) FROM codes c) AS codes, (SELECT json_agg(s ORDER BY offer_id, slot) FROM offer_stock s) AS stock,
    (SELECT json_agg(u ORDER BY id) FROM users u) AS users, (SELECT count(*) FROM ledger) AS ledger, (SELECT count(*) FROM purchases) AS purchases,
    (SELECT count(*) FROM transactions) AS transactions, (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT count(*) FROM notifications) AS notifications`);

describe('a purchase', () => {
  test('the response to a purchase has its details and its codes, oldest first [BUY-01][BUY-26][ENT-28][ENT-29][ENT-30]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(0, 150.25);
    const codes = [...(await importCodes(admin, product, 2)), ...(await importCodes(admin, product, 2))];
    const response = await buyer.post('/api/purchases', { userId: buyer.id, ...order(product, 3) });
    expect(response.status).toBe(200);
    const number = expect.stringMatching(/^[1-9]\d*$/);
    expect(response.body).toEqual({
      id: number,
      userId: buyer.id,
      productId: product.id,
      offerId: offerOf(product).id,
      productName: 'Free Fire',
      offerName: '110',
      game: 'Free Fire',
      quantity: 3,
      unitPrice: 150.25,
      totalCost: 450.75,
      codes: codes.slice(0, 3).map((code) => ({ id: number, code, value: '110 Diamants' })),
      status: 'completed',
      type: 'purchase',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await buyer.get(`/api/purchases/${response.body.id}`)).body).toEqual(response.body);
    expect(await query('SELECT status, type FROM purchases WHERE id = $1', response.body.id)).toEqual([
      { status: 'completed', type: 'purchase' },
    ]);
  });

  test('the codes that were imported first are sold first, whatever their numbers, and those of one import by number (AMB-64) [BUY-21]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(0);
    const newer = await importCodes(admin, product, 2);
    const older = await importCodes(admin, product, 2);
    await query(
      `UPDATE codes SET created_at = created_at - interval '1 hour'
        WHERE id IN (SELECT id FROM codes WHERE offer_id = $1 ORDER BY id DESC LIMIT 2)`,
      offerOf(product).id,
    );
    const sold: string[] = [];
    for (let sale = 0; sale < 4; sale += 1) sold.push((await buy(buyer, product)).body.codes[0].code);
    expect(sold).toEqual([...older, ...newer]);
  });

  test('a purchase writes its codes, balance, stock, purchase, ledger entry and transaction [BUY-21][BUY-22][BUY-23][BUY-24][BUY-25][BUY-27][BUY-28][COD-13]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(5, 33.5);
    const { body } = await buy(buyer, product, 2);
    expect(await balanceOf(buyer)).toBe(99_933);
    expect(await stockOf(admin, product)).toBe(3);
    const codes = await query('SELECT * FROM codes WHERE offer_id = $1 ORDER BY id', offerOf(product).id);
    for (const code of codes.slice(0, 2)) {
      expect(code).toMatchObject({
        status: 'sold',
        sold_to: buyer.id,
        sold_at: body.createdAt,
        purchase_id: Number(body.id),
        sale_price: 3_350,
      });
    }
    expect(codes.slice(2).map(({ status }) => status)).toEqual(['available', 'available', 'available']);
    const [purchase] = await query('SELECT * FROM purchases WHERE id = $1', body.id);
    expect(purchase).toMatchObject({ user_id: buyer.id, quantity: 2, unit_price: 3_350, total_cost: 6_700 });
    const [entry] = await query(`SELECT * FROM ledger WHERE user_id = $1 AND type = 'debit'`, buyer.id);
    expect(entry).toMatchObject({
      amount: 6_700,
      balance_before: 10_000_000,
      balance_after: 9_993_300,
      transaction_id: purchase?.transaction_id,
      related_transaction_id: Number(body.id),
      metadata: {
        source: 'purchase',
        validated: true,
        productId: product.id,
        offerId: offerOf(product).id,
        quantity: 2,
        unitPrice: 33.5,
      },
    });
    expect(await query('SELECT * FROM transactions WHERE id = $1', purchase?.transaction_id)).toMatchObject([
      {
        user_id: buyer.id,
        type: 'purchase',
        status: 'completed',
        amount: 6_700,
        product_name: 'Free Fire',
        description: 'Achat Free Fire - 110',
        balance_before: 10_000_000,
        balance_after: 9_993_300,
      },
    ]);
    expect(await query('SELECT type, message, data FROM notifications WHERE user_id = $1', buyer.id)).toEqual(
      [
        {
          type: 'balance_debited',
          message: "Votre solde a été débité de 67 DZD pour l'achat Free Fire - 110",
          data: { amount: 67, purchaseId: body.id },
        },
      ],
    );
    expect(await audit(services.db)).toEqual([]);
  });

  test('each purchase sets the time of the buyer’s last purchase', async () => {
    const buyer = await rich();
    const product = await stockedProduct(2);
    await buy(buyer, product);
    const yesterday = `UPDATE users SET last_purchase = last_purchase - interval '1 day' WHERE id = $1 RETURNING last_purchase`;
    const [first] = await query(yesterday, buyer.id);
    await buy(buyer, product);
    const [second] = await query('SELECT last_purchase FROM users WHERE id = $1', buyer.id);
    expect(Date.parse(second?.last_purchase)).toBeGreaterThan(Date.parse(first?.last_purchase));
  });

  test.each([30.5, 0.05, 5_000, 9_999.99, 10_000, 50_000.5])(
    'a purchase of %s DA is notified with the amount in the format of every other notification [NTF-12]',
    async (price) => {
      const buyer = await rich();
      await buy(buyer, await stockedProduct(1, price), 1);
      const [notified] = await query('SELECT message FROM notifications WHERE user_id = $1', buyer.id);
      expect(notified?.message).toBe(
        `Votre solde a été débité de ${formatNotified(price)} pour l'achat Free Fire - 110`,
      );
    },
  );

  test.each([
    [33.33, 3, 99.99],
    [0.01, 100, 1],
    [1.005, 1, 1.01],
    [19.999, 7, 140],
  ])(
    'a purchase costs price x quantity to the centime: %d x %d [BUY-14][LIM-05]',
    async (price, quantity, total) => {
      const buyer = await rich();
      const product = await stockedProduct(100, price);
      const { body } = await buy(buyer, product, quantity);
      expect(body.totalCost).toBe(total);
      expect(await query('SELECT total_cost FROM purchases WHERE id = $1', body.id)).toEqual([
        { total_cost: Math.round(total * 100) },
      ]);
      expect(await balanceOf(buyer)).toBe(Number((100_000 - total).toFixed(2)));
    },
  );

  test('a purchase of exactly the balance leaves a balance of 0 [BUY-16]', async () => {
    const buyer = await createUser(server, services, { balance: 300 });
    const product = await stockedProduct(3);
    expect((await buy(buyer, product, 3)).status).toBe(200);
    expect(await balanceOf(buyer)).toBe(0);
  });

  test('a purchase of 1 code or of 100 codes passes, one of 0 or 101 is refused [LIM-01][BUY-05]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(101, 1);
    for (const quantity of [0, 101, -1, 1.5, '1', null, 1e308]) {
      const response = await buyer.post('/api/purchases', { ...order(product), quantity });
      expect([response.status, response.body.message]).toEqual([422, 'Quantité invalide (1-100)']);
    }
    expect((await buy(buyer, product, 1)).body.codes).toHaveLength(1);
    expect((await buy(buyer, product, 100)).body.codes).toHaveLength(100);
  });
});

describe('refusals, each without a change of the ledger', () => {
  const refused = async (
    user: TestUser,
    body: object,
    status: number,
    message: string,
  ): Promise<Record<string, unknown>> => {
    const before = await rowsOfSale();
    const response = await user.post('/api/purchases', body, { 'idempotency-key': 'refus' });
    expect([response.status, response.body.message]).toEqual([status, message]);
    expect(await rowsOfSale()).toEqual(before);
    return response.body;
  };

  test('a purchase with missing parameters is refused and changes nothing [BUY-02][BUY-03][BUY-04]', async () => {
    const buyer = await rich();
    const full = { userId: buyer.id, ...order(await stockedProduct(1)) };
    for (const field of ['userId', 'productId', 'offerId'])
      for (const missing of [null, '', ' ', 7])
        await refused(buyer, { ...full, [field]: missing }, 422, 'Paramètres manquants');
    for (const field of ['productId', 'offerId'])
      await refused(buyer, { ...full, [field]: undefined }, 422, 'Paramètres manquants');
  });

  test("a purchase with another user's account in the body is refused and changes nothing", async () => {
    const [buyer, victim] = [await rich(), await rich()];
    const body = { userId: victim.id, ...order(await stockedProduct(1)) };
    await refused(buyer, body, 403, 'Accès non autorisé');
  });

  test('a purchase by an account that does not exist is refused [BUY-06]', async () => {
    const product = await stockedProduct(1);
    const unknownBuyer = { id: unknown } as Actor;
    const call = callBy(unknownBuyer, { ip: '127.0.0.1', userAgent: '' }, { body: order(product) });
    await expect(execute(services, purchaseCodes, call)).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
      message: 'Utilisateur introuvable',
      status: 404,
    });
    expect(await stockOf(admin, product)).toBe(1);
  });

  test('a purchase by an administrator is refused and changes nothing [BUY-07]', async () => {
    await refused(admin, order(await stockedProduct(1)), 403, 'Seuls les revendeurs peuvent acheter');
  });

  test.each(['pending', 'inactive'] as const)(
    'a purchase by an account that is %s is refused and changes nothing [BUY-08]',
    async (status) => {
      const buyer = await createUser(server, services, { status });
      await refused(buyer, order(await stockedProduct(1)), 403, 'Compte non activé');
    },
  );

  test('a purchase of a product or an offer that does not exist is refused and changes nothing [BUY-09][BUY-11]', async () => {
    const buyer = await rich();
    const [product, other] = [await stockedProduct(1), await stockedProduct(1)];
    for (const id of [unknown, 'nimporte'])
      await refused(buyer, { ...order(product), productId: id }, 404, 'Produit introuvable');
    for (const id of [unknown, 'nimporte', offerOf(other).id])
      await refused(buyer, { ...order(product), offerId: id }, 404, 'Offre introuvable');
  });

  test.each(['inactive', 'draft'])(
    'a purchase of a product that is %s is refused and changes nothing [BUY-10]',
    async (status) => {
      const buyer = await rich();
      const product = await stockedProduct(1);
      await admin.patch(`/api/products/${product.id}`, { status });
      await refused(buyer, order(product), 409, 'Produit non disponible');
    },
  );

  test('a purchase beyond the stock is refused with the available number and changes nothing [BUY-12]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(2);
    const body = await refused(buyer, order(product, 3), 409, 'Stock insuffisant (2 disponible(s))');
    expect(body).toMatchObject({ code: 'STOCK_SHORT', available: 2 });
    await refused(buyer, order(await stockedProduct(0), 3), 409, 'Stock insuffisant (0 disponible(s))');
    await refused(buyer, { ...order(await stockedProduct(1)), offerId: unknown }, 404, 'Offre introuvable');
  });

  test('a purchase at a price that is not above 0 is refused and changes nothing [BUY-13]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(1);
    for (const price of [0, -5]) {
      await query('UPDATE offers SET price = $2 WHERE id = $1', offerOf(product).id, price);
      await refused(buyer, order(product), 409, 'Prix invalide');
    }
  });

  test('a purchase is refused for a short stock before it is refused for a price that is not above 0', async () => {
    const buyer = await rich();
    const product = await stockedProduct(1);
    await query('UPDATE offers SET price = 0 WHERE id = $1', offerOf(product).id);
    await refused(buyer, order(product, 2), 409, 'Stock insuffisant (1 disponible(s))');
  });

  test('a purchase is refused for an inactive product before it is refused for an offer that does not exist', async () => {
    const product = await stockedProduct(1);
    await admin.patch(`/api/products/${product.id}`, { status: 'inactive' });
    await refused(await rich(), { ...order(product), offerId: unknown }, 409, 'Produit non disponible');
  });

  test('a purchase beyond the balance is refused with the balance and the price, and changes nothing [BUY-15]', async () => {
    const buyer = await createUser(server, services, { balance: 300.5 });
    const product = await stockedProduct(2, 200.3);
    const message = 'Solde insuffisant (300.5 DA disponible, 400.6 DA requis)';
    const body = await refused(buyer, order(product, 2), 409, message);
    expect(body).toMatchObject({ code: 'PURCHASE_BALANCE_SHORT', available: 300.5, required: 400.6 });
  });

  describe('a stock that is higher than the number of codes', () => {
    const tampered = async (offerId: string) =>
      query('UPDATE offer_stock SET quantity = 5 WHERE offer_id = $1 AND slot = 3', offerId);
    afterEach(() =>
      query(`UPDATE offer_stock s SET quantity = CASE slot WHEN 3 THEN
        (SELECT count(*) FROM codes WHERE offer_id = s.offer_id AND status = 'available') ELSE 0 END
        WHERE EXISTS (SELECT FROM offer_stock t WHERE t.offer_id = s.offer_id AND t.slot = 3 AND t.quantity = 5)`),
    );
    const twoOffers = () => createProduct(admin, { offers: [{}, {}] });

    test('a purchase is refused when the stock counts codes but the product has none [BUY-17]', async () => {
      const product = await twoOffers();
      await tampered(offerOf(product).id);
      await refused(await rich(), order(product), 409, 'Aucun code trouvé pour ce produit');
    });

    test('a purchase is refused when the stock counts codes but only another offer of the product has one [BUY-18]', async () => {
      const product = await twoOffers();
      await importCodes(admin, product, 1, offerOf(product, 1));
      await tampered(offerOf(product).id);
      await refused(await rich(), order(product), 409, 'Aucun code trouvé pour cette offre');
    });

    test('a purchase is refused when the offer has fewer codes than requested, after the check of the balance [BUY-19]', async () => {
      const product = await twoOffers();
      await importCodes(admin, product, 2);
      await tampered(offerOf(product).id);
      await refused(await rich(), order(product, 3), 409, 'Codes insuffisants en stock');
      // The price and the balance are checked before the codes.
      const poor = await createUser(server, services, { balance: 1 });
      await refused(poor, order(product, 3), 409, 'Solde insuffisant (1 DA disponible, 300 DA requis)');
      // A balance of exactly the price suffices.
      const exact = await createUser(server, services, { balance: 300 });
      await refused(exact, order(product, 3), 409, 'Codes insuffisants en stock');
    });
  });

  test.each(['codes', 'ledger', 'offer_stock', 'purchases', 'transactions', 'idempotency_keys'])(
    'when the write into %s fails, the purchase is rolled back completely and its response contains no internal detail [BUY-20]',
    async (table) => {
      const buyer = await rich();
      const product = await stockedProduct(2);
      const errors = vi.spyOn(services.log, 'error').mockReturnValue();
      await query(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'a secret of the inside'; END $$`);
      await query(
        `CREATE TRIGGER fails BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`,
      );
      const message = 'Une erreur est survenue. Veuillez réessayer.';
      const body = await refused(buyer, order(product), 500, message);
      expect(JSON.stringify(body)).not.toContain('secret');
      await query(`DROP TRIGGER fails ON ${table}`);
      errors.mockRestore();
      expect((await buy(buyer, product)).status).toBe(200);
    },
  );

  test('a refused purchase raises a payment-error alert with the account, the amount and the message [BUY-31][NTF-17]', async () => {
    const buyer = await rich();
    const alerts: Alert[] = [];
    const stop = onAlert((alert) => alerts.push(alert));
    await refused(buyer, order(await stockedProduct(0), 3), 409, 'Stock insuffisant (0 disponible(s))');
    await refused(buyer, { ...order(await stockedProduct(1)), offerId: unknown }, 404, 'Offre introuvable');
    raisePaymentError(services.log, { userId: buyer.id, error: undefined });
    stop();
    const alert = { type: 'error', title: 'Erreur de paiement', priority: 'high' };
    expect(alerts).toEqual([
      {
        ...alert,
        message: 'Stock insuffisant (0 disponible(s))',
        data: { userId: buyer.id, amount: 300 },
      },
      { ...alert, message: 'Offre introuvable', data: { userId: buyer.id, amount: null } },
      {
        ...alert,
        message: 'Erreur lors du traitement du paiement',
        data: { userId: buyer.id, amount: null },
      },
    ]);
  });
});

test('a notification that cannot be written never undoes the sale', async () => {
  const buyer = await rich();
  const product = await stockedProduct(2);
  await query(`CREATE FUNCTION refuse_notification() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no news today'; END $$`);
  await query(
    `CREATE TRIGGER no_news BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION refuse_notification()`,
  );
  const errors = vi.spyOn(services.log, 'error').mockReturnValue();
  const response = await buy(buyer, product, 1, { 'idempotency-key': 'sans-nouvelles' });
  await query('DROP TRIGGER no_news ON notifications');
  expect(response.status).toBe(200);
  expect(errors).toHaveBeenCalledOnce();
  errors.mockRestore();
  expect(await balanceOf(buyer)).toBe(99_900);
  expect(await query('SELECT FROM notifications WHERE user_id = $1', buyer.id)).toEqual([]);
  expect((await buy(buyer, product, 1, { 'idempotency-key': 'sans-nouvelles' })).body).toEqual(response.body);
  expect(await audit(services.db)).toEqual([]);
});

test('a sale whose outcome is unknown does not run again without its notification', async () => {
  const buyer = await rich();
  const product = await stockedProduct(2);
  const offer = { productId: product.id, offerId: offerOf(product).id };
  // The statement takes effect, and the driver cannot read the response.
  const unreadable: Queryable = {
    query: async (config) => {
      await services.db.query(config);
      throw new pg.DatabaseError('received invalid response: 5a', 0, 'error');
    },
  };
  const sale = sellCodes(unreadable, saleParams({ buyerId: buyer.id, ...offer }), () => undefined);
  await expect(sale).rejects.toThrow('received invalid response');
  expect(await balanceOf(buyer)).toBe(99_900);
  expect(await stockOf(admin, product)).toBe(1);
});

test('the response and the event of a purchase with ids in capitals have the ids of the product and the offer', async () => {
  const buyer = await rich();
  const product = await stockedProduct(1);
  const publish = vi.spyOn(services.live, 'publish');
  const order = {
    productId: product.id.toUpperCase(),
    offerId: offerOf(product).id.toUpperCase(),
    quantity: 1,
  };
  const key = { 'idempotency-key': 'en-capitales' };
  const response = await buyer.post('/api/purchases', order, key);
  expect(response.body).toMatchObject({ productId: product.id, offerId: offerOf(product).id });
  expect(publish).toHaveBeenCalledWith('everyone', { type: 'stock', productId: product.id });
  publish.mockRestore();
  expect((await buyer.post('/api/purchases', order, key)).body).toEqual(response.body);
});

describe('the list', () => {
  test("a reseller lists their own purchases, newest first, without codes; another account's cannot be read [PRM-08]", async () => {
    const [buyer, otherUser] = [await rich(), await rich()];
    const product = await stockedProduct(5);
    const bought = [];
    for (let sale = 0; sale < 5; sale += 1) bought.push((await buy(buyer, product)).body);
    const summaries = bought.reverse().map(({ codes: _codes, ...summary }) => summary);
    const first = (await buyer.get('/api/purchases?limit=3')).body;
    const second = (await buyer.get(`/api/purchases?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...second.items]).toEqual(summaries);
    expect(second.nextCursor).toBeNull();
    expect((await otherUser.get('/api/purchases')).body.items).toEqual([]);
    const other = await otherUser.get(`/api/purchases/${bought[0].id}`);
    expect([other.status, other.body.message]).toEqual([404, 'Achat introuvable']);
    const foreign = await otherUser.get(`/api/purchases?userId=${buyer.id}`);
    expect([foreign.status, foreign.body.message]).toEqual([403, 'Accès non autorisé']);
    expect((await buyer.get('/api/purchases?cursor=WzEsMV0')).status).toBe(422);
    for (const id of ['0', 'x', '9'.repeat(30)])
      expect((await buyer.get(`/api/purchases/${id}`)).body.message).toBe('Achat introuvable');
  });

  test('an administrator lists the purchases of one account or of all accounts, newest first [RWO-11]', async () => {
    const buyers = [await rich(), await rich()];
    const product = await stockedProduct(4);
    const bought: string[] = [];
    for (const buyer of [...buyers, ...buyers]) bought.unshift((await buy(buyer, product)).body.id);
    const ids = async (filter: string) =>
      (await admin.get(`/api/purchases?${filter}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await ids('limit=4')).toEqual(bought);
    expect(await ids(`userId=${buyers[1]?.id}`)).toEqual([bought[0], bought[2]]);
    expect(await ids('userId=nimporte')).toEqual([]);
  });

  test('the pages of the purchase list have each purchase once, by number where several have the same time [PRM-08][RWO-11]', async () => {
    const buyer = await rich();
    const product = await stockedProduct(6);
    const bought: string[] = [];
    for (let sale = 0; sale < 6; sale += 1) bought.unshift((await buy(buyer, product)).body.id);
    await query('ALTER TABLE purchases DISABLE TRIGGER purchases_append_only');
    for (const ids of [bought.slice(3), bought.slice(0, 3)]) {
      const [now] = await query('SELECT clock_timestamp()::text AS moment');
      await query('UPDATE purchases SET created_at = $1::timestamptz WHERE id = ANY ($2)', now?.moment, ids);
    }
    await query('ALTER TABLE purchases ENABLE TRIGGER purchases_append_only');
    const pages = async (user: TestUser, filter: string) => {
      const found: string[] = [];
      for (let page = 0, cursor = ''; page < 3; page += 1) {
        const { body } = await user.get(`/api/purchases?limit=2${filter}${cursor}`);
        found.push(...body.items.map(({ id }: { id: string }) => id));
        cursor = `&cursor=${body.nextCursor}`;
      }
      return found;
    };
    expect(await pages(buyer, '')).toEqual(bought);
    expect(await pages(buyer, '&search=fire')).toEqual(bought);
    expect(await pages(admin, '')).toEqual(bought);
  });
});

describe('a purchase read by an administrator', () => {
  const why = { reason: 'Code refusé' };
  const revealsOf = (id: string) =>
    query(
      `SELECT actor_id, subject_id, after FROM audit_trail WHERE action = 'purchase.reveal-codes' AND subject_id = $1`,
      id,
    );

  test('an administrator reads a purchase without its codes, and with its codes by a recorded reveal [PRM-31]', async () => {
    const buyer = await rich();
    const purchase = (await buy(buyer, await stockedProduct(3), 2)).body;
    const { codes, ...summary } = purchase;
    const read = await admin.get(`/api/purchases/${purchase.id}`);
    expect([read.status, read.body]).toEqual([200, summary]);
    for (const { code } of codes) expect(read.text).not.toContain(code);
    const revealed = await admin.post(`/api/purchases/${purchase.id}/reveal`, { reason: ' Code refusé ' });
    const { batches, ...shown } = revealed.body;
    expect([revealed.status, shown]).toEqual([200, purchase]);
    expect(batches).toEqual([
      expect.objectContaining({ id: expect.any(String), supplierName: null, unitCost: null }),
    ]);
    expect(revealed.headers['cache-control']).toBe('no-store');
    expect(await revealsOf(purchase.id)).toEqual([
      { actor_id: admin.id, subject_id: purchase.id, after: { userId: buyer.id, revealed: 2, ...why } },
    ]);
    expect((await buyer.get(`/api/purchases/${purchase.id}`)).body).toEqual(purchase);
  });

  test.each([undefined, {}, { reason: '' }, { reason: ' \n ' }, { reason: 7 }])(
    'an administrator who reveals codes without a reason is refused with a request for it in French: %j [CNT-23]',
    async (body) => {
      const purchase = (await buy(await rich(), await stockedProduct(1))).body;
      const response = await admin.post(`/api/purchases/${purchase.id}/reveal`, body);
      expect([response.status, response.body.message]).toEqual([
        422,
        'Veuillez saisir la raison de la consultation',
      ]);
      expect(response.text).not.toContain(purchase.codes[0].code);
      expect(await revealsOf(purchase.id)).toEqual([]);
      expect((await admin.get(`/api/purchases/${purchase.id}/disclosures`)).body.items).toEqual([]);
    },
  );

  test('a reveal of codes is refused to every reseller, even the buyer, and fails when the audit trail cannot be written [PRM-32]', async () => {
    const buyer = await rich();
    const purchase = (await buy(buyer, await stockedProduct(1))).body;
    for (const user of [buyer, await rich()]) {
      const response = await user.post(`/api/purchases/${purchase.id}/reveal`);
      expect([response.status, response.body.message]).toEqual([403, 'Accès non autorisé']);
    }
    for (const id of ['0', 'x', '9'.repeat(30)])
      expect((await admin.post(`/api/purchases/${id}/reveal`, why)).body.message).toBe('Achat introuvable');
    await query('ALTER TABLE audit_trail RENAME TO audit_trail_away');
    onTestFinished(async () => {
      await query('ALTER TABLE IF EXISTS audit_trail_away RENAME TO audit_trail');
    });
    const failed = await admin.post(`/api/purchases/${purchase.id}/reveal`, why);
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.text).not.toContain(purchase.codes[0].code);
  });
});
