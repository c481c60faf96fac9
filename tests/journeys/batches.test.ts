import { readFile } from 'node:fs/promises';
import { type Almas, expect, test } from '../support/browser.ts';
import { createNamedReseller, decideAllPending, uniqueWord } from './support/accounts.ts';
import { administratorAtDesk, type Caller } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administratorAtDesk(page, almas);
  await decideAllPending(admin);
});

test('an administrator exports the pending requests and approves chosen ones in one batch; one that a colleague has rejected and one whose receipt was credited before are named, the others are credited', async ({
  page,
  almas,
}) => {
  const users = [];
  for (const amount of [100, 200, 300, 400]) {
    const reseller = await createNamedReseller(almas, admin);
    const body = { amount, method: 'ccp', ...(amount > 200 && { reference: '88412201774519' }) };
    const { id } = await reseller.call('POST', '/recharge-requests', body);
    users.push({ ...reseller, request: id });
  }
  const [rejected, , , credited] = users;
  await admin.call('POST', `/recharge-requests/${credited?.request}/approve`, {});
  await page.goto('/admin/recharges');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^demandes-de-recharge_\d{4}-\d\d-\d\d_En-attente\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('300,00');
  expect(text).not.toContain('400,00');
  await page.getByRole('button', { name: 'Tout sélectionner (3)' }).click();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 3 demandes' });
  const rows = dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: spaced('300 DA') })).toContainText(
    `Référence : déjà vu dans la demande n° ${credited?.request} (${credited?.name}, approuvée)`,
  );
  await admin.call('POST', `/recharge-requests/${rejected?.request}/reject`, { reason: 'Autre' });
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog).toContainText('1 décision enregistrée, 2 refusées');
  await expect(rows.filter({ hasText: rejected?.name ?? '' })).toContainText(
    'Cette demande a déjà été traitée',
  );
  await expect(rows.filter({ hasText: spaced('200 DA') })).toContainText('Approuvée');
  await expect(dialog).toContainText(`déjà été crédité dans la demande n° ${credited?.request}`);
  const balances = await Promise.all(
    users.map(async ({ id }) => (await admin.call('GET', `/users/${id}`)).balance),
  );
  expect(balances).toEqual([0, 200, 0, 400]);
});

/** Withholds the oldest code of an offer, sealed with another key when `keyId` is given. */
async function withhold(
  almas: Almas,
  offerId: string | undefined,
  reason: 'duplicate' | 'unreadable',
  keyId?: number,
): Promise<void> {
  await sql(
    almas,
    `WITH gone AS (
       DELETE FROM codes WHERE id = (SELECT min(id) FROM codes WHERE offer_id = $1) RETURNING *
     ), lowered AS (
       UPDATE offer_stock SET quantity = quantity - 1 WHERE slot = 0 AND offer_id IN (SELECT offer_id FROM gone)
     )
     INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, duplicate_of, created_at)
     SELECT id, product_id, offer_id, sealed, coalesce($3, key_id), canonical_fingerprint, $2,
            CASE $2 WHEN 'duplicate' THEN id END, created_at FROM gone`,
    [offerId, reason, keyId ?? null],
  );
}

test('an administrator puts withheld codes back on sale in a batch, but not one whose twin is for sale nor one that no key opens, and discards these', async ({
  page,
  almas,
}) => {
  const kept = await createProductWithCodes(admin, { name: uniqueWord('Premier') });
  const product = await createProductWithCodes(admin, {
    name: uniqueWord('Second'),
    offers: [{ name: 'Offre', price: 100, stock: 4 }],
  });
  const [offer] = product.offers;
  for (let code = 0; code < 2; code += 1) await withhold(almas, offer?.id, 'duplicate');
  await withhold(almas, offer?.id, 'unreadable', 9999);
  // One is the duplicate of a code that is for sale, another the only copy left of its code.
  await sql(
    almas,
    `WITH original AS (
       UPDATE codes c SET canonical_fingerprint = w.canonical_fingerprint FROM withheld_codes w
        WHERE c.id = (SELECT min(id) FROM codes WHERE offer_id = $1)
          AND w.id = (SELECT min(id) FROM withheld_codes WHERE offer_id = $2)
       RETURNING c.id, w.id AS duplicate)
     UPDATE withheld_codes w SET duplicate_of = o.id FROM original o WHERE w.id = o.duplicate`,
    [kept.offers[0]?.id, offer?.id],
  );
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Décider' }).click();
  await expect(page).toHaveURL(/withheld=1$/);
  await page.reload();
  const list = page.getByRole('dialog', { name: 'Codes retirés de la vente' });
  await expect(list.getByRole('row').filter({ hasText: `en stock, ${kept.name}` })).toHaveCount(1);
  await list.getByRole('button', { name: 'Tout sélectionner (3)' }).click();
  await list.getByRole('button', { name: 'Remettre la sélection en vente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remettre en vente 3 codes' });
  const rows = dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog).toContainText('1 décision enregistrée, 2 refusées');
  for (const result of [
    'Remis en vente',
    'Le même code est encore enregistré',
    'Ce code ne s’ouvre toujours avec aucune clé : il ne peut pas être vendu',
  ])
    await expect(rows.filter({ hasText: result })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await list.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await list.getByRole('button', { name: 'Écarter la sélection' }).click();
  const discard = page.getByRole('dialog', { name: 'Écarter 2 codes' });
  await discard.getByRole('button', { name: 'Confirmer' }).click();
  await expect(discard).toContainText('2 décisions enregistrées');
  await discard.getByRole('button', { name: 'Fermer' }).last().click();
  // The rows keep their places while the pointer is over them.
  await page.mouse.move(0, 0);
  await expect(list).toContainText('Aucun code à traiter');
  expect((await admin.call('GET', `/products/${product.id}`)).offers[0].stock).toBe(2);
});
