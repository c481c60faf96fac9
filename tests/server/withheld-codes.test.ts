import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { withheldCodes } from '../../server/src/modules/codes/withheld-codes.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { replaceKeys, resealCodes } from '../../server/src/vault/rotate-keys.ts';
import { testApp, testConfig } from '../support/app.ts';
import { publishedDuring } from '../support/events.ts';
import { importFormer } from '../support/former-codes.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { codesPath, createProduct, offerOf, type ShopProduct, stockOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/* Codes that were withheld because of a duplicate (AMB-61): an administrator decides each once. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });

interface Withheld {
  id: string;
  offerId: string;
  twin: { offerName: string; soldAt: string | null } | null;
}
const waiting = async (product: ShopProduct): Promise<Withheld[]> =>
  (await admin.get('/api/withheld-codes')).body.items.filter(
    ({ offerId }: Withheld) => offerId === offerOf(product).id,
  );
const decide = (id: string, decision: 'discard' | 'release') =>
  admin.post(`/api/withheld-codes/${id}/decide`, { decision });
const buy = async (product: ShopProduct) =>
  (await buyer.post('/api/purchases', { productId: product.id, offerId: offerOf(product).id, quantity: 1 }))
    .body;

let made = 0;
/** A product with a code for sale, and others in which the same code is withheld. */
async function twins(others = 1): Promise<{ kept: ShopProduct; out: ShopProduct[]; code: string }> {
  made += 1;
  const code = `TWIN-${made}-A`;
  const kept = await createProduct(admin, { name: `Premier ${made}` });
  await importFormer(services, kept, [code]);
  const out: ShopProduct[] = [];
  for (let n = 0; n < others; n += 1) {
    const product = await createProduct(admin, { name: `Second ${made}.${n}` });
    await importFormer(services, product, [code.toLowerCase()]);
    out.push(product);
  }
  await runJobs(services);
  return { kept, out, code };
}

test('the list of withheld codes names for each the offer of the same code, and contains no code', async () => {
  const { kept, out, code } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = await waiting(product);
  expect(entry?.twin).toEqual({ productName: kept.name, offerName: 'Offre 1', soldAt: null });
  await buy(kept);
  expect((await waiting(product))[0]?.twin?.soldAt).toMatch(/Z$/);
  expect((await admin.get('/api/withheld-codes')).text.toUpperCase()).not.toContain(code);
});

test('a discarded withheld code leaves the list and the stock for good, and a second decision is refused', async () => {
  const { out } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = (await waiting(product)) as [Withheld];
  expect((await decide(entry.id, 'discard')).status).toBe(204);
  expect(await waiting(product)).toEqual([]);
  expect(await stockOf(admin, product)).toBe(0);
  expect((await withheldCodes(services.db)).map(({ offer }) => offer)).not.toContain(
    `${product.name} - Offre 1`,
  );
  for (const again of ['discard', 'release'] as const) {
    const response = await decide(entry.id, again);
    expect([response.status, response.body.message]).toEqual([409, 'Ce code a déjà été traité']);
  }
  for (const id of ['0', 'x', '999999999'])
    expect((await decide(id, 'discard')).body.message).toBe('Code introuvable');
});

test('a released code that is withheld again, as unreadable or as a duplicate, waits for a second decision', async () => {
  for (const reason of ['unreadable', 'duplicate']) {
    const { kept, out, code } = await twins();
    const [product] = out as [ShopProduct];
    const [entry] = (await waiting(product)) as [Withheld];
    await admin.delete(`/api/products/${kept.id}`);
    expect((await decide(entry.id, 'release')).status).toBe(204);
    if (reason === 'unreadable') {
      await query('UPDATE codes SET key_id = 9999 WHERE id = $1', entry.id);
      await admin.get(codesPath(product));
    } else {
      const sold = await createProduct(admin, { name: `Troisième ${made}` });
      await importFormer(services, sold, [code]);
      expect((await buy(sold)).codes).toHaveLength(1);
    }
    await runJobs(services);
    expect(await waiting(product)).toEqual([expect.objectContaining({ id: entry.id, reason })]);
    expect(await stockOf(admin, product)).toBe(0);
    expect(await query('SELECT FROM code_checks')).toEqual([]);
    expect((await decide(entry.id, 'discard')).status).toBe(204);
    expect(await audit(services.db)).toEqual([]);
  }
});

test('a code withheld as a duplicate that no key opens any more is not put back on sale', async () => {
  const { kept, out } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = (await waiting(product)) as [Withheld];
  await admin.delete(`/api/products/${kept.id}`);
  await query('UPDATE withheld_codes SET key_id = 9999 WHERE id = $1', entry.id);
  const response = await decide(entry.id, 'release');
  expect([response.status, response.body?.code]).toEqual([409, 'WITHHELD_CODE_UNREADABLE']);
  expect(await stockOf(admin, product)).toBe(0);
  expect((await decide(entry.id, 'discard')).status).toBe(204);
});

