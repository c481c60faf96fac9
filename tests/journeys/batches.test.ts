import { type Almas, expect, stepBack, test } from '../support/browser.ts';
import {
  createNamedReseller,
  createPendingReseller,
  decideAllPending,
  dropResponses,
  requestRecharge,
  uniqueWord,
} from './support/accounts.ts';
import { boxesOf, pressAnew } from './support/boxes.ts';
import { administratorAtDesk, type Caller } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from './support/screen-checks.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

// One journey drops a response.
test.use({ allowed: [/net::ERR_FAILED/] });

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administratorAtDesk(page, almas);
  await decideAllPending(admin);
});

test('an administrator approves chosen requests in one batch; one that a colleague has rejected is named, the others are credited', async ({
  page,
  almas,
}) => {
  const users = [];
  for (const amount of [100, 200, 300]) {
    const reseller = await createNamedReseller(almas, admin);
    users.push({ ...reseller, amount, request: (await requestRecharge(reseller, amount)).id });
  }
  const [first, second, third] = users;
  if (!first || !second || !third) throw new Error('three users');
  await page.goto('/admin/recharges');
  await page.getByRole('button', { name: 'Tout sélectionner (3)' }).click();
  await expect(page.getByText(spaced('3 sélections · Total : 600 DA'))).toBeVisible();
  await page.getByRole('checkbox', { name: `Sélectionner ${third.name}` }).uncheck();
  await expect(page.getByText(spaced('2 sélections · Total : 300 DA'))).toBeVisible();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 2 demandes' });
  const rows = dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(dialog).toContainText(spaced('Total : 300 DA'));
  await admin.call('POST', `/recharge-requests/${first.request}/reject`, { reason: 'Autre' });
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog).toContainText('1 décision enregistrée, 1 refusée');
  await expect(rows.filter({ hasText: first.name })).toContainText('Cette demande a déjà été traitée');
  await expect(rows.filter({ hasText: second.name })).toContainText('Approuvée');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  const balances = await Promise.all(
    users.map(async ({ id }) => (await admin.call('GET', `/users/${id}`)).balance),
  );
  expect(balances).toEqual([0, 200, 0]);
});

test('the summary of a batch says which request resembles an earlier one', async ({ page, almas }) => {
  const [first, second] = [await createNamedReseller(almas, admin), await createNamedReseller(almas, admin)];
  const reference = uniqueWord('VIR');
  const { id } = await first.call('POST', '/recharge-requests', { amount: 70, method: 'ccp', reference });
  await second.call('POST', '/recharge-requests', { amount: 80, method: 'ccp', reference });
  await page.goto('/admin/recharges');
  await page.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const rows = page.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  const warning = `Référence : déjà vu dans la demande n° ${id} (${first.name}, en attente)`;
  await expect(rows.filter({ hasText: second.name })).toContainText(warning);
  await expect(rows.filter({ hasText: first.name }).first()).toBeVisible();
  await expect(rows.filter({ hasText: warning })).toHaveCount(1);
  await expectAccessibleAtBothWidths(page);
});

test('« Rejeter » of the pending requests asks for a reason, and the sidebar marks « Recharges » [DSK-85]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 90);
  await page.goto('/admin/recharges');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Recharges' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('main').getByRole('button', { name: 'Rejeter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  const reject = dialog.getByRole('button', { name: 'Rejeter' });
  await expect(reject).toBeDisabled();
  await dialog.getByRole('textbox').fill('Reçu illisible');
  await expectAccessibleAtBothWidths(page);
  await reject.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-decided]')).toHaveCount(1);
  expect(await reseller.call('GET', `/recharge-requests/${id}`)).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Reçu illisible',
  });
});

test('a batch whose response is lost says so on its row, and is resumed with the same keys, and nothing is credited twice [DSK-80]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  for (const amount of [50, 60]) await requestRecharge(reseller, amount);
  await dropResponses(page, '**/approve', { calls: 1 });
  await page.goto('/admin/recharges');
  await page.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 2 demandes' });
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  // The batch can be cancelled only when no call is under way.
  await expect(dialog.getByRole('button', { name: 'Fermer' }).last()).toBeEnabled();
  await expect(dialog).toContainText('0 décision enregistrée. Connexion au serveur impossible');
  const rows = dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await expect(rows.first()).toContainText('réponse perdue, peut-être enregistrée');
  await expect(rows.last()).toContainText('pas encore envoyée');
  await pressAnew(dialog.getByRole('button', { name: 'Reprendre' }));
  await expect(dialog).toContainText('2 décisions enregistrées');
  expect((await admin.call('GET', `/users/${reseller.id}`)).balance).toBe(110);
});

