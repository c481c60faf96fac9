import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import type { QueryConfig } from '../../server/src/database/run-query.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { codeChecks } from '../../server/src/modules/codes/code-checks.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import type { Services } from '../../server/src/services.ts';
import { codeVault } from '../../server/src/vault/code-vault.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { readKeys, vaultKeys } from '../../server/src/vault/stored-keys.ts';
import { secondServer, testApp, testConfig } from '../support/app.ts';
import { repeatUntil } from '../support/eventually.ts';
import {
  codesPath,
  createProduct,
  importCodes,
  offerOf,
  type ShopProduct,
  stockOf,
} from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });

const order = (product: ShopProduct, quantity: number) => ({
  productId: product.id,
  offerId: offerOf(product).id,
  quantity,
});
const idsOf = async (product: ShopProduct): Promise<number[]> =>
  (await query('SELECT id FROM codes WHERE offer_id = $1 ORDER BY id', offerOf(product).id)).map(
    ({ id }) => id,
  );
/** Changes the last byte of a sealed code: its tag. */
const damage = (id: number) =>
  query(
    'UPDATE codes SET sealed = set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1) WHERE id = $1',
    id,
  );
const loseKey = (id: number) => query('UPDATE codes SET key_id = 9999 WHERE id = $1', id);

function alertsOfTest(): Alert[] {
  const alerts: Alert[] = [];
  onTestFinished(onAlert((alert) => alerts.push(alert)));
  return alerts;
}

/** Three codes in stock, of which the middle one does not open. */
async function stockWithUnreadable(spoil: (id: number) => Promise<unknown>) {
  const product = await createProduct(admin);
  const codes = await importCodes(admin, product, 3);
  const [, unreadable = 0] = await idsOf(product);
  await spoil(unreadable);
  return { product, unreadable, shown: [codes[0], null, codes[2]] };
}
const codesIn = ({ codes }: { codes: { code: string | null }[] }) => codes.map(({ code }) => code);

test.each([
  ['a damaged row', damage],
  ['a lost key', loseKey],
])(
  'a purchase of which one code does not open for %s shows its other codes, wherever its buyer or an administrator reads it [CNT-57]',
  async (_, spoil) => {
    const { product, shown } = await stockWithUnreadable(spoil);
    const key = `unreadable-${product.id}`;
    const sale = await buyer.post('/api/purchases', order(product, 3), { 'idempotency-key': key });
    expect([sale.status, codesIn(sale.body)]).toEqual([200, shown]);
    const { id } = sale.body;
    const replay = await buyer.post('/api/purchases', order(product, 3), { 'idempotency-key': key });
    expect([replay.status, replay.body]).toEqual([200, sale.body]);
    const read = await buyer.get(`/api/purchases/${id}`);
    expect([read.status, read.body]).toEqual([200, sale.body]);
    const outcome = await buyer.post(`/api/outcomes/${encodeURIComponent(key)}`);
    expect([outcome.status, outcome.body.purchase]).toEqual([200, sale.body]);
    const reveal = await admin.post(`/api/purchases/${id}/reveal`, { reason: 'Code illisible' });
    const { batches, ...revealed } = reveal.body;
    expect([reveal.status, revealed]).toEqual([200, sale.body]);
    expect(batches).toHaveLength(1);
    expect(
      await query(
        `SELECT after -> 'revealed' AS revealed FROM audit_trail WHERE action = 'purchase.reveal-codes' AND subject_id = $1`,
        id,
      ),
    ).toEqual([{ revealed: 2 }]);
  },
);

test('a purchase whose codes all do not open is shown with their number, and its sale counts once', async () => {
  const { product } = await stockWithUnreadable(damage);
  for (const id of await idsOf(product)) await loseKey(id);
  const before = (await buyer.get('/api/me')).body.balance;
  const sale = await buyer.post('/api/purchases', order(product, 3));
  expect([sale.status, codesIn(sale.body)]).toEqual([200, [null, null, null]]);
  expect((await buyer.get('/api/me')).body.balance).toBe(before - 300);
});

