import { randomUUID } from 'node:crypto';
import type { FeatureName } from '@almas/contract/features';
import pino from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendsPasswordResets } from '../../server/src/modules/accounts/password-reset.ts';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { receiveMails } from '../support/mail-receiver.ts';
import { call, createUser, password, type TestUser } from '../support/users.ts';

/* Password reset by e-mail (extension self-service-security, BEYOND 8). */
const receiver = await receiveMails();
afterAll(() => receiver.close());
const usual = await testApp();
const { server, services, query } = await secondServer(usual.services.db, {
  config: {
    extensions: new Set(['self-service-security']),
    publicUrl: 'http://almas.test',
    smtpUrl: receiver.url,
    mailFrom: 'Almas <almas@exemple.dz>',
  },
});

const headers = { origin: 'http://almas.test' };
const request = (email: string, on = server) =>
  call(on, { method: 'POST', url: '/api/password-reset', payload: { email }, headers });
const complete = (token: string, next: string) =>
  call(server, {
    method: 'POST',
    url: '/api/password-reset/confirmation',
    payload: { token, password: next },
    headers,
  });
const signIn = (email: string, secret: string) =>
  call(server, { method: 'POST', url: '/api/login', payload: { email, password: secret }, headers });

async function linkFor(email: string): Promise<string> {
  const before = receiver.mails.length;
  expect((await request(email)).status).toBe(204);
  await eventually(() => receiver.mails.length > before);
  const mail = receiver.mails.at(-1);
  expect(mail?.to).toBe(email);
  return /http:\/\/almas\.test\/login#reset=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

const linksOf = async ({ id }: TestUser) =>
  (await services.db.query({ text: 'SELECT FROM password_resets WHERE user_id = $1', values: [id] })).rows
    .length;

test('a reseller receives a link by e-mail that sets a new password once and ends every session', async () => {
  const reseller = await createUser(server, services);
  const token = await linkFor(reseller.email);
  expect((await complete(token, '12345')).body.code).toBe('WEAK_PASSWORD');
  expect((await complete(token, 'un-nouveau-mot')).status).toBe(204);
  expect((await reseller.get('/api/me')).status).toBe(401);
  expect((await signIn(reseller.email, password)).status).toBe(401);
  expect((await signIn(reseller.email, 'un-nouveau-mot')).body).toMatchObject({ id: reseller.id });
  expect((await complete(token, 'encore-un-autre')).body).toMatchObject({
    code: 'RESET_LINK_INVALID',
    message: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  });
});

test('a password reset link that is used leaves the link of another account valid', async () => {
  const [one, other] = [await createUser(server, services), await createUser(server, services)];
  const [used, kept] = [await linkFor(one.email), await linkFor(other.email)];
  expect((await complete(used, 'un-nouveau-mot')).status).toBe(204);
  expect((await complete(kept, 'un-nouveau-mot')).status).toBe(204);
});

// Turned red by: a reset that does not see the cookie of its device, and replaces it.
test('a password reset on a shared phone leaves the other accounts of that phone known', async () => {
  const [one, other] = [await createUser(server, services), await createUser(server, services)];
  const deviceFor = ({ headers: answered }: { headers: Record<string, unknown> }, path: string) =>
    [answered['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith('almas_device=') && cookie.includes(`; Path=${path};`))
      ?.split(';')[0];
  const cookie = deviceFor(await signIn(one.email, password), '/api/password-reset');
  const [nonce, tag] = cookie?.split('.') ?? [];
  const completed = await call(server, {
    method: 'POST',
    url: '/api/password-reset/confirmation',
    payload: { token: await linkFor(other.email), password: 'un-nouveau-mot' },
    headers: { ...headers, ...(cookie && { cookie }) },
  });
  expect(completed.status).toBe(204);
  for (const path of ['/api/login', '/api/password-reset']) {
    const [kept, own, ...others] = deviceFor(completed, path)?.split('.') ?? [];
    expect([kept, others]).toEqual([nonce, [tag]]);
    expect(own).not.toBe(tag);
  }
});

test('a token that is no link is refused as such while another account has a link, whatever the new password', async () => {
  const reseller = await createUser(server, services);
  await linkFor(reseller.email);
  expect((await complete('a'.repeat(43), '12345')).body.code).toBe('RESET_LINK_INVALID');
});

describe('the address of an account that changes hands', () => {
  const admin = () => createUser(server, services, { role: 'admin' });
  const change = (by: TestUser, { id, email: expectedEmail }: TestUser, email: string, on = server) =>
    call(on, {
      method: 'PATCH',
      url: `/api/users/${id}/email`,
      payload: { email, expectedEmail },
      headers: { ...headers, cookie: by.cookie },
    });
  const newAddress = () => `reprise.${randomUUID()}@exemple.dz`;
  const read = async (text: string, ...values: unknown[]) => (await services.db.query({ text, values })).rows;

  test('opens the account alone: sessions, links and the second factor end, history and balance stay, and both addresses are mailed [TEA-23]', async () => {
    const owner = await admin();
    const user = await createUser(server, services, { balance: 4_000 });
    const token = await linkFor(user.email);
    await read('UPDATE users SET second_factor = true WHERE id = $1', user.id);
    const before = receiver.mails.length;
    const next = newAddress();
    const { status, body } = await change(owner, user, next);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ id: user.id, email: next, balance: 4_000, secondFactor: false });
    await eventually(() => receiver.mails.length === before + 2);
    const mails = receiver.mails.slice(before);
    expect(mails.map(({ to }) => to).sort()).toEqual([user.email, next].sort());
    // Neither learns the address of the other.
    for (const { to, text } of mails) expect(text).not.toContain(to === next ? user.email : next);

    expect((await user.get('/api/me')).status).toBe(401);
    expect((await complete(token, 'un-nouveau-mot')).body.code).toBe('RESET_LINK_INVALID');
    expect((await signIn(user.email, password)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await request(user.email)).status).toBe(204);
    const link = await linkFor(next);
    expect(receiver.mails.slice(before + 2).map(({ to }) => to)).toEqual([next]);
    expect((await signIn(next, password)).body).toMatchObject({ id: user.id, balance: 4_000 });
    expect((await complete(link, 'un-nouveau-mot')).status).toBe(204);
    expect(await read('SELECT FROM ledger WHERE user_id = $1', user.id)).toHaveLength(1);
    const given = await call(server, {
      method: 'POST',
      url: `/api/users/${user.id}/temporary-password`,
      headers: { ...headers, cookie: owner.cookie },
    });
    expect((await signIn(next, given.body.temporaryPassword)).body).toEqual({ pending: 'password' });
    const [entry] = await read(
      `SELECT before, after FROM audit_trail WHERE action = 'user.change-email' AND subject_id = $1`,
      user.id,
    );
    expect(JSON.stringify(entry)).not.toContain('@');
  });

  test('is refused when it is taken, when the account has another one by now, and for an administrator; nothing ends [TEA-23]', async () => {
    const [owner, user, another] = [
      await admin(),
      await createUser(server, services),
      await createUser(server, services),
    ];
    expect((await change(owner, user, another.email.toUpperCase())).body).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'Cette adresse email est déjà utilisée',
    });
    expect((await change(owner, { ...user, email: 'ancienne@exemple.dz' }, newAddress())).body.code).toBe(
      'EMAIL_CHANGED',
    );
    expect((await change(owner, user, 'pas une adresse')).body.code).toBe('INVALID_EMAIL');
    // The present one, as after an answer that was lost, whatever the screen still showed.
    for (const shown of [user, { ...user, email: 'ancienne@exemple.dz' }])
      expect((await change(owner, shown, user.email)).body.email).toBe(user.email);
    expect((await change(owner, await admin(), newAddress())).body.code).toBe('ONLY_RESELLERS_READDRESSED');
    await read('UPDATE users SET second_factor = true WHERE id = $1', owner.id);
    expect((await change(owner, user, newAddress())).body.code).toBe('STEP_UP_REQUIRED');
    // Refusals keep the account as it is.
    expect((await signIn(user.email, password)).status).toBe(200);
    const cookie = { ...headers, cookie: user.cookie };
    expect((await call(server, { url: '/api/me', headers: cookie })).status).toBe(200);
  });

  test('is changed by one of two administrators who change it at once, also of two accounts to the same one [TEA-23]', async () => {
    const [one, two] = [await admin(), await admin()];
    const [user, another] = [await createUser(server, services), await createUser(server, services)];
    const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
      answers.map(({ status, body }) => body.code ?? status).sort();
    const next = newAddress();
    expect(codesOf(await Promise.all([change(one, user, next), change(two, user, newAddress())]))).toEqual([
      200,
      'EMAIL_CHANGED',
    ]);
    const [{ email } = { email: '' }] = await read('SELECT email FROM users WHERE id = $1', user.id);
    const wanted = newAddress();
    expect(
      codesOf(await Promise.all([change(one, { ...user, email }, wanted), change(two, another, wanted)])),
    ).toEqual([200, 'EMAIL_TAKEN']);
  });
});