test('a withheld code is released only once the same code elsewhere is deleted, and is then sold once', async () => {
  const { kept, out, code } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = (await waiting(product)) as [Withheld];
  const refused = await decide(entry.id, 'release');
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Le même code est encore enregistré : celui-ci ne peut pas être vendu',
  ]);
  // The refused release is no decision.
  expect(await waiting(product)).toHaveLength(1);
  await admin.delete(`/api/products/${kept.id}`);
  expect((await waiting(product))[0]?.twin).toBeNull();
  expect((await decide(entry.id, 'release')).status).toBe(204);
  expect(await stockOf(admin, product)).toBe(1);
  expect(await audit(services.db)).toEqual([]);
  expect((await buy(product)).codes).toMatchObject([{ code: code.toLowerCase() }]);
  expect((await buy(product)).code).toBe('STOCK_SHORT');
  expect(await audit(services.db)).toEqual([]);
});

test('a withheld code whose same code was sold is never released, even after the other product is deleted', async () => {
  const { kept, out } = await twins();
  const [product] = out as [ShopProduct];
  await buy(kept);
  const [entry] = (await waiting(product)) as [Withheld];
  expect((await decide(entry.id, 'release')).body.code).toBe('WITHHELD_CODE_STILL_DUPLICATE');
  await admin.delete(`/api/products/${kept.id}`);
  expect((await decide(entry.id, 'release')).body.code).toBe('WITHHELD_CODE_STILL_DUPLICATE');
  expect(await stockOf(admin, product)).toBe(0);
});

test('when several withheld copies of a code are released beside an import of it, one copy is on sale', async () => {
  const { kept, out, code } = await twins(3);
  await admin.delete(`/api/products/${kept.id}`);
  const other = await createProduct(admin);
  const entries = (await Promise.all(out.map(waiting))).flat();
  expect(entries).toHaveLength(3);
  const responses = await Promise.all([
    ...entries.map(({ id }) => decide(id, 'release')),
    ...entries.map(({ id }) => decide(id, 'release')),
    admin.post(codesPath(other), { codes: [code] }),
  ]);
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
  const stocks = await Promise.all([other, ...out].map((product) => stockOf(admin, product)));
  expect(stocks.reduce((sum, stock) => sum + stock, 0)).toBe(1);
  expect(await audit(services.db)).toEqual([]);
});

test('a withheld code of a deleted offer can be discarded but not released', async () => {
  const { kept, out } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = (await waiting(product)) as [Withheld];
  for (const { id } of [kept, product]) await admin.delete(`/api/products/${id}`);
  expect((await decide(entry.id, 'release')).body.message).toBe('Produit introuvable');
  expect((await decide(entry.id, 'discard')).status).toBe(204);
});

test('while codes are being checked no withheld code is released, and one can be discarded', async () => {
  const { kept, out } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = (await waiting(product)) as [Withheld];
  await admin.delete(`/api/products/${kept.id}`);
  await importFormer(services, await createProduct(admin), ['NOT-CHECKED-YET']);
  expect((await decide(entry.id, 'release')).body.code).toBe('CODES_BEING_CHECKED');
  expect((await decide(entry.id, 'discard')).status).toBe(204);
  await runJobs(services);
});

test('a withheld code is sealed again when the keys are replaced, and can be released and sold after that', async () => {
  const { kept, out, code } = await twins();
  const [product] = out as [ShopProduct];
  const [entry] = (await waiting(product)) as [Withheld];
  await admin.delete(`/api/products/${kept.id}`);
  const { keys } = await transaction(services.db, (tx) => replaceKeys(tx, masterSecret(testConfig())));
  await resealCodes(services.db, keys, () => undefined);
  const rows = await query('SELECT key_id FROM withheld_codes WHERE id = $1', entry.id);
  expect(rows).toEqual([{ key_id: keys.currentCipher }]);
  expect((await decide(entry.id, 'release')).status).toBe(204);
  expect((await buy(product)).codes).toMatchObject([{ code: code.toLowerCase() }]);
});

test('the release of a code publishes its stock to open screens, and both decisions the list of withheld codes', async () => {
  const [first, second] = [await twins(), await twins()];
  const [discarded, released] = [first.out[0], second.out[0]] as [ShopProduct, ShopProduct];
  await admin.delete(`/api/products/${second.kept.id}`);
  const [out, back] = [(await waiting(discarded))[0]?.id ?? '', (await waiting(released))[0]?.id ?? ''];
  expect(await publishedDuring(services, () => decide(out, 'discard'))).toEqual(['codes']);
  expect(await publishedDuring(services, () => decide(back, 'release'))).toEqual(['stock', 'codes']);
});

test('withheld codes are listed newest first, page by page, each once', async () => {
  await twins(2);
  await twins();
  const all = (await admin.get('/api/withheld-codes')).body.items.map(({ id }: Withheld) => Number(id));
  expect(all).toEqual([...all].sort((a, b) => b - a));
  const seen = (await idsOfAllPages(admin, '/api/withheld-codes?limit=1')).map(Number);
  expect(seen).toEqual(all);
  expect(all.length).toBeGreaterThan(2);
});
