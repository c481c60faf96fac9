import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '../../server/src/backup/restore-backup.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { secondServer, testApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { everything } from '../support/everything.ts';
import { somebody, through } from '../support/people.ts';
import { aProduct, stockUp } from '../support/shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'almas-backup-'));
chmodSync(folder, 0o700);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = () => {};
const canary = (n: number) => `CANARI-${n}-7F3A`;

const { server, services } = await testApp();
const admin = await somebody(server, services, { role: 'admin' });
const buyer = await somebody(server, services, { balance: 5_000 });
const product = await aProduct(admin);
const offer = product.offers[0] ?? { id: '' };
await stockUp(
  admin,
  product,
  Array.from({ length: 50 }, (_, n) => canary(n)),
);
const purchase = await buyer.post('/api/purchases', {
  productId: product.id,
  offerId: offer.id,
  quantity: 3,
});

// Red when: the snapshot is READ COMMITTED, a table is left out, sequences are not set, triggers stay off.
describe('P10: a backup', () => {
  const file = join(folder, 'almas.backup');

  test('has as long as a large business needs: neither the database nor the driver gives up on a table', async () => {
    const { db } = await freshDatabase();
    const { rows } = await db.query<{ statement_timeout: string }>({ text: 'SHOW statement_timeout' });
    expect(rows[0]?.statement_timeout).toBe('0');
    expect(db.pool.options).toMatchObject({ query_timeout: 0 });
  });

  test('restores everything: same rows, same totals, the same codes opened, and the business goes on', async () => {
    await writeBackup(services.db, file, quiet);
    const before = await everything(services.db);
    const { db } = await freshDatabase();
    await restoreBackup(db, file, quiet);
    expect(await everything(db)).toEqual(before);

    const restored = await secondServer(db);
    const again = through(restored.server, buyer);
    const reread = await again.get(`/api/purchases/${purchase.body.id}`);
    expect(reread.body).toEqual(purchase.body);
    const next = await again.post('/api/purchases', {
      productId: product.id,
      offerId: offer.id,
      quantity: 1,
    });
    expect(next.status, next.text).toBe(200);
    expect(Number(next.body.id)).toBeGreaterThan(Number(purchase.body.id));
    await expect(db.query({ text: 'UPDATE ledger SET amount = amount' })).rejects.toThrow(/append-only/);
  });

  test('is one moment of a business that goes on selling', async () => {
    const busy = join(folder, 'busy.backup');
    const sales = Array.from({ length: 30 }, () =>
      buyer.post('/api/purchases', { productId: product.id, offerId: offer.id, quantity: 1 }),
    );
    await Promise.all([writeBackup(services.db, busy, quiet), ...sales]);
    const { db } = await freshDatabase();
    await restoreBackup(db, busy, quiet);
    const { rows } = await db.query({
      text: `SELECT (SELECT sum(balance) FROM users)::bigint
               = (SELECT sum(CASE type WHEN 'credit' THEN amount ELSE -amount END) FROM ledger)::bigint AS balances,
             (SELECT count(*) FROM codes WHERE status = 'sold') = (SELECT sum(quantity) FROM purchases) AS codes,
             (SELECT sum(quantity) FROM offer_stock)::bigint
               = (SELECT count(*) FROM codes WHERE status = 'available') AS stock`,
    });
    expect(rows).toEqual([{ balances: true, codes: true, stock: true }]);
  });

  test('holds no code that could be read, and only its owner may read the file [P16]', async () => {
    const content = gunzipSync(readFileSync(file)).toString('latin1');
    for (let n = 0; n < 50; n += 1) expect(content).not.toContain(canary(n));
    for (let n = 0; n < 50; n += 1) expect(content).not.toContain(Buffer.from(canary(n)).toString('hex'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['is cut off', (path: string) => truncateSync(path, statSync(path).size - 200)],
    ['is not one of ours', (path: string) => writeFileSync(path, gzipSync('bonjour, ceci est un texte'))],
    ['is no archive at all', (path: string) => writeFileSync(path, 'bonjour')],
    [
      'misses its last rows',
      (path: string) => {
        const whole = gunzipSync(readFileSync(path));
        writeFileSync(path, gzipSync(whole.subarray(0, whole.length - 900)));
      },
    ],
  ])('that %s is refused whole', async (_, damage) => {
    const damaged = join(folder, 'damaged.backup');
    writeFileSync(damaged, readFileSync(file));
    damage(damaged);
    const { db } = await freshDatabase();
    const empty = await everything(db);
    await expect(restoreBackup(db, damaged, quiet)).rejects.toThrow(/Rien n'a été écrit/);
    expect(await everything(db)).toEqual(empty);
  });

  test('never goes into a database that holds something', async () => {
    const before = await everything(services.db);
    await expect(restoreBackup(services.db, file, quiet)).rejects.toThrow(/n'est pas vide/);
    expect(await everything(services.db)).toEqual(before);
  });
});
