import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { codeFingerprinting } from '../../server/src/modules/codes/fingerprint-codes.ts';
import { withheldCodes } from '../../server/src/modules/codes/withheld-codes.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { replaceKeys, resealCodes } from '../../server/src/vault/rotate-keys.ts';
import { secondServer, testApp, testConfig } from '../support/app.ts';
import { repeatUntil } from '../support/eventually.ts';
import { shopOfOlderCodes } from '../support/older-codes.ts';
import { createProduct, newCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/*
 * Codes that were imported when a code was unique within its offer only (migration 0018): they have no canonical fingerprint until the job
 * has computed it. Turned red by: a job that gives a duplicate its fingerprint without searching for the other code; imports that do not
 * wait for the job.
 */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });

const { query, path, stockOf, buy, olderImport } = shopOfOlderCodes(services, admin, buyer);

const unfinished = async () =>
  (await query('SELECT count(*) AS left FROM codes WHERE canonical_fingerprint IS NULL'))[0]?.left;

describe('codes that were imported before the rule', () => {
  test('while older codes lack their fingerprint, imports get 409 and sales go on; after the job imports recognise them', async () => {
    const product = await createProduct(admin);
    await olderImport(product, ['OLD-1', 'OLD-2']);
    const sentence =
      'Les codes enregistrés sont en cours de contrôle. Réessayez l’importation dans quelques minutes.';
    for (const response of [
      await admin.post(path(product), { codes: ['NEW-1'] }),
      await admin.post(`${path(product)}/preview`, { codes: ['NEW-1'] }),
    ])
      expect([response.status, response.body.message]).toEqual([409, sentence]);
    // Sales do not wait.
    expect((await buy(product)).codes).toMatchObject([{ code: 'OLD-1' }]);
    await runJobs(services);
    expect(await unfinished()).toBe(0);
    expect((await admin.post(path(product), { codes: ['old1', 'OLD 2', 'NEW-1'] })).body).toMatchObject({
      imported: 1,
      inOffer: 1,
      sold: [{ count: 1 }],
    });
    expect(await audit(services.db)).toEqual([]);
  });

  test('when an older code exists twice unsold, the oldest stays for sale, and the others are withheld and reported', async () => {
    const [first, second] = [
      await createProduct(admin, { name: 'Un' }),
      await createProduct(admin, { name: 'Deux' }),
    ];
    await olderImport(first, ['TWIN-1', 'TWIN-2', 'LONE-1']);
    await olderImport(second, ['twin-1', 'TWIN\u200b-2', 'LONE-2', 'twin 2']);
    const alerts: unknown[] = [];
    onTestFinished(onAlert((alert) => alert.type === 'system' && alerts.push(alert)));
    await runJobs(services);
    expect([await stockOf(first), await stockOf(second)]).toEqual([3, 1]);
    expect(await withheldCodes(services.db)).toEqual([{ offer: 'Deux - Offre 1', count: 3 }]);
    expect(await audit(services.db)).toEqual([]);
    const message =
      '3 codes en double retirés de la vente. Le détail est dans le journal et dans le contrôle des comptes.';
    expect(alerts).toMatchObject([{ type: 'system', title: 'Codes en double', message, priority: 'high' }]);
    const reported = await query(
      `SELECT title, message FROM notifications WHERE user_id = $1 ORDER BY id DESC`,
      admin.id,
    );
    expect(reported).toEqual([{ title: 'Codes en double', message }]);
    const [row] = await query(
      `SELECT * FROM audit_trail WHERE action = 'codes.withhold-duplicates' ORDER BY id DESC LIMIT 1`,
    );
    expect(row).toMatchObject({ actor_id: null, after: { withheld: 3, soldTwice: 0 } });
    // Only the last code of the second product is left.
    expect((await buy(second)).codes).toMatchObject([{ code: 'LONE-2' }]);
    expect(
      (await buyer.post('/api/purchases', { productId: second.id, offerId: offerOf(second).id, quantity: 1 }))
        .body.code,
    ).toBe('STOCK_SHORT');
    // A second run reports nothing.
    await runJobs(services);
    expect(alerts).toHaveLength(1);
  });

  test('when a copy of an older code was sold, the job withholds the unsold copy, even if that has its fingerprint already', async () => {
    const [first, second] = [await createProduct(admin), await createProduct(admin)];
    await olderImport(first, ['SOLD-1', 'SOLD-2']);
    await runJobs(services);
    await olderImport(second, ['sold-1', 'sold-3']);
    expect((await buy(second)).codes).toMatchObject([{ code: 'sold-1' }]);
    await runJobs(services);
    expect([await stockOf(first), await stockOf(second)]).toEqual([1, 1]);
    expect((await buy(first)).codes).toMatchObject([{ code: 'SOLD-2' }]);
    expect(await audit(services.db)).toEqual([]);
    const again = await admin.post(path(first), { codes: ['SOLD-1'] });
    expect(again.body.message).toBe('Aucun nouveau code : 1 déjà vendu');
  });

  test('older codes sealed with a replaced key, and withheld codes, can be opened and are sealed again with the new key', async () => {
    const [first, second] = [await createProduct(admin), await createProduct(admin)];
    await olderImport(first, ['KEY-1']);
    await olderImport(second, ['key 1', 'key 2']);
    const { keys } = await transaction(services.db, (tx) => replaceKeys(tx, masterSecret(testConfig())));
    await importCodesWithNewKey(second);
    await runJobs(services);
    await resealCodes(services.db, keys, () => undefined);
    expect(await query('SELECT DISTINCT key_id FROM codes UNION SELECT key_id FROM withheld_codes')).toEqual([
      { key_id: keys.currentCipher },
    ]);
    const withheld = await query('SELECT id, sealed, key_id FROM withheld_codes ORDER BY id DESC LIMIT 1');
    const [row] = withheld as { id: number; sealed: Buffer; key_id: number }[];
    if (!row) throw new Error('nothing is withheld');
    await services.vault.learn([row.key_id]);
    expect(services.vault.open(row.id, row.sealed, row.key_id).code).toBe('key 1');
    for (const codes of [['KEY-1'], ['KEY2'], ['key-3']])
      expect((await admin.post(path(first), { codes })).body.code).toBe('CODES_ALREADY_KNOWN');
  });

  test('two servers may fingerprint older codes concurrently, after a stop and during sales, and the audit finds no discrepancy', async () => {
    const product = await createProduct(admin, { offers: [{ price: 1 }] });
    const codes = newCodes(2_000);
    await olderImport(product, codes);
    const other = await createProduct(admin);
    await olderImport(
      other,
      codes.slice(0, 500).map((code) => code.toUpperCase()),
    );
    const { services: others } = await secondServer(services.db);
    // The job is stopped after the first batch that writes fingerprints; the batches before it search for unreadable codes.
    const { batch } = codeFingerprinting(services);
    await repeatUntil(
      async () => (await unfinished()) < 2_500,
      () => transaction(services.db, (tx) => batch(tx, 100)),
    );
    expect(await unfinished()).toBe(2_400);
    let selling = true;
    const sales = (async () => {
      let sold = 0;
      for (; selling; sold += 1) expect((await buy(product)).codes).toHaveLength(1);
      return sold;
    })();
    await Promise.all([runJobs(services), runJobs(others)]);
    selling = false;
    const sold = await sales;
    await repeatUntil(
      async () => (await unfinished()) === 0,
      () => runJobs(services),
    );
    expect(await stockOf(product)).toBe(2_000 - sold);
    expect(await stockOf(other)).toBe(0);
    expect(await audit(services.db)).toEqual([]);
  });

  test('an older code that was already sold twice is named by the audit and by a system alert', async () => {
    const [first, second] = [await createProduct(admin), await createProduct(admin)];
    await olderImport(first, ['BOTH-1']);
    await olderImport(second, ['both 1']);
    await buy(first);
    await buy(second);
    const alerts: unknown[] = [];
    onTestFinished(onAlert((alert) => alert.type === 'system' && alerts.push(alert)));
    await runJobs(services);
    expect(await audit(services.db)).toMatchObject([{ kind: 'codeSoldTwice', expected: 1, found: 2 }]);
    expect(alerts).toMatchObject([{ data: { withheld: 0, soldTwice: 1 } }]);
    expect((await admin.post(path(first), { codes: ['BOTH1'] })).body.code).toBe('CODES_ALREADY_KNOWN');
  });
});

/** A code under the key that a rotation has just created, as a concurrent import writes it. */
async function importCodesWithNewKey(product: ShopProduct): Promise<void> {
  await transaction(services.db, (tx) => services.vault.holdKeys(tx));
  await olderImport(product, ['KEY3']);
}
