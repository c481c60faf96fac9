import { expect, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { accountsStore } from '../../server/src/modules/accounts/accounts.store.ts';
import {
  addAdministrator,
  reactivateAdministrator,
} from '../../server/src/modules/accounts/add-administrator.ts';
import { prepareReplacement, replacePassword } from '../../server/src/modules/accounts/change-password.ts';
import {
  endAllSessions,
  endSessionsByEmail,
} from '../../server/src/modules/accounts/end-sessions-as-operator.ts';
import { ensureFirstAdministrator } from '../../server/src/modules/accounts/first-administrator.ts';
import { insertRegistration } from '../../server/src/modules/accounts/register.ts';
import { resetAdministratorPassword } from '../../server/src/modules/accounts/reset-administrator-password.ts';
import { testApp } from '../support/app.ts';
import { call, createUser, password, signIn } from '../support/users.ts';

/* The functions on accounts that the operator's commands call. */
const { server, services, query } = await testApp();
const [firstDay, configured] = [
  await testApp(),
  await testApp({ config: { adminPassword: 'un-mot-choisi' } }),
];
const recorded = async (subject: string) =>
  await query<{ action: string; actor: string | null }>(
    'SELECT action, actor_id AS actor FROM audit_trail WHERE subject_id = $1 ORDER BY id',
    subject,
  );
const accountOf = async (email: string) =>
  await query<{ id: string; role: string; status: string }>(
    'SELECT id, role, status FROM users WHERE lower(email) = lower($1)',
    email,
  );

test('an administrator is added once per email, with a temporary password, and recorded as the operator’s', async () => {
  expect(await addAdministrator(services, 'nadia@exemple.dz')).toMatch(/^\w{14}$/);
  expect(await addAdministrator(services, 'Nadia@exemple.dz')).toBeUndefined();
  const made = await accountOf('nadia@exemple.dz');
  expect(made).toMatchObject([{ role: 'admin', status: 'active' }]);
  expect(await recorded(made[0]?.id ?? '')).toEqual([{ action: 'user.create-administrator', actor: null }]);
});

test('the generated password of the first administrator is kept before the account exists, and a configured one is not', async () => {
  const kept: string[][] = [];
  const keep = (...given: string[]) => void kept.push(given);
  const failing = () => {
    throw new Error('a full disk');
  };
  await expect(ensureFirstAdministrator(firstDay.services, failing)).rejects.toThrow('a full disk');
  const made = await ensureFirstAdministrator(firstDay.services, keep);
  expect(kept).toEqual([[made?.email, made?.password]]);
  const payload = { email: made?.email, password: made?.password };
  expect((await call(firstDay.server, { method: 'POST', url: '/api/login', payload })).status).toBe(200);
  expect(await ensureFirstAdministrator(firstDay.services, keep)).toBeUndefined();
  expect(await ensureFirstAdministrator(configured.services, keep)).toMatchObject({ password: undefined });
  expect(kept).toHaveLength(1);
});

test('a database error other than a taken email is not hidden when an administrator is added', async () => {
  await query(`ALTER TABLE users ADD CONSTRAINT no_x CHECK (email <> 'x@exemple.dz') NOT VALID`);
  await expect(addAdministrator(services, 'x@exemple.dz')).rejects.toThrow('no_x');
  await services.db.query({ text: 'ALTER TABLE users DROP CONSTRAINT no_x' });
});

test('an inactive administrator is activated again, and a reseller, an active one or an unknown email is left alone', async () => {
  const admin = await createUser(server, services, { role: 'admin', status: 'inactive' });
  const reseller = await createUser(server, services, { status: 'inactive' });
  expect(await reactivateAdministrator(services, 'unknown@exemple.dz')).toBe('unknown');
  expect(await reactivateAdministrator(services, reseller.email)).toBe('unknown');
  expect(await accountOf(reseller.email)).toMatchObject([{ status: 'inactive' }]);
  expect(await reactivateAdministrator(services, admin.email)).toBe('reactivated');
  expect(await accountOf(admin.email)).toMatchObject([{ status: 'active' }]);
  expect(await reactivateAdministrator(services, admin.email)).toBe('already active');
  expect(await recorded(admin.id)).toEqual([{ action: 'user.activate', actor: null }]);
  expect(await recorded(reseller.id)).toEqual([]);
});

test('the operator ends the sessions of one account by its email, and an unknown email ends none', async () => {
  const user = await createUser(server, services);
  const other = await createUser(server, services);
  expect(await endSessionsByEmail(services, 'unknown@exemple.dz')).toBeUndefined();
  expect(await endSessionsByEmail(services, user.email)).toBe(1);
  expect([(await user.get('/api/me')).status, (await other.get('/api/me')).status]).toEqual([401, 200]);
  expect(await recorded(user.id)).toEqual([{ action: 'user.end-sessions', actor: null }]);
  expect(await endAllSessions(services)).toBeGreaterThan(0);
  expect((await other.get('/api/me')).status).toBe(401);
});

test('a password that was replaced meanwhile is not replaced again, and ends no session', async () => {
  const { id, email, ...user } = await createUser(server, services);
  const account = await accountsStore.byId.one(services.db, id);
  const { passwordHash } = await accountsStore.credentials.one(services.db, email, '');
  await expect(prepareReplacement(services, account, password, passwordHash)).rejects.toMatchObject({
    code: 'PASSWORD_UNCHANGED',
  });
  const replacement = await prepareReplacement(services, account, 'un-autre-mot', passwordHash);
  const late = transaction(services.db, (tx) =>
    replacePassword(tx, account, { ...replacement, replaced: 'another hash' }),
  );
  await expect(late).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' });
  expect((await user.get('/api/me')).status).toBe(200);
  const effects = await transaction(services.db, (tx) => replacePassword(tx, account, replacement));
  expect(effects.audit).toBeUndefined();
  expect((await user.get('/api/me')).status).toBe(401);
});

test('the replacement of a password by an administrator is in the audit trail', async () => {
  const { id, email } = await createUser(server, services, { role: 'admin' });
  const account = await accountsStore.byId.one(services.db, id);
  const { passwordHash } = await accountsStore.credentials.one(services.db, email, '');
  const replacement = await prepareReplacement(services, account, 'un-autre-mot', passwordHash);
  const effects = await transaction(services.db, (tx) => replacePassword(tx, account, replacement));
  expect(effects.audit).toMatchObject({ action: 'user.change-password', subject: { id } });
});

test('a registration that is written while another takes its email is refused as such; any other error is not hidden', async () => {
  const { email } = await createUser(server, services);
  const form = {
    email,
    password,
    firstName: 'Yacine',
    lastName: 'Brahimi',
    company: 'Cyber',
    phone: '0550000000',
    address: '',
    city: '',
    postalCode: '',
  };
  const insert = (changes: object) =>
    transaction(services.db, (tx) => insertRegistration(tx, { ...form, ...changes }, 'hash', '203.0.113.9'));
  await expect(insert({})).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  await query(`ALTER TABLE users ADD CONSTRAINT no_y CHECK (email <> 'y@exemple.dz') NOT VALID`);
  await expect(insert({ email: 'y@exemple.dz' })).rejects.toThrow('no_y');
  await services.db.query({ text: 'ALTER TABLE users DROP CONSTRAINT no_y' });
});

test('the trail says of a reset by the operator whether the second factor went with it', async () => {
  const reset = await createUser(server, services, { role: 'admin' });
  const { id, email } = reset;
  const reseller = await createUser(server, services);
  for (const other of [reseller.email, 'personne@exemple.dz'])
    expect(await resetAdministratorPassword(services, other)).toBeUndefined();
  const secret = await resetAdministratorPassword(services, email.toUpperCase());
  expect(secret).toMatch(/^\w{14}$/);
  expect((await reset.get('/api/me')).status).toBe(401);
  const signedIn = await signIn(server, email, secret);
  expect([signedIn.status, signedIn.body]).toEqual([200, { pending: 'password' }]);
  expect(await resetAdministratorPassword(services, email, true)).toMatch(/^\w{14}$/);
  const rows = await query(
    'SELECT actor_id, actor_name, action, after FROM audit_trail WHERE subject_id = $1 ORDER BY id',
    id,
  );
  // The sign-in is recorded once the temporary password has been replaced.
  const row = { actor_id: null, actor_name: 'Ligne de commande', action: 'user.reset-password' };
  expect(rows).toEqual([
    { ...row, after: null },
    { ...row, after: { secondFactor: false } },
  ]);
});
