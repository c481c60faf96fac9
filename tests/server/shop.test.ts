import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { buy, createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const product = await createProduct(admin);
await importCodes(admin, product, 3);
const price = `/api/shop/prices/${offerOf(product).id}`;

describe('the texts of the tickets', () => {
  test('a shop profile is the account’s company and phone until the reseller writes a name, a phone and a footer [CNT-20]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    const { company, phone } = (await reseller.get('/api/me')).body;
    const byDefault = { name: company, phone, footer: '', paperWidth: '58', showPrice: true };
    expect((await reseller.get('/api/shop')).body).toEqual(byDefault);
    const own = {
      name: 'Cyber Étoile',
      phone: '0550 12 34 56',
      footer: 'Ni repris ni échangé',
      paperWidth: '80',
      showPrice: false,
    };
    const sent = { ...own, phone: '\u202a0550 12 34 56\u202c' };
    expect((await reseller.put('/api/shop', sent)).body).toEqual(own);
    expect((await reseller.get('/api/shop')).body).toEqual(own);
    const blank = (await reseller.put('/api/shop', {})).body;
    expect(blank).toEqual({ name: '', phone: '', footer: '', paperWidth: '58', showPrice: true });
    const other = await createUser(server, services, { balance: 100 });
    expect((await other.get('/api/shop')).body.footer).toBe('');
  });

  test('the tickets of an account without a shop profile say its company and its phone in full, and both can be saved [CNT-20]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    const long = {
      company: `EURL Établissements ${'Multimédia et Télécommunications '.repeat(6)}`
        .slice(0, 199)
        .concat('x'),
      phone: '0550 12 34 56 / 0661 98 76 54 / 0770 11 22 33 / 44',
    };
    await reseller.patch('/api/me', long);
    const { name, phone, ...others } = (await reseller.get('/api/shop')).body;
    expect({ name, phone }).toEqual({ name: long.company, phone: long.phone });
    const saved = await reseller.put('/api/shop', { ...others, name, phone });
    expect(saved.body).toMatchObject({ name: long.company, phone: long.phone });
  });

  test('a shop profile with a text too long for a ticket, two lines or an unknown paper width is refused [CNT-20]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    for (const wrong of [
      { name: 'x'.repeat(201) },
      { phone: '1'.repeat(51) },
      { footer: 'x'.repeat(121) },
      { footer: 'deux\nlignes' },
      { paperWidth: '57' },
    ])
      expect((await reseller.put('/api/shop', wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await reseller.get('/api/shop')).body).toMatchObject({ footer: '', paperWidth: '58' });
  });
});

describe('a retail price', () => {
  test('a retail price is the reseller’s own, can be changed and removed, and changes nothing of a sale [CNT-21]', async () => {
    const reseller = await createUser(server, services, { balance: 1_000 });
    const other = await createUser(server, services, { balance: 100 });
    expect((await reseller.get(price)).body).toEqual({ price: null });
    expect((await reseller.put(price, { price: 199.99 })).body).toEqual({ price: 199.99 });
    expect((await reseller.get(price)).body).toEqual({ price: 199.99 });
    expect((await other.get(price)).body).toEqual({ price: null });
    expect((await buy(reseller, product)).body.unitPrice).toBe(offerOf(product).price);
    expect((await other.put(price, { price: null })).body).toEqual({ price: null });
    expect((await reseller.put(price, { price: 210 })).body).toEqual({ price: 210 });
    expect((await reseller.put(price, { price: null })).body).toEqual({ price: null });
  });

  // Turned red by: the price of now, whatever the day of the sale.
  test('a retail price is read as it was at the end of a day of Algiers, so that a duplicate says what its customer paid [CNT-22]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    await reseller.put(price, { price: 650 });
    await query(
      `INSERT INTO retail_price_changes (user_id, offer_id, price, changed_at) VALUES
        ($1, $2, 59000, '2020-03-08T10:00:00Z'), ($1, $2, 60000, '2020-03-09T22:59:59.999Z'),
        ($1, $2, 62000, '2020-03-09T23:00:00Z'), ($1, $2, NULL, '2020-03-11T10:00:00Z')`,
      reseller.id,
      offerOf(product).id,
    );
    const onDay = async (day: string) => (await reseller.get(`${price}?day=${day}`)).body.price;
    // The first price counts for what was sold before it, or no ticket of those days could have one.
    expect(await onDay('2020-03-07')).toBe(590);
    expect(await onDay('2020-03-08')).toBe(590);
    expect(await onDay('2020-03-09')).toBe(600);
    expect(await onDay('2020-03-10')).toBe(620);
    expect(await onDay('2020-03-11')).toBe(null);
    expect((await reseller.get(price)).body).toEqual({ price: 650 });
    expect((await reseller.get(`${price}?day=hier`)).status).toBe(422);
  });

  test('a retail price that is not positive, too high or for an unknown offer is refused [CNT-21]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    for (const wrong of [0, -5, 0.001, 10_000_001, '150'])
      expect((await reseller.put(price, { price: wrong })).status, String(wrong)).toBe(422);
    for (const unknown of ['x', '00000000-0000-0000-0000-000000000001'])
      expect((await reseller.put(`/api/shop/prices/${unknown}`, { price: 5 })).body.message).toBe(
        'Offre introuvable',
      );
  });
});

test('a reseller sets the balance below which a warning is wanted, changes it and takes it back [WRK-67]', async () => {
  const [reseller, other] = [
    await createUser(server, services, { balance: 100 }),
    await createUser(server, services, { balance: 100 }),
  ];
  const path = '/api/shop/balance-threshold';
  expect((await reseller.get(path)).body).toEqual({ threshold: null });
  for (const threshold of [1_000, 2_500.5])
    expect((await reseller.put(path, { threshold })).body).toEqual({ threshold });
  expect((await other.get(path)).body).toEqual({ threshold: null });
  for (const wrong of [0, -1, 10_000_001, '5'])
    expect((await reseller.put(path, { threshold: wrong })).body.code).toBe('BALANCE_BOUND_INVALID');
  expect((await reseller.get(path)).body).toEqual({ threshold: 2_500.5 });
  expect((await reseller.put(path, { threshold: null })).body).toEqual({ threshold: null });
});
