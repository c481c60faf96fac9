import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct } from '../support/shop.ts';
import { totp } from '../support/totp.ts';
import { call, createUser, password, type TestUser } from '../support/users.ts';

/*
 * Input from keyboards and messengers: digits of Arabic and Persian keyboards, and the invisible direction marks that a chat adds around a
 * number.
 */
const now = () => new Date('2026-03-02T11:00:00Z');
const find = async (playerId: string) => `Joueur ${playerId}`;
const { server, services } = await testApp({ services: { now, playerLookup: { find } } });
const admin = await createUser(server, services, { role: 'admin' });
const shop = (more: object = {}) => createUser(server, services, { balance: 10_000, ...more });

const digits = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const arabic = digits(0x660);
const persian = digits(0x6f0);
/** A number with direction marks, as it is copied from a chat. */
const pasted = (text: string) => `\u202a${text}\u202c\u200e`;
const keyboards: [string, (text: string) => string][] = [
  ['Arabic digits', arabic],
  ['Persian digits', persian],
  ['direction marks around the number', pasted],
  ['Arabic digits and direction marks', (text) => pasted(arabic(text))],
];
const query = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`;
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

describe('a number in a form', () => {
  test.each(keyboards)(
    'a phone number and a postal code with %s are stored with Western digits alone',
    async (_, typed) => {
      const stored = { phone: '+213 550 12 34 56', postalCode: '19000' };
      const sent = { phone: typed(stored.phone), postalCode: typed(stored.postalCode) };
      const user = await shop();
      expect((await user.patch('/api/me', sent)).body).toMatchObject(stored);
      const email = `t${Math.random().toString(36).slice(2)}@exemple.dz`;
      const names = { firstName: 'A', lastName: 'B', company: 'C' };
      const form = { ...sent, ...names, email, password: 'Tbq7-vague-lune' };
      expect(
        (await call(server, { method: 'POST', url: '/api/register', payload: form })).body,
      ).toMatchObject(stored);
      expect((await user.put('/api/shop', { phone: sent.phone })).body.phone).toBe(stored.phone);
      const request = { amount: 500, method: 'ccp', phoneNumber: sent.phone };
      expect((await user.post('/api/recharge-requests', request)).body.phoneNumber).toBe(stored.phone);
    },
  );

  test.each(keyboards)(
    'a player id with %s is sent, warned of, looked up and found as the same player',
    async (_, typed) => {
      const user = await shop();
      const [offer] = (await user.get('/api/free-fire/offers')).body.items;
      const freeFireId = typed('1234567890');
      const order = { freeFireId, offerId: offer.id, amount: offer.price };
      const sent = await user.post('/api/free-fire/requests', order);
      expect(sent.status, sent.text).toBe(200);
      expect((await user.get(`/api/free-fire/requests/${sent.body.requestId}`)).body.playerId).toBe(
        '1234567890',
      );
      const repeat = await user.get(query('/api/free-fire/repeat', { freeFireId, offerId: offer.id }));
      expect(repeat.body.repeat).toMatchObject({ requestId: sent.body.requestId });
      const player = await user.get(query('/api/free-fire/player', { freeFireId }));
      expect(player.body).toEqual({ result: 'found', name: 'Joueur 1234567890' });
      const customers = await user.get(query('/api/free-fire/customers', { search: typed('12345') }));
      expect(customers.body.items).toMatchObject([{ playerId: '1234567890' }]);
      const entries = await admin.get(query('/api/transactions', { search: typed('1234567890') }));
      expect(entries.body.items.map(({ userId }: { userId: string }) => userId)).toContain(user.id);
    },
  );

  test('a player id of seven Arabic digits is refused like one of seven Western digits', async () => {
    const user = await shop();
    const [offer] = (await user.get('/api/free-fire/offers')).body.items;
    for (const freeFireId of [arabic('1234567'), arabic('123 456 789'), pasted('')]) {
      const order = { freeFireId, offerId: offer.id, amount: offer.price };
      const { body } = await user.post('/api/free-fire/requests', order);
      expect(['PLAYER_ID_INVALID', 'PLAYER_ID_REQUIRED']).toContain(body.code);
    }
  });

  test.each(keyboards)('a second factor is set up and confirmed by a code with %s', async (_, typed) => {
    const user = await createUser(server, services, { role: 'admin' });
    const post = (url: string, payload: object) =>
      call(server, { method: 'POST', url, payload }, user.cookie);
    const { secret } = (await post('/api/second-factor', { password })).body;
    const first = await post('/api/second-factor/confirmation', { code: typed(await totp(secret)) });
    expect(first.status, first.text).toBe(200);
    const again = await post('/api/step-up', { code: typed(await totp(secret, 1)) });
    expect(again.status, again.text).toBe(204);
  });

  test.each(keyboards)(
    'a transfer reference with %s is stored with Western digits alone',
    async (_, typed) => {
      const user = await shop();
      const request = { amount: 500, method: 'ccp', reference: typed('REF 77-120') };
      expect((await user.post('/api/recharge-requests', request)).body.reference).toBe('REF 77-120');
    },
  );
});

describe('a search', () => {
  const found = async (user: TestUser, search: string) =>
    idsOf(await admin.get(query('/api/users', { search }))).includes(user.id);

  test.each(keyboards)('an account is found by its phone number with %s', async (_, typed) => {
    const user = await shop();
    await user.patch('/api/me', { phone: '0661 77 88 99' });
    for (const search of ['0661778899', '+213 661 77 88 99', '77 88 99'])
      expect(await found(user, typed(search)), search).toBe(true);
    const request = (await user.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body;
    expect(
      idsOf(await admin.get(query('/api/recharge-requests', { search: typed('0661778899') }))),
    ).toContain(request.id);
  });

  test('a name with a number is found by any digits, whichever digits it is stored with', async () => {
    const western = await shop({ company: 'Cyber 2024' });
    const eastern = await shop({ company: `متجر ${arabic('2024')}` });
    for (const typed of [String, arabic, persian, pasted]) {
      expect(await found(western, typed('2024'))).toBe(true);
      expect(await found(eastern, typed('2024'))).toBe(true);
    }
    const { id } = (await western.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body;
    const other = (await eastern.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body;
    for (const search of ['2024', arabic('2024')])
      expect(idsOf(await admin.get(query('/api/recharge-requests', { search })))).toEqual(
        expect.arrayContaining([id, other.id]),
      );
  });

  test('a customer is found by a number in the name, in any digits and without accents', async () => {
    const user = await shop();
    const [offer] = (await user.get('/api/free-fire/offers')).body.items;
    await user.post('/api/free-fire/requests', {
      freeFireId: '12345678',
      offerId: offer.id,
      amount: offer.price,
    });
    const [customer] = (await user.get('/api/free-fire/customers')).body.items;
    for (const label of ['Élève 7', `Élève ${arabic('7')}`]) {
      await user.patch(`/api/free-fire/customers/${customer.id}`, { label });
      for (const search of ['élève 7', `eleve ${arabic('7')}`, pasted('ELEVE 7')])
        expect((await user.get(query('/api/free-fire/customers', { search }))).body.items).toHaveLength(1);
    }
  });

  test('a transaction is found by its number in Arabic digits', async () => {
    await shop();
    const [{ id }] = (await admin.get('/api/transactions')).body.items;
    expect(idsOf(await admin.get(query('/api/transactions', { search: `#${arabic(id)}` })))).toContain(id);
  });
});

