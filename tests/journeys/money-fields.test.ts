import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, expectToast } from './support/accounts.ts';
import { middleOf, takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

test.use({ environment: { CONFIRM_AMOUNT_ABOVE: '20000' } });

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
});

const balanceOf = async (id: string) => (await admin.call('GET', `/users/${id}`)).balance;

async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.goto(`/admin/users?search=${encodeURIComponent(name)}`);
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Recharger', exact: true })
    .click();
  return page.getByRole('dialog', { name: `Recharger ${name}` });
}

async function chooseInQuickRecharge(page: Page, email: string): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('combobox', { name: 'Rechercher' }).fill(email);
  await page.getByRole('option').click();
}

const quick = (page: Page) => ({
  amount: page.getByLabel('Montant (DA)'),
  submit: page.getByRole('button', { name: 'Recharger', exact: true }),
});

// In an English browser a number field drops a comma.
test.describe('in a browser whose language is English', () => {
  test.use({ locale: 'en-US' });

  for (const [typed, credited] of [
    ['15,5', 15.5],
    ['1500,75', 1500.75],
    ['1.500', 1500],
    ['1 250,75', 1250.75],
    ['1,250.50', 1250.5],
  ] as const) {
    test(`in an English browser the quick recharge credits the amount that was typed as ${typed} (P29)`, async ({
      page,
      almas,
    }) => {
      const reseller = await createNamedReseller(almas, admin);
      await chooseInQuickRecharge(page, reseller.email);
      await quick(page).amount.pressSequentially(typed);
      await quick(page).submit.click();
      await expectToast(page, 'Recharge effectuée');
      expect(await balanceOf(reseller.id)).toBe(credited);
    });
  }

  test('a comma typed in the price of a product and of a Free Fire offer keeps its decimals (P29)', async ({
    page,
  }) => {
    const { id } = await createProductWithCodes(admin, { offers: [{ name: 'Petit', price: 99, stock: 0 }] });
    await page.goto(`/admin/products/${id}/edit`);
    const price = page.getByLabel('Prix (DA)');
    await price.fill('');
    await price.pressSequentially('99,5');
    await page.getByRole('button', { name: 'Sauvegarder tout' }).click();
    await expectToast(page, 'Produit mis à jour avec succès');
    expect((await admin.call('GET', `/products/${id}`)).offers[0].price).toBe(99.5);

    await page.goto('/admin/freefire');
    await page.getByRole('button', { name: 'Modifier le prix : 100 + 10 Diamants' }).click();
    const offer = page.getByTestId('free-fire-offer').first();
    await offer.getByLabel('Prix (DA)').fill('');
    await offer.getByLabel('Prix (DA)').pressSequentially('150,50');
    await offer.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(page, 'Prix mis à jour');
    expect((await admin.call('GET', '/free-fire/offers')).items[0].price).toBe(150.5);
    await admin.call('PATCH', `/free-fire/offers/ff_100_10`, { price: 150 });
  });
});

test('the mouse wheel does not change a typed amount, and the amount as it was read is shown next to it (P29)', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const dialog = await openDialog(page, reseller.name);
  const amount = dialog.getByLabel('Montant (DA)');
  await amount.fill('5000');
  await amount.hover();
  await page.mouse.wheel(0, 240);
  await amount.press('ArrowDown');
  await expect(amount).toHaveValue('5000');
  await expect(dialog.getByText(spaced('Montant lu : 5 000 DA'))).toBeVisible();
  await expect(dialog.getByText(spaced('+ 5 000 DA'))).toBeVisible();
  await expect(dialog.getByText(spaced('De 1 DA à 1 000 000 DA'))).toBeVisible();
});

test('the recharge dialog of the accounts takes whole dinars from 1 only [USR-16]', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const dialog = await openDialog(page, reseller.name);
  const amount = dialog.getByLabel('Montant (DA)');
  for (const refused of ['0,5', '0.5', '10,25', '0']) {
    await amount.fill(refused);
    await dialog.getByRole('button', { name: 'Recharger' }).click();
    await expect(amount).toHaveAccessibleDescription(/Montant invalide/);
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await expect(amount).toBeFocused();
  }
  expect(await balanceOf(reseller.id)).toBe(0);
  await amount.fill('1');
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true');
  await takesPresses(amount);
  await amount.press('Enter');
  await expectToast(page, 'Recharge effectuée');
  expect(await balanceOf(reseller.id)).toBe(1);
});

