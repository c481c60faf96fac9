import { proposedRefusalReasons } from '@almas/locale/stored';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeUnusedPictures } from '../../server/src/modules/pictures/used-pictures.ts';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { call, createUser, giveBalance } from '../support/users.ts';

/* What the owner sets: whom resellers call, where they pay, why requests are refused. */
const { server, services, query } = await testApp({ config: { contactPhone: '0550 11 22 33' } });
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services);
const path = '/api/business';
const account = { method: 'ccp', holder: 'Amine Haddad', number: '0012345678 clé 12', bank: '', qrCode: '' };
const shown = async () => (await reseller.get('/api/configuration')).body.contact;
const actions = async () => (await admin.get('/api/audit-trail')).body.items;

test('each first step of an installation is done by what it asks for, and the first sale is known [WRK-30]', async () => {
  const steps = async () => (await admin.get('/api/statistics/first-steps')).body;
  const open = {
    product: false,
    codes: false,
    paymentAccounts: false,
    resellers: true,
    freeFire: false,
    secondFactor: false,
    backup: false,
    sold: false,
  };
  expect(await steps()).toEqual(open);
  const product = await createProduct(admin, { offers: [{ price: 10 }] });
  expect(await steps()).toEqual({ ...open, product: true });
  await importCodes(admin, product, 1);
  await admin.patch('/api/free-fire/service', { startHour: 9 });
  await admin.put(`${path}/payment-accounts`, { items: [account] });
  await query(`INSERT INTO maintenance_runs (kind, succeeded) VALUES ('backup', true)`);
  const done = { ...open, product: true, codes: true, freeFire: true, paymentAccounts: true, backup: true };
  expect(await steps()).toEqual(done);
  const sale = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
  await giveBalance(services, reseller.id, 100);
  expect((await reseller.post('/api/purchases', sale)).status).toBe(200);
  expect(await steps()).toEqual({ ...done, sold: true });
  expect((await reseller.get('/api/statistics/first-steps')).status).toBe(403);
  await admin.put(`${path}/payment-accounts`, { items: [] });
});

test('accounts to pay to that were changed since they were read are not replaced, and say so [WRK-21]', async () => {
  const other = { ...account, number: '0098765432 clé 10' };
  await admin.put(`${path}/payment-accounts`, { items: [account] });
  await admin.put(`${path}/payment-accounts`, { items: [account, other], expected: [account] });
  const late = await admin.put(`${path}/payment-accounts`, { items: [], expected: [account] });
  expect([late.status, late.body.code]).toEqual([409, 'PAYMENT_ACCOUNTS_CHANGED']);
  expect((await reseller.get(`${path}/payment-accounts`)).body).toEqual({ items: [account, other] });
  await admin.put(`${path}/payment-accounts`, { items: [] });
});

// Turned red by: a configuration that knows the environment alone.
test('the phone and the hours that an administrator sets replace the phone of the environment, which comes back with an empty one [WRK-20]', async () => {
  expect(await shown()).toMatchObject({ phone: '0550 11 22 33', hours: null });
  const set = { phone: '+213 550 99 88 77', hours: 'Samedi à jeudi, 9 h à 18 h' };
  expect((await admin.put(`${path}/contact`, set)).status).toBe(204);
  expect(await shown()).toMatchObject(set);
  expect((await admin.get(`${path}/contact`)).body).toEqual({ ...set, defaultPhone: '0550 11 22 33' });
  expect((await actions())[0]).toMatchObject({ action: 'business.change-contact', after: set });
  for (const phone of ['12345', 'demain', '0550 11 22 33 44 55 66'])
    expect((await admin.put(`${path}/contact`, { phone, hours: '' })).body.code).toBe(
      'CONTACT_PHONE_INVALID',
    );
  expect((await reseller.put(`${path}/contact`, set)).status).toBe(403);
  await admin.put(`${path}/contact`, { phone: '', hours: '' });
  expect(await shown()).toMatchObject({ phone: '0550 11 22 33', hours: null });
});

// Turned red by: statements that expect the row of the migration.
test('after the restore of a backup from before these settings they are unset, and can be set [WRK-20][WRK-21]', async () => {
  await services.db.query({ text: 'DELETE FROM business' });
  expect(await shown()).toMatchObject({ phone: '0550 11 22 33', hours: null });
  expect((await admin.get(`${path}/refusal-reasons`)).body).toEqual(proposedRefusalReasons);
  expect((await admin.put(`${path}/payment-accounts`, { items: [] })).status).toBe(200);
  await services.db.query({ text: 'DELETE FROM business' });
  expect((await admin.put(`${path}/contact`, { phone: '', hours: 'Le matin' })).status).toBe(204);
  expect(await shown()).toMatchObject({ hours: 'Le matin' });
});