test('an administrator activates pending accounts, or refuses them with one reason, in a batch', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Lot');
  const [kept, refused] = [
    await createPendingReseller(almas, { company }),
    await createPendingReseller(almas, { company }),
  ];
  for (const [reseller, button, status] of [
    [kept, 'Activer la sélection', 'active'],
    [refused, 'Refuser la sélection', 'inactive'],
  ] as const) {
    await page.goto('/admin/users?status=pending');
    await page.getByRole('checkbox', { name: `Sélectionner ${reseller.name}` }).check();
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: /1 compte$/ });
    await expect(dialog).toContainText(`${reseller.name} · ${reseller.email}`);
    if (status === 'inactive') await dialog.getByLabel('Raison (facultatif)').fill('Doublon');
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await expect(dialog).toContainText('1 décision enregistrée');
    const account = await admin.call('GET', `/users/${reseller.id}`);
    expect(account.status).toBe(status);
    if (status === 'inactive') expect(account.deactivationReason).toBe('Doublon');
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  }
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

test('an administrator decides chosen withheld codes in a batch, after a summary and each with its own result', async ({
  page,
  almas,
}) => {
  const kept = await createProductWithCodes(admin, { name: uniqueWord('Premier') });
  const product = await createProductWithCodes(admin, {
    name: uniqueWord('Second'),
    offers: [{ name: 'Offre', price: 100, stock: 3 }],
  });
  const [offer] = product.offers;
  for (let code = 0; code < 2; code += 1) await withhold(almas, offer?.id, 'duplicate');
  // One is the duplicate of a code that is for sale, the other the only copy left of its code.
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
  await expect(page.getByText('2 codes sont retirés de la vente')).toBeVisible();
  await page.getByRole('button', { name: 'Décider' }).click();
  const list = page.getByRole('dialog', { name: 'Codes retirés de la vente' });
  await expect(list).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/products\?withheld=1$/);
  await stepBack(page);
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/products$/);
  await page.getByRole('button', { name: 'Décider' }).click();
  await expect(page).toHaveURL(/withheld=1$/);
  await page.reload();
  await expect(list.getByRole('row').filter({ hasText: 'peut être remis en vente' })).toHaveCount(1);
  await expect(list.getByRole('row').filter({ hasText: `en stock, ${kept.name}` })).toHaveCount(1);
  // The bar of the selection is above the column headers and does not cover them.
  const choose = list.getByRole('button', { name: 'Tout sélectionner (2)' });
  const [bar, head] = await boxesOf(choose.locator('..'), list.getByRole('row').first());
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(head?.y ?? 0);
  await list.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await list.getByRole('button', { name: 'Remettre la sélection en vente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remettre en vente 2 codes' });
  const rows = dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog).toContainText('1 décision enregistrée, 1 refusée');
  await expect(rows.filter({ hasText: 'Remis en vente' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Le même code est encore enregistré' })).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.getByRole('checkbox').check();
  await list.getByRole('button', { name: 'Écarter la sélection' }).click();
  const discard = page.getByRole('dialog', { name: 'Écarter 1 code' });
  await discard.getByRole('button', { name: 'Confirmer' }).click();
  await expect(discard).toContainText('1 décision enregistrée');
  await discard.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(list).toContainText('Aucun code à traiter');
  expect((await admin.call('GET', `/products/${product.id}`)).offers[0].stock).toBe(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Décider' })).toHaveCount(0);
});

test('a code that no key opens says so in the list of withheld codes, and stays out of sale when it is released [CNT-58]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { name: uniqueWord('Illisible') });
  await withhold(almas, product.offers[0]?.id, 'unreadable', 9999);
  await page.goto('/admin/products?withheld=1');
  const list = page.getByRole('dialog', { name: 'Codes retirés de la vente' });
  const row = list.getByRole('row').filter({ hasText: product.name });
  await expect(row).toContainText(
    'illisible : aucune clé ne l’ouvre ; le même code peut être importé à nouveau',
  );
  await row.getByRole('checkbox').check();
  await list.getByRole('button', { name: 'Remettre la sélection en vente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remettre en vente 1 code' });
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem')).toContainText(
    'Ce code ne s’ouvre toujours avec aucune clé : il ne peut pas être vendu',
  );
  expect((await admin.call('GET', `/products/${product.id}`)).offers[0].stock).toBe(2);
});
