import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

/*
 * A refused code, from the shop that claims it to the file for its supplier. Turned red by: a claim form without its codes; a card without
 * how its code was disclosed; a replacement that the codes of the purchase do not show.
 */
test.use({ environment: { EXTENSIONS: 'claims' } });

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const sectionOf = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A reseller with a purchase of two codes, which were printed twice. */
async function shopWithCodes(almas: Parameters<typeof enterAs>[1]) {
  const product = await createProductWithCodes(admin, {
    name: 'PUBG',
    offers: [{ name: '660 UC', price: 250, stock: 4 }],
  });
  const shop = await reseller(almas, admin, { balance: 2_000 });
  const bought = await purchase(shop, product, { quantity: 2 });
  for (const kind of ['print', 'print'])
    await shop.call('POST', `/purchases/${bought.id}/disclosures`, { kind });
  return { shop, bought };
}

test('a reseller claims a code of a purchase, and finds the answer at the code and on the dashboard [CLM-60]', async ({
  page,
  almas,
}) => {
  const { shop, bought } = await shopWithCodes(almas);
  await enterAs(page, almas, shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard?purchase=${bought.id}`);
  const codes = page.getByRole('dialog', { name: /PUBG/ });
  await codes.getByRole('button', { name: 'Réclamer', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Réclamer des codes refusés' });
  await expect(form.getByRole('button', { name: 'Réclamer le code' })).toBeDisabled();
  await form.getByLabel('Code 2 sur 2').check();
  await form.getByLabel('Ce qui s’est passé').selectOption({ label: 'Déjà utilisé' });
  await form.getByLabel('Précision').fill('Refusé à 14 h');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await form.getByRole('button', { name: 'Réclamer le code' }).click();
  await expect(codes.getByTestId('code-claim')).toContainText('Code 2 sur 2');
  await expect(codes.getByTestId('code-claim')).toContainText('Réclamé');
  const [claim] = (await admin.call('GET', `/claims?purchaseId=${bought.id}`)).items;
  await admin.call('POST', `/claims/${claim.id}/decide`, { outcome: 'replace', note: '' });
  await expect(codes).toContainText('Code 2 remplacé, à ne plus donner');
  await expect(codes.getByTestId('code')).toHaveCount(2);
  await expect(codes.getByTestId('code-claim')).toContainText('Remplacé');
  await expectAccessible(page);
  await page.goto('/dashboard');
  const own = sectionOf(page, 'Mes réclamations');
  await expect(own).toContainText('Le nouveau code est dans l’achat.');
  await own.getByRole('button', { name: 'Voir toutes les réclamations' }).click();
  await expectAccessible(page);
  await page.getByTestId('own-claim').getByRole('button', { name: 'Voir les codes' }).click();
  await expect(codes.getByTestId('code')).toHaveCount(2);
});

test('an administrator decides on the dashboard, and exports what the supplier owes [CLM-61]', async ({
  page,
  almas,
}) => {
  const { shop, bought } = await shopWithCodes(almas);
  const codeIds = bought.codes.map(({ id }: { id: string }) => id);
  await shop.call('POST', `/purchases/${bought.id}/claims`, {
    codeIds,
    reason: 'invalid',
    note: 'Code refusé',
  });
  await enterAs(page, almas, admin);
  await page.goto('/admin');
  await sectionOf(page, 'Réclamations').getByRole('button', { name: 'À traiter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Réclamations' });
  const cards = dialog.getByTestId('pending-item').filter({ hasText: `Achat n° ${bought.id}` });
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('imprimé 2 fois');
  await expect(cards.first()).toContainText('Diffusé plusieurs fois');
  await expect(cards.first()).toContainText('Taux élevé');
  await cards.first().getByRole('button', { name: 'Créditer' }).click();
  await page
    .getByRole('dialog', { name: 'Créditer ce code ?' })
    .getByRole('button', { name: 'Créditer' })
    .click();
  await expect(dialog.getByTestId('decided-item')).toContainText('Code réclamé crédité');
  await cards.first().getByRole('button', { name: 'Refuser' }).click();
  const refusal = page.getByRole('dialog', { name: 'Refuser cette réclamation ?' });
  await refusal.getByLabel('Raison du refus').fill('Il a été utilisé');
  await refusal.getByRole('button', { name: 'Refuser' }).click();
  await expect(dialog.getByTestId('decided-item')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await dialog.getByText('Au fournisseur', { exact: true }).click();
  const line = dialog.getByTestId('supplier-claim').filter({ hasText: 'PUBG' }).first();
  await expect(line).toContainText('1 code : 1 crédité');
  const saved = page.waitForEvent('download');
  await line
    .getByRole('button', { name: /CSV|Exporter/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/a-reclamer-au-fournisseur/);
  await dialog.getByText('Traitées', { exact: true }).click();
  await expect(dialog.getByTestId('decided-claim').filter({ hasText: 'Il a été utilisé' })).toHaveCount(1);
});