test('an ambiguous amount is refused with a sentence and sends nothing (P29)', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  await chooseInQuickRecharge(page, reseller.email);
  await quick(page).amount.fill('1,500');
  await expect(page.getByText(/Deux lectures possibles : écrivez 1500 pour des milliers/)).toBeVisible();
  // The same on an Arabic keyboard: the sentence names the number in Western digits.
  await quick(page).amount.fill('\u0662\u060c\u0665\u0660\u0660');
  await expect(page.getByText(/Deux lectures possibles : écrivez 2500 pour des milliers/)).toBeVisible();
  await quick(page).submit.click();
  await expectToast(page, 'Montant invalide');
  await expect(quick(page).amount).toHaveAccessibleDescription(/Montant invalide/);
  for (const [text, why] of [
    ['12,345,67', 'Écrivez un nombre'],
    ['15,555', 'Deux lectures possibles'],
    ['1500,755', 'Deux décimales au plus'],
  ] as const) {
    await quick(page).amount.fill(text);
    await expect(quick(page).amount).toHaveAccessibleDescription(new RegExp(why));
    await quick(page).submit.click();
  }
  expect(await balanceOf(reseller.id)).toBe(0);
});

test('an amount above the largest recharge is marked at its field with the sentence of the specification', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await chooseInQuickRecharge(page, reseller.email);
  await quick(page).amount.fill('1 000 000,01');
  await expect(page.getByTestId('balance-after')).toHaveText('-');
  await quick(page).submit.click();
  await expect(quick(page).amount).toHaveAccessibleDescription(
    /Montant trop élevé - maximum 1,000,000 DZD par recharge/,
  );
  expect(await balanceOf(reseller.id)).toBe(0);
});

test('a recharge above the configured amount is sent only after one more confirmation (P29)', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await chooseInQuickRecharge(page, reseller.email);
  await quick(page).amount.fill('20000,01');
  // Enter twice: the second one must not confirm.
  await quick(page).amount.press('Enter');
  const question = page.getByRole('group', { name: 'Vérifiez le montant' });
  await expect(question).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByText(spaced('20 000,01 DA')).first()).toBeVisible();
  await expect(question).toContainText(reseller.name);
  await expectAccessible(page);
  expect(await balanceOf(reseller.id)).toBe(0);
  await question.getByRole('button', { name: 'Modifier' }).click();
  await expect(quick(page).amount).toHaveValue('20000,01');
  await quick(page).submit.click();
  await question.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Recharge effectuée');
  expect(await balanceOf(reseller.id)).toBe(20_000.01);

  await chooseInQuickRecharge(page, reseller.email);
  await quick(page).amount.fill('20000');
  await quick(page).submit.click();
  await expect.poll(() => balanceOf(reseller.id)).toBe(40_000.01);
});

test('a double click on « Recharger » does not confirm the large amount that it asks about (P29)', async ({
  page,
  almas,
}) => {
  // Each round leaves a page whose dialog has a typed amount: the browser asks for a confirmation, which is given.
  page.removeAllListeners('dialog');
  page.on('dialog', (dialog) => void dialog.accept());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/recharge')) sent.push(request.url());
  });
  await page.clock.install();
  for (const pause of [50, 160, 300, 450]) {
    const reseller = await createNamedReseller(almas, admin);
    const dialog = await openDialog(page, reseller.name);
    await dialog.getByLabel('Montant (DA)').fill('500000');
    const recharge = await middleOf(dialog.getByRole('button', { name: 'Recharger' }));
    await page.mouse.move(recharge.x, recharge.y);
    // The pause is one of the page's clock: how busy the machine is does not matter.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
    await page.mouse.down();
    await page.mouse.up();
    const question = page.getByRole('group', { name: 'Vérifiez le montant' });
    await expect(question).toBeVisible();
    // The worst case: the second press lands on the button that confirms.
    const confirm = await middleOf(question.getByRole('button', { name: 'Confirmer' }));
    await page.mouse.move(confirm.x, confirm.y);
    await page.clock.runFor(pause);
    await page.mouse.down();
    await page.mouse.up();
    await page.clock.resume();
    await expect(question.getByRole('button', { name: 'Confirmer' })).toBeEnabled();
    expect(sent).toEqual([]);
    expect(await balanceOf(reseller.id)).toBe(0);
  }
});

