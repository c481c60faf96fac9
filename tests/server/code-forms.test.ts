import { createHash } from 'node:crypto';
import { canonicalCode } from '@almas/contract/code-lines';
import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { buy, codesPath, createProduct, offerOf, type ShopProduct, stockOf } from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

/* When two codes are one (AMB-99, AMB-100): stored codes that become twins, and offers where case counts. */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const { server: other } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 1_000_000 });

const send = (product: ShopProduct, ...codes: string[]) => admin.post(codesPath(product), { codes });

/** Another form than the current one has a fingerprint that no code has today. */
const formerFingerprint = (form: string) =>
  form === canonicalCode(form)
    ? services.vault.fingerprint(form)
    : createHash('sha256').update(form).digest().subarray(0, 16);

/** A code as a former version stored it: its text as it was typed, with the fingerprint of the former form. */
async function storedBefore(product: ShopProduct, text: string, formerForm: string): Promise<number> {
  const [{ id }] = (await query(`SELECT nextval('codes_id_seq') AS id`)) as [{ id: number }];
  await query(
    `INSERT INTO codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint) VALUES ($1, $2, $3, $4, $5, $6)`,
    id,
    product.id,
    offerOf(product).id,
    services.vault.seal(id, text),
    services.vault.keyId,
    formerFingerprint(formerForm),
  );
  await query(
    'UPDATE offer_stock SET quantity = quantity + 1 WHERE offer_id = $1 AND slot = 0',
    offerOf(product).id,
  );
  return id;
}
const formerVersion = () => query('DELETE FROM code_forms');

describe('stored codes that are twins by the new form', () => {
  test('imports are refused until the stored codes are compared; then of two spellings of a code one is for sale, and the other is withheld [STK-30][STK-31]', async () => {
    const product = await createProduct(admin);
    await formerVersion();
    const kept = await storedBefore(product, 'PIN: 7734-8100-9999', 'pin:773481009999');
    const twin = await storedBefore(product, '7734-8100-9999', '773481009999');
    const alone = await storedBefore(product, '="0004-1"', '="00041"');
    for (const refused of [
      await send(product, 'NEW-1'),
      await admin.post(`${codesPath(product)}/preview`, { codes: ['NEW-1'] }),
    ])
      expect(refused.body.code).toBe('CODES_BEING_CHECKED');
    expect(await audit(db)).toEqual([]);
    await Promise.all([runJobs(services), runJobs(services)]);
    const rows = await query('SELECT id FROM codes WHERE offer_id = $1 ORDER BY id', offerOf(product).id);
    expect(rows.map(({ id }) => id)).toHaveLength(2);
    const [withheld] = await query(
      'SELECT id, reason, duplicate_of FROM withheld_codes WHERE offer_id = $1',
      offerOf(product).id,
    );
    expect([kept, twin]).toContain(withheld?.id);
    expect(withheld).toMatchObject({ reason: 'duplicate' });
    expect(await stockOf(admin, product)).toBe(2);
    expect(await query('SELECT finished_at IS NOT NULL AS finished, withheld FROM code_forms')).toEqual([
      { finished: true, withheld: 1 },
    ]);
    const [{ title }] = (await admin.get('/api/notifications')).body.items;
    expect(title).toMatch(/double/i);
    for (const code of ['7734 8100 9999', '00041'])
      expect((await send(product, code)).body.code).toBe('CODES_ALREADY_KNOWN');
    expect(rows.map(({ id }) => id)).toContain(alone);
    expect(await audit(db)).toEqual([]);
  });

  test('the job withholds the unsold twin of a sold code, and reports two that are sold [STK-31][STK-32]', async () => {
    const product = await createProduct(admin);
    await formerVersion();
    const first = await storedBefore(product, 'Code: SOLD-1', 'code:sold1');
    await buy(reseller, product);
    const second = await storedBefore(product, '٤٤٤٤-٥٥٥٥', '٤٤٤٤٥٥٥٥');
    await buy(reseller, product);
    const third = await storedBefore(product, '4444-5555', '44445555');
    await buy(reseller, product);
    const unsold = await storedBefore(product, 'SOLD-1', 'sold1');
    await runJobs(services);
    expect(
      await query('SELECT id, duplicate_of FROM withheld_codes WHERE offer_id = $1', offerOf(product).id),
    ).toEqual([{ id: unsold, duplicate_of: first }]);
    const twins = await query(
      'SELECT id, duplicate_of FROM codes WHERE id = ANY ($1) AND duplicate_of IS NOT NULL',
      [second, third],
    );
    expect(twins).toHaveLength(1);
    expect(await query('SELECT sold_twice FROM code_forms')).toEqual([{ sold_twice: 1 }]);
    expect(await stockOf(admin, product)).toBe(0);
    expect((await audit(db)).map(({ kind }) => kind)).toEqual(['codeSoldTwice']);
  });

  test('the comparison stops between two batches and goes on with the next code, on another server too [STK-30]', async () => {
    const { codeFormChecks } = await import('../../server/src/modules/codes/code-forms.ts');
    const { transaction } = await import('../../server/src/database/transaction.ts');
    await formerVersion();
    const product = await createProduct(admin);
    await storedBefore(product, "'BATCH-1", "'batch1");
    await storedBefore(product, 'BATCH-1', 'batch1');
    const [{ count }] = (await query('SELECT count(*) FROM codes')) as [{ count: number }];
    let batches = 0;
    for (let size = 1; size > 0; batches += 1)
      // A job that is made anew for each batch keeps nothing in memory.
      size = await transaction(db, (tx) => codeFormChecks(services).batch(tx, 2));
    expect(batches).toBe(Math.floor(count / 2) + 1);
    expect(await stockOf(admin, product)).toBe(1);
    expect((await send(product, 'batch 1')).body.code).toBe('CODES_ALREADY_KNOWN');
  });
});