test('password reset needs the extension, a server for e-mails and an address of the product', async () => {
  const { config, features } = services;
  const off = { enabled: async () => new Set<FeatureName>() };
  expect(await sendsPasswordResets({ config, features })).toBe(true);
  expect(await sendsPasswordResets({ config, features: off })).toBe(false);
  expect(await sendsPasswordResets({ config: { ...config, smtpUrl: undefined }, features })).toBe(false);
  expect(await sendsPasswordResets({ config: { ...config, publicUrl: undefined }, features })).toBe(false);
  const without = await secondServer(services.db, { config: { ...config, smtpUrl: undefined } });
  expect((await request('inconnu@exemple.dz', without.server)).status).toBe(404);
});

test('a password reset link ends after 30 minutes, and a newer link replaces it', async () => {
  const reseller = await createUser(server, services);
  const older = await linkFor(reseller.email);
  const newer = await linkFor(reseller.email);
  // The older one is deleted once the mail server has taken the newer one.
  await eventually(async () => (await linksOf(reseller)) === 1);
  expect((await complete(older, 'un-nouveau-mot')).body.code).toBe('RESET_LINK_INVALID');
  const rows = await query<{ minutes: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM password_resets WHERE user_id = $1`,
    reseller.id,
  );
  expect(rows).toEqual([{ minutes: 30 }]);
  await query('UPDATE password_resets SET expires_at = now() WHERE user_id = $1', reseller.id);
  expect((await complete(newer, 'un-nouveau-mot')).body.code).toBe('RESET_LINK_INVALID');
});

// Turned red by: the link before deleted, or the request counted, although the mail server took no mail.
test('a password reset whose e-mail the mail server does not take leaves the link before valid, does not count as a request, and alerts the administrators', async () => {
  const reseller = await createUser(server, services);
  const failures: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(line) });
  const broken = await secondServer(services.db, {
    config: { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' },
    services: { log },
  });
  const alerts: Alert[] = [];
  onTestFinished(onAlert((alert) => alerts.push(alert)));
  const token = await linkFor(reseller.email);
  for (let lost = 1; lost <= 2; lost += 1) {
    expect((await request(reseller.email, broken.server)).status).toBe(204);
    await eventually(() => failures.filter((line) => line.includes('password reset mail')).length === lost);
    expect(alerts).toHaveLength(lost);
  }
  expect(alerts[0]).toMatchObject({ type: 'system', title: 'E-mail non envoyé', scope: 'settings' });
  // Nothing of whom it was for: a title and a sentence reach devices and a chat.
  expect(JSON.stringify(alerts)).not.toContain(reseller.email);
  expect((await complete(token, 'un-nouveau-mot')).status).toBe(204);
  for (let sent = 0; sent < 2; sent += 1) await linkFor(reseller.email);
});

test('a password reset link that was sent while the clock was a day ahead is void once the clock is right, and is forgotten', async () => {
  const reseller = await createUser(server, services);
  const token = await linkFor(reseller.email);
  await query(
    `UPDATE password_resets SET expires_at = expires_at + interval '1 day' WHERE user_id = $1`,
    reseller.id,
  );
  expect((await complete(token, 'un-nouveau-mot')).body.code).toBe('RESET_LINK_INVALID');
  expect(await linksOf(reseller)).toBe(1);
  await runJobs(services);
  expect(await linksOf(reseller)).toBe(0);
});

test('after an attacker has used up the requests of an email, its mailbox has a link that works until requests count again', async () => {
  const reseller = await createUser(server, services);
  for (let sent = 0; sent < 3; sent += 1) await linkFor(reseller.email);
  const rows = await query<{ gap: number }>(
    `SELECT extract(epoch FROM l.window_ends - r.expires_at)::float8 AS gap FROM rate_limits l, password_resets r
            WHERE l.action = 'password_reset_account' AND l.subject = $1 AND r.user_id = $2`,
    reseller.email,
    reseller.id,
  );
  expect(rows[0]?.gap).toBeLessThanOrEqual(0);
});

test('a password reset link works behind an address that has used up its requests, ten times when the password is refused', async () => {
  const reseller = await createUser(server, services);
  const token = await linkFor(reseller.email);
  const useUp = () =>
    query(`UPDATE rate_limits SET attempts = 1000 WHERE action = 'password_reset' AND subject = '127.0.0.1'`);
  await useUp();
  expect((await complete('a'.repeat(43), 'un-nouveau-mot')).status).toBe(429);
  for (let tries = 0; tries < 9; tries += 1)
    expect((await complete(token, password)).body.code).toBe('PASSWORD_UNCHANGED');
  expect((await complete(token, 'un-nouveau-mot')).status).toBe(204);
  await services.db.query({ text: `DELETE FROM rate_limits WHERE action = 'password_reset'` });
  const next = await linkFor(reseller.email);
  // Refused without a hash, they do not count.
  for (let tries = 0; tries < 11; tries += 1)
    expect((await complete(next, '12345')).body.code).toBe('WEAK_PASSWORD');
  for (let tries = 0; tries < 10; tries += 1) await complete(next, 'un-nouveau-mot');
  expect((await complete(next, 'encore-un-autre')).status).toBe(429);
  await services.db.query({ text: `DELETE FROM rate_limits WHERE action = 'password_reset'` });
});

test('a password reset link that is used twice at the same moment works once', async () => {
  const reseller = await createUser(server, services);
  const token = await linkFor(reseller.email);
  const responses = await Promise.all([complete(token, 'premier-mot'), complete(token, 'second-mot')]);
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 422]);
});

test.each([
  [
    'a new password from the account itself',
    (own: TestUser) =>
      own.post('/api/me/password', { current: password, password: 'un-nouveau-mot' }, headers),
  ],
  [
    'a temporary password from an administrator',
    (own: TestUser, admin: TestUser) => admin.post(`/api/users/${own.id}/temporary-password`),
  ],
  [
    'an administrator signing the account out everywhere',
    (own: TestUser, admin: TestUser) => admin.delete(`/api/users/${own.id}/sessions`),
  ],
])('a password reset link that waits in the mailbox ends with %s', async (_what, end) => {
  const reseller = await createUser(server, services);
  const admin = await createUser(server, services, { role: 'admin' });
  await services.db.query({ text: `DELETE FROM rate_limits WHERE action = 'password_reset'` });
  const token = await linkFor(reseller.email);
  const ended = await end(reseller, admin);
  expect(ended.status, ended.text).toBeLessThan(300);
  expect((await complete(token, 'encore-un-autre')).body.code).toBe('RESET_LINK_INVALID');
});

test('a password reset for an unknown, an administrator’s or a disabled account gets the same response as for a reseller, and sends no e-mail', async () => {
  const reseller = await createUser(server, services);
  const admin = await createUser(server, services, { role: 'admin' });
  const disabled = await createUser(server, services);
  await services.db.query({ text: 'UPDATE users SET disabled = true WHERE id = $1', values: [disabled.id] });
  const before = receiver.mails.length;
  const queries: string[] = [];
  const watching = {
    ...services.db,
    query: ((input: { text: string; name?: string }) => {
      queries.push(input.name ?? '');
      return (services.db.query as (sent: unknown) => unknown)(input);
    }) as typeof services.db.query,
  };
  const watched = await secondServer(watching, { config: services.config });
  for (const email of ['inconnu@exemple.dz', admin.email, disabled.email]) {
    const response = await request(email, watched.server);
    expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' });
  }
  await eventually(() => queries.filter((name) => name === 'accounts.credentials').length === 3);
  const known = await request(reseller.email, watched.server);
  expect({ status: known.status, text: known.text }).toEqual({ status: 204, text: '' });
  expect(queries.lastIndexOf('accounts.credentials')).toBeLessThan(queries.lastIndexOf('limits.count'));
  await eventually(() => receiver.mails.length > before);
  expect(receiver.mails.slice(before).map(({ to }) => to)).toEqual([reseller.email]);
});

test('six password resets of one account within an hour get the same response, and three e-mails are sent', async () => {
  const reseller = await createUser(server, services);
  const before = receiver.mails.length;
  for (let round = 0; round < 6; round += 1) expect((await request(reseller.email)).status).toBe(204);
  await eventually(() => receiver.mails.length >= before + 3);
  const witness = await createUser(server, services);
  await linkFor(witness.email);
  expect(receiver.mails.filter(({ to }) => to === reseller.email)).toHaveLength(3);
});

test('a password reset for an address that equals an account’s only by the database’s case folding sends no e-mail', async () => {
  const reseller = await createUser(server, services, { email: 'imene.ikhlef@exemple.dz' });
  const before = receiver.mails.length;
  for (const spelling of ['İmene.ikhlef@exemple.dz', 'imene.İkhlef@exemple.dz', 'İmene.İkhlef@exemple.dz'])
    expect((await request(spelling)).status).toBe(204);
  await linkFor(reseller.email);
  const witness = await createUser(server, services);
  await linkFor(witness.email);
  expect(receiver.mails.slice(before).map(({ to }) => to)).toEqual([reseller.email, witness.email]);
});

test('without the extension self-service-security the two password reset calls get 404', async () => {
  expect((await request('a@exemple.dz', usual.server)).status).toBe(403);
  const plain = (url: string, payload: object) => call(usual.server, { method: 'POST', url, payload });
  expect((await plain('/api/password-reset', { email: 'a@exemple.dz' })).status).toBe(404);
  expect((await plain('/api/password-reset/confirmation', { token: 'x', password: 'y' })).status).toBe(404);
});
