import { describe, expect, test } from 'vitest';
import { actorOf } from '../../server/src/authorization/identity.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { accountsStore } from '../../server/src/modules/accounts/accounts.store.ts';
import { resetAdministratorPassword } from '../../server/src/modules/accounts/reset-administrator-password.ts';
import {
  beginEnrolment,
  checkEnrolment,
  checkSecondFactor,
  confirmEnrolment,
  removeSecondFactor,
} from '../../server/src/modules/accounts/second-factor.ts';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { codesPath, createProduct, importCodes, offerOf } from '../support/shop.ts';
import { totp } from '../support/totp.ts';
import { type ApiResponse, call, createUser, password, type TestUser, userOn } from '../support/users.ts';

/* Second factor, step-up and temporary passwords (S2-7, BEYOND 8). */
const { server, services, query } = await testApp();
const selfService = await secondServer(services.db, {
  config: { extensions: new Set(['self-service-security']) },
});

const cookieOf = (response: ApiResponse) => String(response.headers['set-cookie']).split(';')[0] ?? '';
const post = (url: string, payload: object, cookie = '', on = server) =>
  call(on, { method: 'POST', url, payload, headers: { 'user-agent': 'Chrome' } }, cookie);
const signIn = async (email: string, secret = password, userAgent = 'Chrome', ip = '') => {
  const headers = { 'user-agent': userAgent, ...(ip && { 'x-forwarded-for': ip }) };
  const response = await call(server, {
    method: 'POST',
    url: '/api/login',
    payload: { email, password: secret },
    headers,
  });
  return { response, cookie: cookieOf(response) };
};