test('administrators are alerted of a purchase with a code that does not open, by numbers and without a code [CNT-57]', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const { server: logged } = await secondServer(services.db, { services: { log } });
  const { product, unreadable } = await stockWithUnreadable(damage);
  const alerts = alertsOfTest();
  const sale = await userOn(logged, buyer).post('/api/purchases', order(product, 3));
  expect(alerts).toEqual([
    {
      type: 'system',
      title: `Achat n° ${sale.body.id} : code illisible`,
      message:
        '1 code ne s’ouvre avec aucune clé. Les autres codes de l’achat sont affichés ; l’acheteur voit qu’il manque ce code.',
      priority: 'high',
      data: { purchaseId: Number(sale.body.id), codes: [{ id: unreadable, keyId: 2 }] },
      scope: 'stock',
    },
  ]);
  const written = lines.filter((line) => line.includes('code illisible')).map((line) => JSON.parse(line));
  expect(written).toEqual([expect.objectContaining({ level: 50, alert: alerts[0] })]);
  for (const code of codesIn(sale.body)) if (code) expect(lines.join('')).not.toContain(code);
});

test('a purchase whose codes all open raises no alert and requests no check of its offer', async () => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 1);
  const alerts = alertsOfTest();
  const sale = await buyer.post('/api/purchases', order(product, 1));
  expect((await buyer.get(`/api/purchases/${sale.body.id}`)).status).toBe(200);
  expect(alerts).toEqual([]);
  expect(await query('SELECT FROM code_checks WHERE offer_id = $1', offerOf(product).id)).toEqual([]);
});

test('an export leaves out the codes that do not open, contains all others, and administrators are alerted [CNT-57]', async () => {
  const { product, unreadable, shown } = await stockWithUnreadable(loseKey);
  const alerts = alertsOfTest();
  const { id } = offerOf(product);
  const file = await admin.get(`/api/products/${product.id}/offers/${id}/codes`);
  expect([file.status, file.text]).toEqual([200, `${shown[0]}\n${shown[2]}\n`]);
  expect(alerts).toEqual([
    expect.objectContaining({
      title: 'Codes à vendre illisibles',
      data: { offerId: id, codes: [{ id: unreadable, keyId: 9999 }] },
    }),
  ]);
});

test('a stored key that no secret opens leaves the codes of the other keys readable', async () => {
  const { product, unreadable, shown } = await stockWithUnreadable(loseKey);
  await query(`INSERT INTO code_keys (id, purpose, wrapped) VALUES (9999, 'cipher', '\\x00')`);
  onTestFinished(async () => void (await query('DELETE FROM code_keys WHERE id = 9999')));
  const sale = await buyer.post('/api/purchases', order(product, 3));
  expect([sale.status, codesIn(sale.body)]).toEqual([200, shown]);
  expect(unreadable).toBeGreaterThan(0);
});

const withheldOf = async (product: ShopProduct): Promise<{ id: string; reason: string; twin: unknown }[]> =>
  (await admin.get('/api/withheld-codes')).body.items.filter(
    ({ productId }: { productId: string }) => productId === product.id,
  );
const release = (id: number) => admin.post(`/api/withheld-codes/${id}/decide`, { decision: 'release' });

/** Five codes in stock, of which the first, the third and the fourth were sealed under a key that is lost; the first one is sold. No other check is pending. */
async function soldUnreadable() {
  await runJobs(services);
  const product = await createProduct(admin);
  const codes = await importCodes(admin, product, 5);
  const ids = await idsOf(product);
  const lost = [ids[0], ids[2], ids[3]] as [number, number, number];
  for (const id of lost) await loseKey(id);
  expect(codesIn((await buyer.post('/api/purchases', order(product, 1))).body)).toEqual([null]);
  return { product, codes, lost };
}

test('while a batch of the check of an offer runs, the codes that open are sold [CNT-58]', async () => {
  await runJobs(services);
  const { product, unreadable } = await stockWithUnreadable(damage);
  await admin.get(codesPath(product));
  // Undoes the damage.
  await damage(unreadable);
  const sale = await transaction(services.db, async (tx) => {
    expect(await codeChecks(services).batch(tx, 1_000)).toBe(1_000);
    return buyer.post('/api/purchases', order(product, 3));
  });
  expect(sale.status, sale.text).toBe(200);
  expect([await withheldOf(product), await stockOf(admin, product)]).toEqual([[], 0]);
});

