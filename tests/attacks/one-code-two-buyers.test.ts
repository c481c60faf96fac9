import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { restoreBackup } from '../../server/src/backup/restore-backup.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { secondServer, testApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { codesPath, createProduct, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/* Attack: one code is sold to two customers. The rules one by one are in tests/server/codes-import.test.ts. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 10_000 });

/** The same code for a reader in other bytes: cases, widths, spaces, dashes, invisible characters. */
const spellings = [
  'ABCD-EFGH-1234',
  'abcd-efgh-1234',
  'ABCDEFGH1234',
  'ABCD EFGH 1234',
  'ABCD\u00a0EFGH\u202f1234',
  'ABCD–EFGH—1234',
  'ABCD\u2011EFGH\u22121234',
  'A\u200bBCD-EFGH-1234\ufeff',
  'ABCD-EF\u00adGH-1234',
  'ABCD-EFGH-12\u034f34',
  'ABCD-EFGH-1234\ufe0f',
  'ＡＢＣＤ－ＥＦＧＨ－１２３４',
  'ABCD-EFGH-123⁴',
  '\u202eABCD-EFGH-1234',
  'ABCD-EFGH-1234\u{e0041}',
];

test('a code imported in fifteen spellings into four offers at the same moment is stored and sold once', async () => {
  const product = await createProduct(admin, {
    offers: [{ price: 10 }, { price: 20 }, { price: 30 }, { price: 40 }],
  });
  const imports = spellings.map((code, n) =>
    admin.post(codesPath(product, offerOf(product, n % 4)), { codes: [code] }),
  );
  const imported = (await Promise.all(imports)).map(({ body }) => body.imported ?? 0);
  expect(imported.reduce((sum, count) => sum + count, 0)).toBe(1);
  const sales = await Promise.all(
    [0, 1, 2, 3].map((n) =>
      buyer.post('/api/purchases', { productId: product.id, offerId: offerOf(product, n).id, quantity: 1 }),
    ),
  );
  expect(sales.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await audit(services.db)).toEqual([]);
});

test('after a backup is restored into another database, a sold code cannot be imported there in any spelling', async () => {
  const file = join(tmpdir(), `almas-two-buyers-${process.pid}.backup`);
  const keys = { secrets: ['a key for tests, longer than 32 characters'] };
  await writeBackup(services.db, file, keys, () => {});
  const { db } = await freshDatabase();
  await restoreBackup(db, file, keys, () => {});
  rmSync(file);
  const restored = await secondServer(db);
  const other = await createUser(restored.server, restored.services, { role: 'admin' });
  const product = await createProduct(other);
  const url = codesPath(product);
  for (const code of spellings)
    expect((await other.post(url, { codes: [code] })).body.imported ?? 0, code).toBe(0);
});
