import { randomBytes } from 'node:crypto';
import { containsWords, foldText } from '@almas/contract/fold-text';
import { afterAll, expect, inject, test } from 'vitest';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { readMigrationFiles } from '../../server/src/database/migration-files.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { testApp } from '../support/app.ts';
import { databaseUrl } from '../support/cluster.ts';
import { createUser } from '../support/users.ts';

/* Searches of accounts and requests as they are typed. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const found = async (search: string): Promise<string[]> =>
  (await admin.get(`/api/users?search=${encodeURIComponent(search)}`)).body.items.map(
    ({ id }: { id: string }) => id,
  );

/** As typed, and as the account writes it. */
const variants = [
  ['احمد', 'أحمد'],
  ['الامل', 'الأمل'],
  ['محمد', 'مُحَمَّد'],
  ['على', 'علي'],
  ['فاطمه', 'فاطمة'],
  ['محل', 'محــل'],
  ['ايمان', 'إيمان'],
  ['امنة', 'آمنة'],
] as const;

test.each(variants)('the search %s finds the account that writes %s [DSK-120]', async (typed, written) => {
  const { id } = await createUser(server, services, { company: `متجر ${written}` });
  expect(await found(typed)).toContain(id);
  expect(containsWords(written, typed)).toBe(true);
});

test('parts of several words find the account whose words they begin, and not another [DSK-121]', async () => {
  const { id } = await createUser(server, services, { firstName: 'Nadia', lastName: 'Haddad' });
  const other = await createUser(server, services, { firstName: 'Nadia', lastName: 'Ziani' });
  for (const search of ['nad had', 'haddad nadia', '  NAD   HAD ', 'adi dda']) {
    const ids = await found(search);
    expect(ids, search).toContain(id);
    expect(ids, search).not.toContain(other.id);
  }
});

test('a recharge request is found by its reference and by its amount, however they are spelled [DSK-122]', async () => {
  const buyer = await createUser(server, services);
  const send = (amount: number, reference: string) =>
    buyer.post('/api/recharge-requests', { amount, method: 'ccp', reference });
  const wanted = await send(4_350, 'T-1599');
  expect(wanted.status).toBe(200);
  await send(4_351, 'T-1600');
  const search = async (text: string) =>
    (await admin.get(`/api/recharge-requests?order=desc&search=${encodeURIComponent(text)}`)).body;
  for (const text of ['T1599', 't 1599', 'T-1599', '4350', '4 350', '4 350,00 DA', '٤٣٥٠'])
    expect(await search(text), text).toMatchObject({ count: 1, items: [{ amount: 4_350 }] });
  expect((await search('99999999999999999999999')).count).toBe(0);
});

test('search_fold of the database folds every text as foldText does', async () => {
  const texts = [
    'Élève 7',
    '٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹',
    '\u202a\u200eABC\u200f\u202c \u2066x\u2069 \u061c\ufeff',
    'ŒUVRE ß Σίσυφος',
    'plain TEXT 42',
    'أحمد إيمان آمنة ٱ الأمل مُحَمَّد علي على فاطمة محــل مؤمن رئيس ی ک ۀ',
  ];
  const rows = await query<{ text: string }>(
    'SELECT search_fold(t) AS text FROM unnest($1::text[]) t',
    texts,
  );
  expect(rows.map(({ text }) => text)).toEqual(texts.map(foldText));
});

test('transactions are found by parts of several words of their description [DSK-121]', async () => {
  const buyer = await createUser(server, services, { balance: 700 });
  const found = async (search: string) =>
    (await admin.get(`/api/transactions?search=${encodeURIComponent(search)}`)).body.items;
  for (const search of ['rech sol', 'recharge du solde', ' RECH  sold '])
    expect(await found(search), search).toEqual(
      expect.arrayContaining([expect.objectContaining({ userId: buyer.id, type: 'recharge' })]),
    );
  expect(await found('sol rech')).toEqual([]);
});

test('names that were stored before the upgrade are found by every variant after it [DSK-120]', async () => {
  const cluster = inject('cluster');
  const name = `almas_former_${randomBytes(6).toString('hex')}`;
  await runStatements(cluster.adminUrl, `CREATE DATABASE ${name} OWNER "${cluster.owner.name}"`);
  const db = openDatabase(databaseUrl(cluster, name), { max: 1 });
  afterAll(async () => {
    await db.end();
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  const rows = async (text: string, ...values: unknown[]) =>
    (await db.query<Record<string, unknown>>({ text, values })).rows;
  const before = readMigrationFiles().filter((file) => file.name < '0058');
  await migrate(db, undefined, new Set(before.map((file) => file.name)));
  const [user] = await rows(
    `INSERT INTO users (email, password_hash, status, first_name, company, phone)
     VALUES ('r@exemple.dz', 'none', 'active', 'أحمد', 'الأمل', '0550') RETURNING id`,
  );
  await rows(`INSERT INTO purchase_wordings (wording) VALUES ('Achat جوهرة')`);
  await rows(
    `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name)
     VALUES ($1, 'r@exemple.dz', 'أحمد', 'الأمل', 100, 'ccp', 'CCP')`,
    user?.id,
  );
  await migrate(db);
  await db.query({ text: 'SET enable_seqscan = off' });
  const count = async (table: string, folded: string, search: string) =>
    (await rows(`SELECT FROM ${table} WHERE ${folded} LIKE $1`, `%${foldText(search)}%`)).length;
  expect(await count('users', 'search_text', 'احمد')).toBe(1);
  expect(await count('purchase_wordings', 'search_text', 'جوهره')).toBe(1);
  const ofRequest = `search_fold(user_name || ' ' || user_email || ' ' || user_company)`;
  expect(await count('recharge_requests', ofRequest, 'الامل')).toBe(1);
});
