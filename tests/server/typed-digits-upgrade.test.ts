import { randomBytes } from 'node:crypto';
import { foldText } from '@almas/contract/fold-text';
import { afterAll, expect, inject, test } from 'vitest';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { readMigrationFiles } from '../../server/src/database/migration-files.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { databaseUrl } from '../support/cluster.ts';

/*
 * Migration 0045 on rows of the former version. Turned red by: a missing UPDATE or REINDEX; a missing digit or mark in search_fold.
 */
const cluster = inject('cluster');
const name = `almas_former_${randomBytes(6).toString('hex')}`;
await runStatements(cluster.adminUrl, `CREATE DATABASE ${name} OWNER "${cluster.owner.name}"`);
const db = openDatabase(databaseUrl(cluster, name), { max: 2 });
afterAll(async () => {
  await db.end();
  await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});
const rows = async (text: string, ...values: unknown[]) =>
  (await db.query<Record<string, unknown>>({ text, values })).rows;

test('accounts, wordings and recharge requests stored with Arabic or Persian digits are found by Western ones after the upgrade', async () => {
  const before = readMigrationFiles().filter((file) => file.name < '0045');
  await migrate(db, undefined, new Set(before.map((file) => file.name)));
  const [user] = await rows(
    `INSERT INTO users (email, password_hash, status, first_name, company, phone, postal_code)
     VALUES ('r@exemple.dz', 'none', 'active', 'Amine', 'متجر ٢٠٢٤', '٠٥٥٠ ۱۲ 34 56', '١٩٠٠٠') RETURNING id`,
  );
  await rows(
    `INSERT INTO shop_profiles (user_id, name, phone, footer, paper_width, show_price) VALUES ($1, 'x', '٠٥٥٠', '', '58', true)`,
    user?.id,
  );
  await rows(`INSERT INTO purchase_wordings (wording) VALUES ('Achat Diamants - ١١٠ جوهرة')`);
  await rows(
    `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name)
     VALUES ($1, 'r@exemple.dz', 'Amine', 'متجر ٢٠٢٤', 100, 'ccp', 'CCP')`,
    user?.id,
  );
  await migrate(db);
  expect(await rows('SELECT phone, postal_code FROM users')).toEqual([
    { phone: '0550 12 34 56', postal_code: '19000' },
  ]);
  expect(await rows('SELECT phone FROM shop_profiles')).toEqual([{ phone: '0550' }]);
  // Found through the indexes, which were rebuilt.
  await db.query({ text: 'SET enable_seqscan = off' });
  const found = async (table: string, folded: string, search: string) =>
    (await rows(`SELECT FROM ${table} WHERE ${folded} LIKE $1`, `%${search}%`)).length;
  const ofRequest = `search_fold(user_name || ' ' || user_email || ' ' || user_company)`;
  expect(await found('users', 'search_text', '2024')).toBe(1);
  expect(await found('purchase_wordings', 'search_text', '110')).toBe(1);
  expect(await found('recharge_requests', ofRequest, '2024')).toBe(1);
});

test('search_fold of the database folds every text as foldText does', async () => {
  await migrate(db);
  const texts = [
    'Élève 7',
    '٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹',
    '\u202a\u200eABC\u200f\u202c \u2066x\u2069 \u061c\ufeff',
    'ŒUVRE ß Σίσυφος',
    'plain TEXT 42',
    'أحمد إيمان آمنة ٱ الأمل مُحَمَّد علي على فاطمة محــل مؤمن رئيس ی ک ۀ',
  ];
  const folded = await rows('SELECT search_fold(t) AS text FROM unnest($1::text[]) t', texts);
  expect(folded.map(({ text }) => text)).toEqual(texts.map(foldText));
});