test('a code that is sealed with another key while it is checked stays on sale [CNT-58]', async () => {
  await runJobs(services);
  const { product, unreadable } = await stockWithUnreadable(loseKey);
  await admin.get(codesPath(product));
  const vault = Object.create(services.vault, {
    learn: {
      value: async (ids: readonly number[]) => {
        await services.vault.learn(ids);
        await query(
          'UPDATE codes SET sealed = $2, key_id = $3 WHERE id = $1',
          unreadable,
          services.vault.seal(unreadable, 'SEALED-AGAIN'),
          services.vault.keyId,
        );
      },
    },
  });
  await transaction(services.db, (tx) => codeChecks({ ...services, vault }).batch(tx, 1_000));
  expect([await withheldOf(product), await stockOf(admin, product)]).toEqual([[], 3]);
  const sale = await buyer.post('/api/purchases', order(product, 3));
  expect(codesIn(sale.body)).toContain('SEALED-AGAIN');
});

test('after a code that does not open was sold, the others for sale of its offer that do not open leave the sale [CNT-58]', async () => {
  const { product, codes, lost } = await soldUnreadable();
  const alerts = alertsOfTest();
  await runJobs(services);
  expect(await stockOf(admin, product)).toBe(2);
  expect(await withheldOf(product)).toEqual([
    expect.objectContaining({ id: String(lost[2]), reason: 'unreadable', twin: null }),
    expect.objectContaining({ id: String(lost[1]), reason: 'unreadable', twin: null }),
  ]);
  const title = 'Codes illisibles';
  expect(alerts).toEqual([expect.objectContaining({ type: 'system', title, data: { withheld: 2 } })]);
  expect(
    await query(
      'SELECT title, message FROM notifications WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
      admin.id,
    ),
  ).toEqual([
    {
      title,
      message:
        '2 codes qui ne s’ouvrent avec aucune clé ont été retirés de la vente. Le détail est dans le journal ; les mêmes codes peuvent être importés à nouveau.',
    },
  ]);
  expect(
    await query(
      `SELECT actor_id, after FROM audit_trail WHERE action = 'codes.withhold-unreadable' AND subject_id = $1`,
      offerOf(product).id,
    ),
  ).toEqual([{ actor_id: null, after: { withheld: 2, codes: [String(lost[1]), String(lost[2])] } }]);
  const sale = await buyer.post('/api/purchases', order(product, 2));
  expect([sale.status, codesIn(sale.body)]).toEqual([200, [codes[1], codes[4]]]);
  expect((await buyer.post('/api/purchases', order(product, 1))).body.code).toBe('STOCK_SHORT');
  expect(await audit(services.db)).toEqual([]);
  // There is nothing more to check.
  expect(await query('SELECT FROM code_checks')).toEqual([]);
  await runJobs(services);
  expect(alerts.filter((alert) => alert.title === title)).toHaveLength(1);
});

test('the list of the supplier can be imported again for codes that were taken out because they do not open [CNT-58]', async () => {
  const { product, codes } = await soldUnreadable();
  await runJobs(services);
  const path = codesPath(product);
  expect((await admin.post(path, { codes })).body).toMatchObject({ imported: 2, duplicates: 3 });
  const sale = await buyer.post('/api/purchases', order(product, 4));
  expect([sale.status, codesIn(sale.body).sort()]).toEqual([
    200,
    [codes[1], codes[2], codes[3], codes[4]].sort(),
  ]);
  expect(await audit(services.db)).toEqual([]);
});

test('a code that was taken out because it does not open is put back on sale only when it opens again [CNT-58]', async () => {
  const { product, codes, lost } = await soldUnreadable();
  const [, kept] = lost;
  await runJobs(services);
  const refused = await release(kept);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Ce code ne s’ouvre toujours avec aucune clé : il ne peut pas être vendu',
  ]);
  expect(await stockOf(admin, product)).toBe(2);
  await query('UPDATE withheld_codes SET key_id = 2 WHERE id = $1', kept);
  expect((await release(kept)).status).toBe(204);
  expect(codesIn((await buyer.post('/api/purchases', order(product, 3))).body).sort()).toEqual(
    [codes[1], codes[2], codes[4]].sort(),
  );
  expect(await audit(services.db)).toEqual([]);
});

test('an export that finds a code that does not open causes a check of all codes of the offer, batch by batch, and of no other offer [CNT-58]', async () => {
  const { product, unreadable } = await stockWithUnreadable(damage);
  await importCodes(admin, product, 2_500);
  const ids = await idsOf(product);
  const far = ids.at(-1) as number;
  await damage(far);
  const { product: other } = await stockWithUnreadable(damage);
  await admin.get(codesPath(product));
  await runJobs(services);
  expect((await withheldOf(product)).map(({ id }) => Number(id))).toEqual([far, unreadable]);
  expect(await stockOf(admin, product)).toBe(2_501);
  expect([await withheldOf(other), await stockOf(admin, other)]).toEqual([[], 3]);
});

