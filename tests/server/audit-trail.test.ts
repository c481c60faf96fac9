import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
let admin: TestUser;
let one: TestUser;
let two: TestUser;
beforeAll(async () => {
  admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
  one = await createUser(server, services, { status: 'pending', firstName: 'Amel', lastName: 'Ziani' });
  two = await createUser(server, services, { status: 'pending' });
  await admin.post(`/api/users/${one.id}/activate`);
  await admin.post(`/api/users/${two.id}/activate`);
  await admin.post(`/api/users/${one.id}/deactivate`, { reason: 'Impayé' });
});
const list = async (query = '') => (await admin.get(`/api/audit-trail?${query}`)).body;

test('the audit trail lists who did what, on whom, before, after, when and from where, newest first', async () => {
  const { items, nextCursor } = await list();
  expect(items[0]).toEqual({
    id: expect.any(String),
    actorId: admin.id,
    actorName: 'Nadia Haddad',
    action: 'user.deactivate',
    subjectType: 'user',
    subjectId: one.id,
    subjectName: 'Amel Ziani',
    before: { status: 'active' },
    after: { status: 'inactive', reason: 'Impayé' },
    ip: '127.0.0.1',
    createdAt: expect.any(String),
  });
  expect(items.map(({ action }: { action: string }) => action)).toEqual([
    'user.deactivate',
    'user.activate',
    'user.activate',
  ]);
  expect(nextCursor).toBeNull();
});

test('an administrator filters the audit trail by subject, by action and by both, and reads it in pages', async () => {
  const actions = async (query: string) =>
    (await list(query)).items.map(({ action, subjectId }: { action: string; subjectId: string }) => [
      action,
      subjectId,
    ]);
  expect(await actions(`subjectId=${two.id}`)).toEqual([['user.activate', two.id]]);
  expect(await actions('action=user.activate')).toEqual([
    ['user.activate', two.id],
    ['user.activate', one.id],
  ]);
  expect(await actions(`subjectId=${one.id}&action=user.deactivate`)).toEqual([['user.deactivate', one.id]]);
  const page = await list('limit=2');
  expect((await list(`limit=2&cursor=${page.nextCursor}`)).items).toHaveLength(1);
});

test('an administrator filters the audit trail by administrator, by the name of its subject and by days of Algiers', async () => {
  const colleague = await createUser(server, services, { role: 'admin' });
  await colleague.post(`/api/users/${two.id}/deactivate`, {});
  const found = async (query: string) =>
    (await list(query)).items.map(({ action, subjectId }: { action: string; subjectId: string }) => [
      action,
      subjectId,
    ]);
  expect(await found(`actorId=${colleague.id}`)).toEqual([['user.deactivate', two.id]]);
  expect(await found('actorId=inconnu')).toEqual([]);
  expect(await found('search=ZÎANI')).toEqual([
    ['user.deactivate', one.id],
    ['user.activate', one.id],
  ]);
  expect(await found('search=ziani&action=user.activate')).toEqual([['user.activate', one.id]]);
  await query(`INSERT INTO audit_trail (actor_name, action, subject_type, subject_id, subject_name, created_at) VALUES
      ('A', 'user.activate', 'user', 'early', 'E', '2026-03-01T22:59:59Z'),
      ('A', 'user.activate', 'user', 'late', 'L', '2026-03-01T23:00:00Z')`);
  expect(await found('from=2026-03-01&to=2026-03-01')).toEqual([['user.activate', 'early']]);
  expect(await found('from=2026-03-02&to=2026-03-02')).toEqual([['user.activate', 'late']]);
  expect((await admin.get('/api/audit-trail?from=hier')).status).toBe(422);
});

test('the database refuses to update, delete or truncate rows of the audit trail', async () => {
  for (const text of [
    `UPDATE audit_trail SET action = 'x'`,
    'DELETE FROM audit_trail',
    'TRUNCATE audit_trail',
  ]) {
    await expect(services.db.query({ text })).rejects.toThrow(/append-only/);
  }
});

test('filters of the audit trail narrow one another: a subject and an administrator, one day alone, a name alone', async () => {
  const colleague = await createUser(server, services, { role: 'admin' });
  const [first, second] = [
    await createUser(server, services, { status: 'pending' }),
    await createUser(server, services, { status: 'pending', lastName: 'Ouyahia' }),
  ];
  await colleague.post(`/api/users/${first.id}/activate`);
  await colleague.post(`/api/users/${second.id}/activate`);
  await admin.post(`/api/users/${first.id}/deactivate`, {});
  const found = async (query: string) =>
    (await list(query)).items.map(({ action, subjectId }: { action: string; subjectId: string }) => [
      action,
      subjectId,
    ]);
  expect(await found(`subjectId=${first.id}&actorId=${colleague.id}`)).toEqual([['user.activate', first.id]]);
  expect(await found(`actorId=${colleague.id}&action=user.deactivate`)).toEqual([]);
  expect(await found('search=ouyahia')).toEqual([['user.activate', second.id]]);
  expect(await found(`subjectId=${first.id}&to=2020-01-01`)).toEqual([]);
  expect(await found(`subjectId=${first.id}&from=2090-01-01`)).toEqual([]);
});
