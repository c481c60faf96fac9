import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { totp } from '../support/totp.ts';
import { createUser, password, type TestUser } from '../support/users.ts';

/*
 * Attack: the holder of a stolen session changes what protects the account while support signs the account out everywhere.
 */
const { server, services, query } = await testApp({
  config: { extensions: new Set(['cashiers', 'reseller-api'] as const) },
});

/** An administrator who has just turned the second factor on. */
async function enrolled() {
  const user = await createUser(server, services, { role: 'admin' });
  const { secret } = (await user.post('/api/second-factor', { password })).body;
  await user.post('/api/second-factor/confirmation', { code: await totp(secret) });
  return user;
}
async function beginning() {
  const user = await createUser(server, services, { role: 'admin' });
  const { secret } = (await user.post('/api/second-factor', { password })).body;
  return { ...user, code: await totp(secret) };
}
const protection = async ({ id }: TestUser) =>
  await query(
    `SELECT password_hash, second_factor,
                    (SELECT array_agg(code_hash ORDER BY code_hash) FROM recovery_codes WHERE user_id = u.id) AS codes
               FROM users u WHERE id = $1`,
    id,
  );

test.each([
  [
    'the recovery codes are not renewed',
    enrolled,
    (user: TestUser) => user.post('/api/second-factor/recovery-codes'),
  ],
  ['the second factor is not turned off', enrolled, (user: TestUser) => user.delete('/api/second-factor')],
  [
    'the password is not changed',
    enrolled,
    (user: TestUser) => user.post('/api/me/password', { current: password, password: 'un-autre-mot' }),
  ],
  [
    'a second factor is not turned on',
    beginning,
    (user: TestUser & { readonly code?: string }) =>
      user.post('/api/second-factor/confirmation', { code: user.code }),
  ],
])('%s by a session that is ended while the call waits for the account', async (_what, prepare, change) => {
  const user = await prepare();
  const before = await protection(user);
  // Like the support's command: it locks the account and deletes its sessions.
  const held = await holdRows(
    services.db,
    `WITH account AS MATERIALIZED (SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE)
     DELETE FROM sessions WHERE user_id = (SELECT id FROM account)`,
    user.id,
  );
  const changed = change(user);
  await eventually(async () => (await held.waiting()) === 1);
  await held.release();
  expect((await changed).body).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await protection(user)).toEqual(before);
});

const lasting = async ({ id }: TestUser) =>
  await query(
    `SELECT (SELECT count(*) FROM api_keys WHERE user_id = $1) AS keys,
                    (SELECT count(*) FROM staff WHERE owner_id = $1) AS staff,
                    (SELECT count(*) FROM enrolled_devices WHERE owner_id = $1) AS devices`,
    id,
  );

// Turned red by: a pipeline that judges the sessions of administrators and cashiers alone.
test.each([
  ['key', '/api/keys', { name: 'Mon site', scopes: ['catalogue'] }],
  ['cashier', '/api/staff', { name: 'Lina', pin: '2468', dailyCap: 1_000 }],
  ['device', '/api/devices', { label: 'Comptoir' }],
] as const)(
  'no %s is left by a session of a reseller that is ended while the call waits for the account',
  async (_what, path, body) => {
    const user = await createUser(server, services);
    const before = await lasting(user);
    const held = await holdRows(
      services.db,
      `WITH account AS MATERIALIZED (SELECT id FROM users WHERE id = $1 FOR UPDATE)
     DELETE FROM sessions WHERE user_id = (SELECT id FROM account)`,
      user.id,
    );
    const made = user.post(path, body);
    await eventually(async () => (await held.waiting()) === 1);
    await held.release();
    expect((await made).body).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await lasting(user)).toEqual(before);
  },
);