describe('an email address', () => {
  test('an email address pasted with direction marks registers, signs in and is stored without them', async () => {
    const payload = {
      email: pasted('Karim.Pasted@exemple.dz'),
      password: 'Tbq7-vague-lune',
      firstName: 'A',
      lastName: 'B',
      company: 'C',
      phone: '1',
    };
    const registered = await call(server, { method: 'POST', url: '/api/register', payload });
    expect(registered.body).toMatchObject({ email: expect.stringMatching(/^karim\.pasted@exemple\.dz$/i) });
    for (const email of [
      'karim.pasted@exemple.dz',
      pasted('karim.pasted@exemple.dz'),
      '\u200fkarim.pasted@exemple.dz',
    ]) {
      const signIn = { email, password: payload.password };
      const response = await call(server, { method: 'POST', url: '/api/login', payload: signIn });
      expect(response.status, response.text).toBe(200);
    }
  });
});

describe('a name', () => {
  test('a name pasted with direction marks is stored without them, and one of marks alone is missing', async () => {
    const user = await shop();
    const names = { firstName: '\u200fأمين\u200f', company: '\u202bمتجر النور\u202c', city: ' \u200eSétif ' };
    expect((await user.patch('/api/me', names)).body).toMatchObject({
      firstName: 'أمين',
      company: 'متجر النور',
      city: 'Sétif',
    });
    const product = await createProduct(admin, {
      name: '\u200e Diamants\u200f',
      offers: [{ name: pasted('Pack 110') }],
    });
    expect([product.name, product.offers[0]?.name]).toEqual(['Diamants', 'Pack 110']);
    const blank = await admin.post('/api/products', { name: '\u200e \u200f', game: 'G', offers: [] });
    expect(blank.body.code).toBe('PRODUCT_NAME_REQUIRED');
  });

  test('a reason of invisible marks alone is a missing reason', async () => {
    const user = await shop();
    const blank = '\u200e \u200f\u200b';
    const { id } = (await user.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body;
    const rejected = await admin.post(`/api/recharge-requests/${id}/reject`, { reason: blank });
    expect(rejected.body.code).toBe('REJECT_IDS_REQUIRED');
    const [offer] = (await user.get('/api/free-fire/offers')).body.items;
    const order = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    const { requestId } = (await user.post('/api/free-fire/requests', order)).body;
    const refused = await admin.post(`/api/free-fire/requests/${requestId}/refuse`, { note: blank });
    expect(refused.body.code).toBe('REFUSAL_REASON_REQUIRED');
  });

  test('a registration with an invisible name is refused, and a profile stores it as an empty one', async () => {
    const form = {
      email: 'invisible@exemple.dz',
      password: 'Tbq7-vague-lune',
      firstName: 'A',
      lastName: 'B',
      company: 'C',
      phone: '0550123456',
    };
    const user = await shop({ firstName: 'Amine' });
    for (const unseen of [
      '\u200b',
      '\u2060\u00ad',
      '\u3164',
      '\u115f\u1160',
      '\u2800',
      '\u200d \ufe0f',
      '\u{e0041}',
    ]) {
      for (const field of ['firstName', 'lastName', 'company', 'phone']) {
        const payload = { ...form, [field]: unseen };
        const { body } = await call(server, { method: 'POST', url: '/api/register', payload });
        expect([field, unseen, body.code]).toEqual([field, unseen, 'REQUIRED_FIELDS']);
      }
      expect((await user.patch('/api/me', { firstName: unseen, company: unseen })).body).toMatchObject({
        firstName: '',
        company: '',
      });
      const product = await admin.post('/api/products', { name: unseen, game: 'G', offers: [] });
      expect(product.body.code).toBe('PRODUCT_NAME_REQUIRED');
    }
  });

  test('a name keeps the joiner characters of its script', async () => {
    const name = '\u0646\u06cc\u200c\u0644\u0627';
    expect((await (await shop()).patch('/api/me', { firstName: name })).body.firstName).toBe(name);
  });

  test('a link pasted with direction marks is stored without them', async () => {
    const imageUrl = pasted('https://exemple.dz/preuve.png');
    const created = await admin.post('/api/products', { name: 'P', game: 'G', imageUrl });
    expect(created.body.imageUrl).toBe('https://exemple.dz/preuve.png');
  });
});