test('a price above the configured amount asks for a confirmation, in a product and in a Free Fire offer', async ({
  page,
}) => {
  const { id } = await createProductWithCodes(admin, {
    offers: [{ name: 'Grand', price: 30_000, stock: 0 }],
  });
  await page.goto(`/admin/products/${id}/edit`);
  const price = page.getByLabel('Prix (DA)');
  const save = page.getByRole('button', { name: 'Sauvegarder tout' });
  const question = page.getByRole('group', { name: 'Vérifiez le montant' });
  await price.fill('300 000');
  await save.click();
  await expect(question).toContainText(spaced('300 000 DA'));
  await expect(question).toContainText('Grand');
  await question.getByRole('button', { name: 'Modifier' }).click();
  // The unchanged price needs no confirmation.
  await price.fill('30000');
  await save.click();
  await expectToast(page, 'Produit mis à jour avec succès');

  await page.goto('/admin/freefire');
  await page.getByRole('button', { name: 'Modifier le prix : 100 + 10 Diamants' }).click();
  await page.getByTestId('free-fire-offer').first().getByLabel('Prix (DA)').fill('150000');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(question).toContainText(spaced('150 000 DA'));
  await question.getByRole('button', { name: 'Modifier' }).click();
  expect((await admin.call('GET', '/free-fire/offers')).items[0].price).toBe(150);
});

test('a price that falls by more than half asks once with the old and the new price, in a product and in a Free Fire offer [CNT-80]', async ({
  page,
}) => {
  const { id } = await createProductWithCodes(admin, { offers: [{ name: 'Petit', price: 600, stock: 0 }] });
  const stored = async () => (await admin.call('GET', `/products/${id}`)).offers[0].price;
  await page.goto(`/admin/products/${id}/edit`);
  const price = page.getByLabel('Prix (DA)');
  const save = page.getByRole('button', { name: 'Sauvegarder tout' });
  const question = page.getByRole('group', { name: 'Vérifiez le montant' });
  await price.fill('60');
  await save.click();
  await expect(question).toContainText(/600.DA.*60.DA.*Petit.*plus de 20 %/);
  await expectAccessible(page);
  expect(await stored()).toBe(600);
  await question.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast(page, 'Produit mis à jour avec succès');
  expect(await stored()).toBe(60);

  await page.goto('/admin/freefire');
  await page.getByRole('button', { name: 'Modifier le prix : 100 + 10 Diamants' }).click();
  await page.getByTestId('free-fire-offer').first().getByLabel('Prix (DA)').fill('15');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(question).toContainText(/150.DA.*15.DA/);
  await question.getByRole('button', { name: 'Modifier' }).click();
  expect((await admin.call('GET', '/free-fire/offers')).items[0].price).toBe(150);
});

test('the amount of a reseller’s recharge request may have spaces and a comma, and an ambiguous one is marked', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await enterAs(page, almas, reseller);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  const amount = dialog.getByLabel('Montant (DA)');
  await amount.fill('1,500');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(amount).toHaveAccessibleDescription(/Le montant doit être supérieur à 0/);
  await amount.fill('1 500,50 DA');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expectToast(page, 'Demande envoyée avec succès! Elle sera traitée par un administrateur.');
  const { items } = await reseller.call('GET', '/recharge-requests');
  expect(items).toHaveLength(1);
  expect(items[0].amount).toBe(1500.5);
});

test('the price filters of the catalogue read grouped amounts and mark ambiguous ones', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    offers: [
      { name: 'Petit', price: 900, stock: 1 },
      { name: 'Moyen', price: 1_500, stock: 1 },
    ],
  });
  await enterAs(page, almas, await createNamedReseller(almas, admin));
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await expect(page.getByText('Petit')).toBeVisible();
  await page.getByLabel('Prix minimum').fill('1.000');
  await expect(page.getByText('Petit')).toHaveCount(0);
  await expect(page.getByText('Moyen')).toBeVisible();
  await page.getByLabel('Prix minimum').fill('1,000');
  await expect(page.getByText('Petit')).toBeVisible();
  await expect(page.getByText(/Deux lectures possibles/)).toBeVisible();
});