/** Turns the second factor of an account on; its own session stays open. */
async function enroll(user: TestUser, on = server) {
  const begun = await post('/api/second-factor', { password }, user.cookie, on);
  expect(begun.status, begun.text).toBe(200);
  const { secret, uri } = begun.body as { secret: string; uri: string };
  const confirmed = await post(
    '/api/second-factor/confirmation',
    { code: await totp(secret) },
    user.cookie,
    on,
  );
  expect(confirmed.status, confirmed.text).toBe(200);
  return { secret, uri, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}
const administrator = () => createUser(server, services, { role: 'admin' });
/** Deletes the used step, so that the next code is valid immediately. */
const nextStep = (id: string) =>
  services.db.query({ text: 'UPDATE second_factors SET last_step = 0 WHERE user_id = $1', values: [id] });
/** Lets the ten minutes of a confirmed second factor pass. */
const later = (id: string) =>
  query(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`, id);

describe('an administrator turns the second factor on', () => {
  test('an administrator turns the second factor on with password and first code, and gets ten recovery codes', async () => {
    const admin = await administrator();
    expect((await admin.get('/api/me')).body.secondFactor).toBe(false);
    expect((await post('/api/second-factor', { password: 'faux' }, admin.cookie)).body.code).toBe(
      'PASSWORD_WRONG',
    );
    const { uri, secret, recoveryCodes } = await enroll(admin);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Almas/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await admin.get('/api/me')).body.secondFactor).toBe(true);
    const rows = await query<{ text: string }>(
      `SELECT concat(encode(sealed_secret, 'escape'), (SELECT string_agg(encode(code_hash, 'escape'), '')
               FROM recovery_codes WHERE user_id = $1)) AS text FROM second_factors WHERE user_id = $1`,
      admin.id,
    );
    expect(rows[0]?.text).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows[0]?.text).not.toContain(code.replaceAll('-', ''));
  });

  test('turning the second factor on ends the other sessions of the account and is recorded in the audit trail', async () => {
    const admin = await administrator();
    const elsewhere = await signIn(admin.email);
    await enroll(admin);
    expect((await call(server, { method: 'GET', url: '/api/me' }, elsewhere.cookie)).status).toBe(401);
    const rows = await query(
      `SELECT action FROM audit_trail WHERE subject_id = $1 AND action <> 'user.sign-in'`,
      admin.id,
    );
    expect(rows).toEqual([{ action: 'user.enable-second-factor' }]);
  });

  test('a second factor is not turned on with a wrong code, and not turned on twice', async () => {
    const admin = await administrator();
    await post('/api/second-factor', { password }, admin.cookie);
    const wrong = await post('/api/second-factor/confirmation', { code: '000000' }, admin.cookie);
    expect(wrong.body).toMatchObject({ code: 'CODE_WRONG', message: 'Code incorrect' });
    await enroll(admin);
    expect((await post('/api/second-factor', { password }, admin.cookie)).body.code).toBe('SECOND_FACTOR_ON');
  });

  test('a second factor is not turned on when its secret was replaced after the check of the code', async () => {
    const admin = await administrator();
    const begun = await post('/api/second-factor', { password }, admin.cookie);
    const user = await accountsStore.byId.one(services.db, admin.id);
    await checkEnrolment(services, user, await totp(String(begun.body.secret)));
    await post('/api/second-factor', { password }, admin.cookie);
    const end = transaction(services.db, (tx) => confirmEnrolment(services, tx, user, Buffer.alloc(0)));
    await expect(end).rejects.toMatchObject({ code: 'CODE_WRONG' });
    expect((await admin.get('/api/me')).body.secondFactor).toBe(false);
    await enroll(admin);
    expect((await admin.get('/api/me')).body.secondFactor).toBe(true);
  });
});

describe('a sign-in with a second factor', () => {
  test('a password alone opens no session when the second factor is on; a code then opens it', async () => {
    const admin = await administrator();
    const { secret } = await enroll(admin);
    const { response, cookie } = await signIn(admin.email);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ pending: 'second-factor' });
    for (const url of ['/api/me', '/api/users', '/api/sessions', '/api/events'])
      expect((await call(server, { method: 'GET', url }, cookie)).status, url).toBe(401);
    expect((await call(server, { method: 'GET', url: '/api/session' }, cookie)).body).toEqual({ user: null });
    await nextStep(admin.id);
    const done = await post('/api/login/second-factor', { code: await totp(secret) }, cookie);
    expect(done.body).toMatchObject({ id: admin.id, secondFactor: true });
    expect((await call(server, { method: 'GET', url: '/api/users' }, cookieOf(done))).status).toBe(200);
    expect((await call(server, { method: 'GET', url: '/api/me' }, cookie)).status).toBe(401);
  });

  test('a second factor code sent by five sign-ins at the same moment is accepted once', async () => {
    const admin = await administrator();
    const { secret } = await enroll(admin);
    await nextStep(admin.id);
    const code = await totp(secret);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => signIn(admin.email)));
    const responses = await Promise.all(
      waiting.map(({ cookie }) => post('/api/login/second-factor', { code }, cookie)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a recovery code is accepted for one sign-in, and refused for the next', async () => {
    const admin = await administrator();
    const { recoveryCodes } = await enroll(admin);
    const code = recoveryCodes[0]?.toUpperCase() ?? '';
    const first = await signIn(admin.email);
    expect((await post('/api/login/second-factor', { code }, first.cookie)).status).toBe(200);
    const second = await signIn(admin.email);
    expect((await post('/api/login/second-factor', { code }, second.cookie)).body.code).toBe('CODE_WRONG');
  });

  test('a sign-in ends after five wrong codes, and an account may try fewer than ten before it is refused', async () => {
    const admin = await administrator();
    await enroll(admin);
    const codes: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { cookie } = await signIn(admin.email);
      for (let tries = 0; tries < 6; tries += 1)
        codes.push((await post('/api/login/second-factor', { code: '000000' }, cookie)).body.code);
    }
    expect(codes.slice(0, 6)).toEqual([...Array(5).fill('CODE_WRONG'), 'SIGN_IN_EXPIRED']);
    expect(codes.filter((code) => code === 'CODE_WRONG').length).toBeLessThan(10);
    expect(codes.at(-2)).toBe('TOO_MANY_LOGIN_ATTEMPTS');
  });

  test('a sign-in that waits for its second factor is refused once it has expired', async () => {
    const admin = await administrator();
    const { secret } = await enroll(admin);
    const { cookie } = await signIn(admin.email);
    await services.db.query({ text: `UPDATE pending_sign_ins SET expires_at = now()` });
    await nextStep(admin.id);
    const late = await post('/api/login/second-factor', { code: await totp(secret) }, cookie);
    expect(late.body.code).toBe('SIGN_IN_EXPIRED');
  });

  test('a sign-in that began while the clock was a day ahead is over once the clock is right', async () => {
    const admin = await administrator();
    const { secret } = await enroll(admin);
    const { cookie } = await signIn(admin.email);
    await query(
      `UPDATE pending_sign_ins SET expires_at = expires_at + interval '1 day' WHERE user_id = '${admin.id}'`,
    );
    await nextStep(admin.id);
    const late = await post('/api/login/second-factor', { code: await totp(secret) }, cookie);
    expect(late.body.code).toBe('SIGN_IN_EXPIRED');
  });
});

describe('step-up', () => {
  test('an administrator with a second factor needs a fresh code for each sensitive call; one without needs none [STA-07]', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    const product = await createProduct(admin);
    const offer = offerOf(product);
    await importCodes(admin, product, 2);
    const buyer = await createUser(server, services, { balance: 10_000 });
    const order = { productId: product.id, offerId: offer.id, quantity: 1 };
    const bought = (await buyer.post('/api/purchases', order)).body;
    const sensitive: [string, () => Promise<ApiResponse>][] = [
      ['export', () => admin.get(codesPath(product, offer))],
      [
        'codes of a purchase',
        () => admin.post(`/api/purchases/${bought.id}/reveal`, { reason: 'Code refusé' }),
      ],
      ['recharge', () => admin.post(`/api/users/${reseller.id}/recharge`, { amount: 100_001 })],
      ['statement', () => admin.get(`/api/statements/2026-01/export?userId=${buyer.id}`)],
      // Where every reseller pays.
      ['payment accounts', () => admin.put('/api/business/payment-accounts', { items: [] })],
      ['temporary password', () => admin.post(`/api/users/${reseller.id}/temporary-password`)],
      ['requirement', () => admin.put(`/api/users/${reseller.id}/second-factor`, { required: false })],
      ['reset', () => admin.delete(`/api/users/${reseller.id}/second-factor`)],
    ];
    for (const [name, act] of sensitive) expect((await act()).status, name).toBe(200);
    const { secret } = await enroll(admin);
    await later(admin.id);
    for (const [name, act] of sensitive) {
      const response = await act();
      expect(response.status, name).toBe(403);
      expect(response.body.code, name).toBe('STEP_UP_REQUIRED');
    }
    for (const [name, act] of [
      ['codes', () => post('/api/second-factor/recovery-codes', {}, admin.cookie)],
      ['removal', () => admin.delete('/api/second-factor')],
      [
        'password',
        () => post('/api/me/password', { current: password, password: 'nouveau-mot' }, admin.cookie),
      ],
    ] as const)
      expect((await act()).body?.code, name).toBe('STEP_UP_REQUIRED');
    expect((await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 100_000 })).status).toBe(200);
    await nextStep(admin.id);
    expect((await post('/api/step-up', { code: '000000' }, admin.cookie)).body.code).toBe('CODE_WRONG');
    expect((await post('/api/step-up', { code: await totp(secret) }, admin.cookie)).status).toBe(204);
    for (const [name, act] of sensitive) expect((await act()).status, name).toBe(200);
  });

  test('a second factor that was given while the clock was a day ahead is not fresh once the clock is right', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    await enroll(admin);
    await query(`UPDATE sessions SET confirmed_at = now() + interval '1 day' WHERE user_id = $1`, admin.id);
    const response = await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 200_000 });
    expect(response.body.code).toBe('STEP_UP_REQUIRED');
  });

  test('a recharge that required step-up is made afterwards under the same idempotency key and credits once', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    const { secret } = await enroll(admin);
    await later(admin.id);
    const order = () =>
      admin.post(
        `/api/users/${reseller.id}/recharge`,
        { amount: 200_000 },
        { 'idempotency-key': `k-${reseller.id}` },
      );
    expect((await order()).body.code).toBe('STEP_UP_REQUIRED');
    expect((await reseller.get('/api/me')).body.balance).toBe(0);
    await nextStep(admin.id);
    await post('/api/step-up', { code: await totp(secret) }, admin.cookie);
    expect((await order()).body.newBalance).toBe(200_000);
    await later(admin.id);
    expect((await order()).body.newBalance).toBe(200_000);
    expect((await reseller.get('/api/me')).body.balance).toBe(200_000);
  });
});

describe('a reseller', () => {
  test('without the extension a reseller can neither set up a second factor nor change their own password', async () => {
    const reseller = await createUser(server, services);
    for (const [url, body] of [
      ['/api/second-factor', { password }],
      ['/api/me/password', { current: password, password: 'un-autre-mot' }],
    ] as const)
      expect((await post(url, body, reseller.cookie)).status, url).toBe(404);
  });

  test('a reseller who is required to have a second factor enrols at the next sign-in, before anything else', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    const changed = await admin.put(`/api/users/${reseller.id}/second-factor`, { required: true });
    expect(changed.body).toMatchObject({ secondFactorRequired: true, secondFactor: false });
    // The open session ends, because it has no second factor.
    expect((await reseller.get('/api/me')).status).toBe(401);
    const { response, cookie } = await signIn(reseller.email);
    expect(response.body).toEqual({ pending: 'enrolment' });
    expect((await call(server, { method: 'GET', url: '/api/me' }, cookie)).status).toBe(401);
    const { secret } = (await post('/api/login/enrolment', {}, cookie)).body;
    const done = await post('/api/login/enrolment/confirmation', { code: await totp(secret) }, cookie);
    expect(done.body).toMatchObject({ id: reseller.id, secondFactor: true });
    expect(done.body.recoveryCodes).toHaveLength(10);
    expect((await call(server, { method: 'GET', url: '/api/me' }, cookieOf(done))).status).toBe(200);
    expect((await signIn(reseller.email)).response.body).toEqual({ pending: 'second-factor' });
  });

  test('a reseller who has a second factor stays signed in when an administrator starts or stops requiring it', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    await enroll(reseller, selfService.server);
    for (const required of [true, false]) {
      await admin.put(`/api/users/${reseller.id}/second-factor`, { required });
      expect((await reseller.get('/api/me')).body).toMatchObject({ secondFactorRequired: required });
    }
  });

  test('a reseller whose sign-in is under way must start again when a second factor becomes required', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    const { temporaryPassword } = (await admin.post(`/api/users/${reseller.id}/temporary-password`)).body;
    const { response, cookie } = await signIn(reseller.email, temporaryPassword);
    expect(response.body).toEqual({ pending: 'password' });
    await admin.put(`/api/users/${reseller.id}/second-factor`, { required: true });
    expect((await post('/api/login/password', { password: 'un-autre-mot' }, cookie)).status).toBe(401);
    expect((await signIn(reseller.email, temporaryPassword)).response.body).toEqual({ pending: 'enrolment' });
  });

  test('after an administrator resets a reseller’s second factor, the sessions are ended and the password signs in alone', async () => {
    const admin = await administrator();
    const reseller = await createUser(server, services);
    await enroll(reseller, selfService.server);
    await admin.delete(`/api/users/${reseller.id}/second-factor`);
    expect((await reseller.get('/api/me')).status).toBe(401);
    expect((await signIn(reseller.email)).response.body).toMatchObject({ id: reseller.id });
    const other = await administrator();
    expect((await admin.delete(`/api/users/${other.id}/second-factor`)).status).toBe(403);
  });

  test('when the extension is on, a reseller changes their own password, which ends the other sessions', async () => {
    const reseller = await createUser(server, services);
    const elsewhere = await signIn(reseller.email);
    const change = (current: string, next: string) =>
      post('/api/me/password', { current, password: next }, reseller.cookie, selfService.server);
    expect((await change('faux', 'un-autre-mot')).body.message).toBe('Le mot de passe actuel est incorrect');
    expect((await change(password, password)).body.code).toBe('PASSWORD_UNCHANGED');
    expect((await change(password, '12345')).body.code).toBe('WEAK_PASSWORD');
    expect((await change(password, 'un-autre-mot')).status).toBe(204);
    expect((await call(server, { method: 'GET', url: '/api/me' }, elsewhere.cookie)).status).toBe(401);
    expect((await reseller.get('/api/me')).status).toBe(200);
    expect((await signIn(reseller.email)).response.status).toBe(401);
    expect((await signIn(reseller.email, 'un-autre-mot')).response.status).toBe(200);
  });
});

describe('a temporary password', () => {
  const given = async (reseller: TestUser) => {
    const admin = await administrator();
    return (await admin.post(`/api/users/${reseller.id}/temporary-password`)).body
      .temporaryPassword as string;
  };

  test('a temporary password must be replaced before anything else, and then signs in no longer', async () => {
    const reseller = await createUser(server, services);
    const temporary = await given(reseller);
    const { response, cookie } = await signIn(reseller.email, temporary);
    expect(response.body).toEqual({ pending: 'password' });
    expect((await call(server, { method: 'GET', url: '/api/me' }, cookie)).status).toBe(401);
    const buy = { productId: reseller.id, offerId: reseller.id, quantity: 1 };
    expect((await post('/api/purchases', buy, cookie)).status).toBe(401);
    const same = await post('/api/login/password', { password: temporary }, cookie);
    expect(same.body.code).toBe('PASSWORD_UNCHANGED');
    const done = await post('/api/login/password', { password: 'le-mien-propre' }, cookie);
    expect(done.body).toMatchObject({ id: reseller.id });
    expect((await call(server, { method: 'GET', url: '/api/me' }, cookieOf(done))).status).toBe(200);
    expect((await signIn(reseller.email, temporary)).response.status).toBe(401);
    expect((await signIn(reseller.email, 'le-mien-propre')).response.body).toMatchObject({ id: reseller.id });
  });

  test('a temporary password works only on the device that used it first', async () => {
    const reseller = await createUser(server, services);
    const temporary = await given(reseller);
    await signIn(reseller.email, temporary, 'Chrome');
    const foreign = await signIn(reseller.email, temporary, 'Firefox');
    expect(foreign.response.status).toBe(403);
    expect(foreign.response.body.code).toBe('TEMPORARY_PASSWORD_USED');
    expect((await signIn(reseller.email, temporary, 'Chrome')).response.body).toEqual({
      pending: 'password',
    });
  });

  test('a temporary password ends after 24 hours and is then refused', async () => {
    const reseller = await createUser(server, services);
    const temporary = await given(reseller);
    const rows = await query<{ hours: number }>(
      `SELECT round(extract(epoch FROM temporary_password_until - now()) / 3600)::int AS hours FROM users WHERE id = $1`,
      reseller.id,
    );
    expect(rows).toEqual([{ hours: 24 }]);
    await query(
      `UPDATE users SET temporary_password_until = now() - interval '1 second' WHERE id = $1`,
      reseller.id,
    );
    const { response } = await signIn(reseller.email, temporary);
    expect(response.status).toBe(403);
    expect(response.body.message).toBe('Ce mot de passe temporaire a expiré. Demandez-en un nouveau.');
  });

  test('a password reset by the command line is temporary and keeps the second factor unless asked to drop it', async () => {
    const admin = await administrator();
    const { secret } = await enroll(admin);
    const temporary = (await resetAdministratorPassword(services, admin.email)) ?? '';
    const { response, cookie } = await signIn(admin.email, temporary);
    expect(response.body).toEqual({ pending: 'second-factor' });
    await nextStep(admin.id);
    const half = await post('/api/login/second-factor', { code: await totp(secret) }, cookie);
    expect(half.body).toEqual({ pending: 'password' });
    const done = await post('/api/login/password', { password: 'le-mien-propre' }, cookieOf(half));
    expect(done.body).toMatchObject({ id: admin.id });
    const dropped = (await resetAdministratorPassword(services, admin.email, true)) ?? '';
    expect((await signIn(admin.email, dropped)).response.body).toEqual({ pending: 'password' });
  });
});

test('of recovery codes that are renewed twice at the same moment, those of the last renewal alone work', async () => {
  const admin = await administrator();
  await enroll(admin);
  const held = await holdRows(
    services.db,
    'SELECT FROM recovery_codes WHERE user_id = $1 FOR UPDATE',
    admin.id,
  );
  const renewals = [1, 2].map(() => post('/api/second-factor/recovery-codes', {}, admin.cookie));
  await eventually(async () => (await held.waiting()) === 2);
  await held.release();
  expect((await Promise.all(renewals)).map(({ status }) => status)).toEqual([200, 200]);
  const rows = await query('SELECT FROM recovery_codes WHERE user_id = $1', admin.id);
  expect(rows).toHaveLength(10);
});

test('a second factor is not turned off by a removal while an administrator makes it required', async () => {
  const reseller = userOn(selfService.server, await createUser(server, services));
  await enroll(reseller, selfService.server);
  const required = await holdRows(
    services.db,
    'UPDATE users SET second_factor_required = true WHERE id = $1',
    reseller.id,
  );
  const removal = reseller.delete('/api/second-factor');
  await eventually(async () => (await required.waiting()) === 1);
  await required.release();
  expect((await removal).body?.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await reseller.get('/api/me')).body).toMatchObject({
    secondFactor: true,
    secondFactorRequired: true,
  });
});

test.each([
  ['off', false],
  ['on', true],
])(
  'recovery codes are not renewed for an account whose second factor is turned %s at the same moment',
  async (_, isOn) => {
    const admin = await administrator();
    if (!isOn) await enroll(admin);
    const codes = async () =>
      await query('SELECT code_hash FROM recovery_codes WHERE user_id = $1 ORDER BY 1', admin.id);
    const before = await codes();
    const turned = await holdRows(
      services.db,
      'UPDATE users SET second_factor = $2 WHERE id = $1',
      admin.id,
      isOn,
    );
    const renewal = post('/api/second-factor/recovery-codes', {}, admin.cookie);
    await eventually(async () => (await turned.waiting()) === 1);
    await turned.release();
    expect((await renewal).body.code).toBe('NOT_FOUND');
    expect(await codes()).toEqual(before);
  },
);

test('an account without a second factor cannot renew recovery codes, confirm with a code or turn it off', async () => {
  const admin = await administrator();
  for (const response of [
    await post('/api/second-factor/recovery-codes', {}, admin.cookie),
    await post('/api/step-up', { code: '000000' }, admin.cookie),
    await admin.delete('/api/second-factor'),
  ])
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
});

test('an account whose second factor is on is not given another secret', async () => {
  const admin = await administrator();
  await enroll(admin);
  expect((await post('/api/second-factor', { password }, admin.cookie)).body.code).toBe('SECOND_FACTOR_ON');
});

test('a second factor that is on is neither begun nor confirmed again, whatever a stale session says', async () => {
  const admin = await administrator();
  await enroll(admin);
  const account = await accountsStore.byId.one(services.db, admin.id);
  const again = transaction(services.db, (tx) => beginEnrolment(services, tx, account));
  await expect(again).rejects.toMatchObject({ code: 'SECOND_FACTOR_ON' });
  await expect(checkEnrolment(services, account, '000000')).rejects.toMatchObject({
    code: 'SECOND_FACTOR_ON',
  });
});

test('a code that is wrong or no code at all confirms neither an enrolment nor a sign-in', async () => {
  const admin = await administrator();
  await post('/api/second-factor', { password }, admin.cookie);
  const account = await accountsStore.byId.one(services.db, admin.id);
  for (const code of ['000000', '12345', 'abcdef', ''])
    await expect(checkEnrolment(services, account, code)).rejects.toMatchObject({ code: 'CODE_WRONG' });
  const enrolled = await administrator();
  await enroll(enrolled);
  for (const code of ['12345', 'abcdef', ''])
    await expect(
      checkSecondFactor(services, enrolled.id, code, { network: '127.0.0.1' }),
    ).rejects.toMatchObject({
      code: 'CODE_WRONG',
    });
});

test('a second factor that is required of an account is not turned off by it', async () => {
  const admin = await administrator();
  await enroll(admin);
  const account = await accountsStore.byId.one(services.db, admin.id);
  const actor = { ...actorOf(account), confirmed: true, secondFactorRequired: true };
  const removal = transaction(services.db, (tx) => removeSecondFactor(tx, actor));
  await expect(removal).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
});

test('two codes of one sign-in sent at the same moment open one session', async () => {
  const admin = await administrator();
  const { recoveryCodes } = await enroll(admin);
  const { cookie } = await signIn(admin.email);
  const responses = await Promise.all(
    recoveryCodes.slice(0, 2).map((code) => post('/api/login/second-factor', { code }, cookie)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.find(({ status }) => status !== 200)?.body.code).toBe('SIGN_IN_EXPIRED');
});
