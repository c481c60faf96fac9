import { expect, test } from '../support/browser.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { newCodes, uniqueName } from './support/products.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';
import { spaced } from './support/words.ts';

test('an administrator creates a product, imports ten thousand codes, changes prices, and settles Free Fire requests', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const name = uniqueName('Robux');
  const codes = newCodes(10_000);
  await refusePendingTopUps(admin);
  await openAllDay(admin);
  await enterAs(page, almas, admin);
  const buyer = await reseller(almas, admin, { balance: 2_000 });

  await test.step('a product from a template, with its first codes', async () => {
    await page.goto('/admin/products/new');
    await page.getByLabel('Nom du produit').fill(name);
    await page.getByRole('combobox', { name: 'Jeu', exact: true }).selectOption('Roblox');
    await page.getByRole('button', { name: 'Créer le produit' }).click();
    await expect(page.getByText('Produit créé')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/products$/);
  });

  await test.step('ten thousand codes from a file, ten of them twice', async () => {
    await page.getByRole('searchbox', { name: 'Rechercher' }).fill(name);
    await page.getByRole('article', { name }).getByRole('link', { name: 'Modifier' }).click();
    await page.getByRole('button', { name: 'Importer des codes' }).first().click();
    const file = {
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Code\n${codes.join('\n')}\n${codes.slice(0, 10).join('\n')}`),
    };
    await page.getByLabel('Choisir un fichier').setInputFiles(file);
    const counts = page.getByTestId('import-counts').getByRole('definition');
    await expect(counts).toHaveText([/10.010/, /10.000/, '10', '0']);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Importer/ })
      .click();
    await expect(page.getByText('10000 code(s) importé(s) avec succès')).toBeVisible();
    await expect(page.getByTestId('import-summary')).toContainText(spaced('Stock10 000'));
  });

  await test.step('a price, seen by a reseller at the next purchase', async () => {
    const offer = page.getByRole('article', { name: '80 Robux' });
    await offer.getByLabel('Prix (DA)').fill('125');
    await page.getByRole('button', { name: 'Sauvegarder tout' }).click();
    await expect(page).toHaveURL(/\/admin\/products$/);
    const { items } = await buyer.call('GET', '/products');
    const product = items.find((entry: { name: string }) => entry.name === name);
    expect(product.offers[0]).toMatchObject({ price: 125, stock: 10_000 });
    const bought = await buyer.call('POST', '/purchases', {
      productId: product.id,
      offerId: product.offers[0].id,
      quantity: 1,
    });
    expect(bought).toMatchObject({ totalCost: 125, codes: [{ code: codes[0] }] });
  });

  const good = await requestTopUp(buyer, '12345678');
  const bad = await requestTopUp(buyer, '87654321');
  await test.step('one Free Fire request validated, one refused', async () => {
    await page.goto('/admin/freefire');
    const waiting = page.getByTestId('pending-item');
    await waiting.filter({ hasText: '12345678' }).getByRole('button', { name: 'Valider' }).click();
    await page.getByLabel('Lien de l’image de preuve').fill('https://exemple.dz/p.png');
    await takesPresses(page.getByRole('dialog').getByRole('button', { name: 'Valider' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Demande Free Fire validée avec succès')).toBeVisible();
    await expect(waiting).toHaveCount(1);
    await waiting.getByRole('button', { name: 'Refuser' }).click();
    await page.getByLabel('Raison').fill('ID inconnu');
    await takesPresses(page.getByRole('dialog').getByRole('button', { name: 'Refuser' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Demande Free Fire refusée avec succès')).toBeVisible();
    expect((await buyer.call('GET', '/me')).balance).toBe(2_000 - 125 - 150);
  });

  await test.step('new hours and a new price for Free Fire', async () => {
    await page.getByLabel('Heure de fermeture').selectOption('20');
    await expect(page.getByText('Horaires mis à jour')).toBeVisible();
    const offer = page.getByTestId('free-fire-offer').first();
    await offer.getByRole('button', { name: /Modifier/ }).click();
    await offer.getByLabel('Prix (DA)').fill('160');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Prix mis à jour')).toBeVisible();
    await admin.call('PATCH', '/free-fire/offers/ff_100_10', { price: 150 });
  });

  await test.step('everything can be read in the audit trail', async () => {
    const { items } = await admin.call('GET', '/audit-trail?limit=50');
    const done = items.map((entry: { action: string }) => entry.action);
    for (const action of ['product.create', 'codes.import', 'product.update']) expect(done).toContain(action);
    const settled = items.map((entry: { subjectId: string }) => entry.subjectId);
    expect(settled).toEqual(expect.arrayContaining([good, bad]));
  });
});