test('the accounts to pay to keep the owner’s order, are read by resellers and written by administrators alone, in the journal [WRK-21]', async () => {
  expect((await reseller.get(`${path}/payment-accounts`)).body).toEqual({ items: [] });
  const other = {
    method: 'bank_transfer',
    holder: 'Amine Haddad',
    number: '00400123',
    bank: 'CPA',
    qrCode: '',
  };
  expect((await admin.put(`${path}/payment-accounts`, { items: [account, other] })).status).toBe(200);
  expect((await reseller.get(`${path}/payment-accounts`)).body).toEqual({ items: [account, other] });
  expect((await actions())[0]).toMatchObject({
    action: 'business.change-payment-accounts',
    before: { paymentAccounts: [] },
    after: { paymentAccounts: [expect.stringContaining('0012345678'), expect.stringContaining('CPA')] },
  });
  await admin.put(`${path}/payment-accounts`, { items: [other, account] });
  expect((await reseller.get(`${path}/payment-accounts`)).body).toEqual({ items: [other, account] });
  expect((await reseller.put(`${path}/payment-accounts`, { items: [] })).status).toBe(403);
  for (const [wrong, code] of [
    [{ holder: ' ' }, 'PAYMENT_ACCOUNT_HOLDER_REQUIRED'],
    [{ number: '' }, 'PAYMENT_ACCOUNT_NUMBER_REQUIRED'],
    [{ qrCode: 'https://ailleurs.dz/qr.png' }, 'IMAGE_URL_INVALID'],
    [{ qrCode: `/pictures/${'0'.repeat(64)}.webp` }, 'PICTURE_GONE'],
  ] as const)
    expect(
      (await admin.put(`${path}/payment-accounts`, { items: [{ ...account, ...wrong }] })).body.code,
    ).toBe(code);
  expect((await reseller.get(`${path}/payment-accounts`)).body).toEqual({ items: [other, account] });
});

// Turned red by: a list that may hold an account twice, or one that cannot be saved while it does.
test('an account is not added twice, and a list that holds one twice from before can still be changed [WRK-21]', async () => {
  const put = (...items: (typeof account)[]) => admin.put(`${path}/payment-accounts`, { items });
  const other = { ...account, number: '0087654321' };
  await put(account, other);
  expect((await put(account, other, { ...account, holder: 'Nadia Haddad' })).body.code).toBe(
    'PAYMENT_ACCOUNT_REPEATED',
  );
  await query(`INSERT INTO payment_accounts (position, method, holder, number)
           SELECT 3, method, holder, number FROM payment_accounts WHERE position = 1`);
  expect((await put({ ...account, holder: 'Nadia Haddad' }, other, account)).status).toBe(200);
  expect((await put(account, account)).status).toBe(200);
  expect((await put(account)).status).toBe(200);
});

test('the QR picture of an account is kept while the account has it, and removed a day after [WRK-21]', async () => {
  const payload = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const headers = { 'content-type': 'image/png' };
  const sent = await call(server, { method: 'POST', url: '/api/pictures', payload, headers }, admin.cookie);
  const { address } = sent.body;
  await admin.put(`${path}/payment-accounts`, { items: [{ ...account, qrCode: address }] });
  const age = () => services.db.query({ text: `UPDATE pictures SET used_at = used_at - interval '2 days'` });
  await age();
  expect(await removeUnusedPictures(services.db, 10)).toBe(0);
  await admin.put(`${path}/payment-accounts`, { items: [account] });
  await age();
  expect(await removeUnusedPictures(services.db, 10)).toBe(1);
});

test('the reasons of refusals are proposed until the owner saves a list, which may be empty [WRK-12]', async () => {
  const reasons = async () => (await admin.get(`${path}/refusal-reasons`)).body;
  expect(await reasons()).toEqual(proposedRefusalReasons);
  const own = { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: [] };
  expect((await admin.put(`${path}/refusal-reasons`, own)).body).toEqual(own);
  expect(await reasons()).toEqual(own);
  expect((await actions())[0]).toMatchObject({
    action: 'business.change-refusal-reasons',
    after: { rechargeReasons: own.recharge, freeFireReasons: [] },
  });
  expect((await admin.put(`${path}/refusal-reasons`, { recharge: [' '], freeFire: [] })).body.code).toBe(
    'REFUSAL_REASON_REQUIRED',
  );
  const many = Array.from({ length: 21 }, (_, index) => `Raison ${index}`);
  expect((await admin.put(`${path}/refusal-reasons`, { recharge: many, freeFire: [] })).status).toBe(422);
  expect((await reseller.get(`${path}/refusal-reasons`)).status).toBe(403);
  expect(await reasons()).toEqual(own);
});