describe('an offer where case counts', () => {
  const sensitive = async (caseSignificant = true): Promise<ShopProduct> =>
    (
      await admin.post('/api/products', {
        name: 'Casse',
        game: 'Steam',
        offers: [{ name: 'Offre 1', value: '1', price: 100, caseSignificant }],
      })
    ).body;

  test('codes that differ in case are two codes where the offer says so, and one elsewhere [STK-33]', async () => {
    const product = await sensitive();
    expect(offerOf(product)).toMatchObject({ caseSignificant: true });
    expect((await send(product, 'aBcD-1', 'AbCd-1', 'aBcD1')).body).toMatchObject({
      imported: 2,
      duplicates: 1,
    });
    expect(
      (await admin.post(`${codesPath(product)}/preview`, { codes: ['ABCD-1', 'abcd-1', 'aBcD 1'] })).body,
    ).toMatchObject({
      importable: 2,
      inOffer: 1,
    });
    const plain = await sensitive(false);
    expect(offerOf(plain)).not.toHaveProperty('caseSignificant');
    expect((await send(plain, 'xY-1', 'Xy-1')).body).toMatchObject({ imported: 1, duplicates: 1 });
  });

  test('case counts across offers where both say so; a code of one that does not is the same code in every case [STK-34]', async () => {
    const [one, two, plain] = [await sensitive(), await sensitive(), await createProduct(admin)];
    await send(one, 'Across-1');
    expect((await send(two, 'aCROSS-1')).body).toMatchObject({ imported: 1 });
    expect((await send(two, 'Across-1')).body.code).toBe('CODES_ALREADY_KNOWN');
    expect((await send(plain, 'ACROSS-1')).body.code).toBe('CODES_ALREADY_KNOWN');
    expect((await admin.post(`${codesPath(plain)}/preview`, { codes: ['across-1'] })).body).toMatchObject({
      importable: 0,
    });
    await send(plain, 'Plain-1');
    expect((await send(one, 'pLAIN-1')).body.code).toBe('CODES_ALREADY_KNOWN');
    expect(
      (await admin.post('/api/codes/find', { code: 'across-1', reason: 'Contrôle' })).body.items,
    ).toHaveLength(2);
    expect(await audit(db).then((found) => found.filter(({ kind }) => kind !== 'codeSoldTwice'))).toEqual([]);
  });

  test('imports of one code in many cases at once over two servers never store it both in a plain offer and in a sensitive one [STK-35]', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two, plain] = [await sensitive(), await sensitive(), await createProduct(admin)];
      const spellings = [`rAce-${round}`, `RaCE-${round}`, `RACE-${round}`, `race-${round}`];
      const answers = await Promise.all(
        spellings.flatMap((code, index) =>
          [one, two, plain].map((product) =>
            userOn(index % 2 ? server : other, admin).post(codesPath(product), { codes: [code] }),
          ),
        ),
      );
      for (const { status } of answers) expect([200, 422]).toContain(status);
      const inPlain = await stockOf(admin, plain);
      const elsewhere = (await stockOf(admin, one)) + (await stockOf(admin, two));
      expect([inPlain, elsewhere]).toEqual(inPlain > 0 ? [1, 0] : [0, 4]);
    }
    expect((await audit(db)).filter(({ kind }) => kind === 'caseTwin' || kind === 'duplicateCode')).toEqual(
      [],
    );
  });

  test('the rule of case changes until the first import and never after it [STK-36]', async () => {
    const product = await sensitive(false);
    const save = (caseSignificant: boolean | undefined) =>
      admin.put(`/api/products/${product.id}`, {
        name: 'Casse',
        game: 'Steam',
        offers: [{ ...offerOf(product), caseSignificant }],
      });
    expect((await save(true)).body.offers).toMatchObject([{ caseSignificant: true }]);
    expect((await save(undefined)).body.offers).toMatchObject([{ caseSignificant: true }]);
    const fixed = async () => (await admin.get(`/api/products/${product.id}`)).body.offers[0].caseFixed;
    expect(await fixed()).toBeUndefined();
    const { body } = await send(product, 'Fixed-1');
    expect(await fixed()).toBe(true);
    const refused = await save(false);
    expect([refused.status, refused.body.code]).toEqual([409, 'CASE_RULE_FIXED']);
    expect((await save(true)).status).toBe(200);
    await admin.post(`/api/batches/${body.batchId}/recall`, { reason: 'Erreur' });
    expect(await fixed()).toBe(true);
    expect((await save(false)).body.code).toBe('CASE_RULE_FIXED');
  });
});
