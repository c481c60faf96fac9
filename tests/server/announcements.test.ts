import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { createUser } from '../support/users.ts';

/* Turned red by: a row per account; an announcement that is unread again after another one; a call that works without its switch. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const [karim, sami] = [await createUser(server, services), await createUser(server, services)];
const announcement = { kind: 'prices', title: 'PUBG : nouveau prix', message: 'Dès lundi, 660 UC à 470 DA.' };
const read = async (user = karim) => (await user.get('/api/announcements')).body;

test('without the switch announcements the calls are refused and nothing is stored [PRC-50]', async () => {
  for (const { status, body } of [
    await admin.post('/api/announcements', announcement),
    await karim.get('/api/announcements'),
    await karim.post('/api/announcements/read', { id: '1' }),
  ])
    expect([status, body.code]).toEqual([404, 'FEATURE_OFF']);
  const { rows } = await services.db.query({ text: 'SELECT count(*) FROM announcements' });
  expect(rows).toEqual([{ count: 0 }]);
});

test('an announcement is one row that all resellers read, each account once, and a message without its words to their devices [PRC-50]', async () => {
  await admin.patch('/api/features/announcements', { enabled: true });
  // A server reads the switches at most five times a second.
  await eventually(async () => (await karim.get('/api/announcements')).status === 200);
  await query(
    `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
           SELECT gen_random_uuid(), id, NULL, 'https://push.exemple.dz/' || id, decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex')
             FROM users WHERE id = ANY ($1)`,
    [admin.id, karim.id],
  );
  const published = await admin.post('/api/announcements', announcement);
  expect(published.body).toMatchObject({ ...announcement, read: false });
  const messages = await services.db.query({
    text: `SELECT s.user_id AS user, o.payload FROM outbox o JOIN push_subscriptions s ON s.id = o.subscription_id`,
  });
  expect(messages.rows).toEqual([{ user: karim.id, payload: { type: 'announcement' } }]);
  expect((await karim.post('/api/announcements', announcement)).status).toBe(403);
  expect((await admin.post('/api/announcements', { ...announcement, title: ' ' })).body.code).toBe(
    'ANNOUNCEMENT_TITLE_REQUIRED',
  );
  expect(await read()).toMatchObject({ unread: 1, items: [{ ...announcement, read: false }] });
  await karim.post('/api/announcements/read', { id: published.body.id });
  await karim.post('/api/announcements/read', { id: published.body.id });
  expect(await read()).toMatchObject({ unread: 0, items: [{ read: true }] });
  expect(await read(sami)).toMatchObject({ unread: 1, items: [{ read: false }] });
  // A later one is unread, and an id of no announcement reads nothing.
  await admin.post('/api/announcements', { ...announcement, kind: 'maintenance', title: 'Ce soir' });
  expect(await read()).toMatchObject({
    unread: 1,
    items: [{ title: 'Ce soir', read: false }, { read: true }],
  });
  await sami.post('/api/announcements/read', { id: '0' });
  expect((await read(sami)).unread).toBe(2);
  const rows = await query(
    'SELECT (SELECT count(*) FROM announcements) AS announcements, (SELECT count(*) FROM announcement_reads) AS reads',
  );
  expect(rows).toEqual([{ announcements: 2, reads: 1 }]);
  // What was announced before there was the account is no news to it.
  const late = await createUser(server, services);
  expect(await read(late)).toMatchObject({ unread: 0, items: [{ read: true }, { read: true }] });
});

test('an announcement whose response was lost is published once under its key, and the key refuses another text [PRC-50]', async () => {
  const count = async () => {
    const rows = await query(
      `SELECT (SELECT count(*)::int FROM announcements) AS announcements, (SELECT count(*)::int FROM outbox) AS messages`,
    );
    return rows[0] as { announcements: number; messages: number };
  };
  const key = { 'idempotency-key': 'announcement-of-today' };
  const before = await count();
  const first = await admin.post('/api/announcements', { ...announcement, title: 'Une fois' }, key);
  const second = await admin.post('/api/announcements', { ...announcement, title: 'Une fois' }, key);
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect(await count()).toEqual({
    announcements: before.announcements + 1,
    messages: before.messages + 1,
  });
  const other = await admin.post('/api/announcements', { ...announcement, title: 'Deux fois' }, key);
  expect(other.body.code).toBe('KEY_REUSED');
});

// Turned red by: a response with the text as it was sent, which the record of the key cannot hold.
test('an announcement with half a character is published with the text that is stored [PRC-50]', async () => {
  const { status, body } = await admin.post(
    '/api/announcements',
    { ...announcement, title: 'Stock \ud800', message: 'De retour \ud800' },
    { 'idempotency-key': 'half-a-character' },
  );
  expect([status, body.title, body.message]).toEqual([200, 'Stock \ufffd', 'De retour \ufffd']);
  expect((await read()).items[0]).toMatchObject({ title: body.title, message: body.message });
});