/** A database that records its statements. */
function recordingDatabase(): { readonly db: Services['db']; readonly queries: string[] } {
  const queries: string[] = [];
  const db: Services['db'] = Object.create(services.db, {
    query: {
      value: (config: QueryConfig) => {
        queries.push(config.name ?? '');
        return services.db.query(config);
      },
    },
  });
  return { db, queries };
}

test('an export that finds codes that do not open on two of its pages requests one check of their offer [CNT-58]', async () => {
  const { product } = await stockWithUnreadable(damage);
  await importCodes(admin, product, 2_500);
  await damage((await idsOf(product)).at(-1) as number);
  const { db, queries } = recordingDatabase();
  const { server: noted } = await secondServer(services.db, { services: { db } });
  const file = await userOn(noted, admin).get(codesPath(product));
  expect(file.text.trim().split('\n')).toHaveLength(2_501);
  expect(queries.filter((name) => name === 'codes.available-after')).toHaveLength(2);
  expect(queries.filter((name) => name === 'code-checks.request')).toHaveLength(1);
  await runJobs(services);
});

test('administrators are notified of all codes that left the sale also when servers stop after each batch of the check', async () => {
  const { product } = await soldUnreadable();
  await query('DELETE FROM notifications WHERE user_id = $1', admin.id);
  // Each batch is the last work of its server.
  await repeatUntil(
    async () => (await transaction(services.db, (tx) => codeChecks(services).batch(tx, 2))) === 0,
  );
  expect([(await withheldOf(product)).length, await stockOf(admin, product)]).toEqual([2, 2]);
  const data = 'SELECT data FROM notifications WHERE user_id = $1';
  expect(await query(data, admin.id)).toEqual([{ data: { withheld: 2 } }]);
  await runJobs(services);
  expect(await query(data, admin.id)).toHaveLength(1);
});

test('a check of an offer whose codes open again takes none out of the sale, and the audit trail records none', async () => {
  const { product, unreadable } = await stockWithUnreadable(damage);
  await admin.get(codesPath(product));
  // Undoes the damage.
  await damage(unreadable);
  await runJobs(services);
  expect([await withheldOf(product), await stockOf(admin, product)]).toEqual([[], 3]);
  const recorded = `SELECT FROM audit_trail WHERE action = 'codes.withhold-unreadable' AND subject_id = $1`;
  expect(await query(recorded, offerOf(product).id)).toEqual([]);
});

test('a check of an offer reads the stored keys once for a batch with a code whose key is lost [CNT-58]', async () => {
  await soldUnreadable();
  let reads = 0;
  const keys = async () => vaultKeys(await readKeys(services.db, masterSecret(testConfig())));
  const source = async () => {
    reads += 1;
    return keys();
  };
  const vault = codeVault(await keys(), { read: source, hold: source });
  const { batch } = codeChecks({ ...services, vault });
  await transaction(services.db, (tx) => batch(tx, 1_000));
  expect(reads).toBe(1);
  await runJobs(services);
});

test('a server that cannot open a stored key takes no code of that key out of the sale [CNT-58]', async () => {
  const { product } = await soldUnreadable();
  await query(`INSERT INTO code_keys (id, purpose, wrapped) VALUES (9999, 'cipher', '\\x00')`);
  const forget = () => query('DELETE FROM code_keys WHERE id = 9999');
  onTestFinished(async () => void (await forget()));
  await runJobs(services);
  expect([await withheldOf(product), await stockOf(admin, product)]).toEqual([[], 4]);
  // The check continues when no key is left that another server could have.
  await forget();
  await runJobs(services);
  expect([(await withheldOf(product)).length, await stockOf(admin, product)]).toEqual([2, 2]);
});

test('a purchase also succeeds when the check of its offer cannot be requested', async () => {
  const { product, shown } = await stockWithUnreadable(damage);
  await query('ALTER TABLE code_checks ADD CONSTRAINT none CHECK (false)');
  onTestFinished(async () => void (await query('ALTER TABLE code_checks DROP CONSTRAINT none')));
  const sale = await buyer.post('/api/purchases', order(product, 3));
  expect([sale.status, codesIn(sale.body)]).toEqual([200, shown]);
});
