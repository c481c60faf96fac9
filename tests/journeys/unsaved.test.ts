import type { Page } from '@playwright/test';
import { expect, stepBack, test } from '../support/browser.ts';
import { createNamedReseller } from './support/accounts.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, endSessionWith, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessibleAtBothWidths } from './support/screen-checks.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Continuer la saisie' }).click();
const leave = (page: Page) =>
  question(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Reloads the page. @returns whether the browser asks first; the reload is then cancelled */
async function reloadAsks(page: Page): Promise<boolean> {
  const dialog = page.waitForEvent('dialog');
  await page.evaluate(() => location.reload());
  return (await dialog).type() === 'beforeunload';
}

test.describe('a reseller', () => {
  test.beforeEach(async ({ almas, page }) => {
    await enterAs(page, almas, await reseller(almas, admin, { balance: 1_000 }));
  });

  test('a reseller is asked before a changed profile is left, by a link and by Back', async ({ page }) => {
    await page.goto('/dashboard');
    await hasStarted(page);
    await page.getByRole('button', { name: 'Menu du compte' }).click();
    await page.getByRole('menuitem', { name: 'Mon profil' }).click();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await field(page, 'Ville').fill('Sétif');
    await page.getByRole('navigation').locator('a[href="/operations"]').click();
    await expect(question(page)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await stay(page);
    await expect(question(page)).toHaveCount(0);
    await expect(field(page, 'Ville')).toHaveValue('Sétif');
    await stepBack(page);
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByRole('navigation').locator('a[href="/operations"]').click();
    await leave(page);
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('a second Back during the question about a changed profile stays on the page, and leaving goes back one step', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('navigation').locator('a[href="/operations"]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Toutes les Opérations' })).toBeVisible();
    await page.getByRole('button', { name: 'Menu du compte' }).click();
    await page.getByRole('menuitem', { name: 'Mon profil' }).click();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await field(page, 'Ville').fill('Sétif');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/profile$/);
    await stay(page);
    await expect(question(page)).toHaveCount(0);
    await expect(field(page, 'Ville')).toHaveValue('Sétif');
    await page.evaluate(() => history.back());
    await leave(page);
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('a reseller who pastes too long a text reads how much of it the field keeps, and sees no message for a text that fits', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/profile');
    await page
      .getByRole('main')
      .getByRole('button', { name: /demande/i })
      .last()
      .click();
    const note = page.getByRole('dialog').getByLabel('Note');
    const toast = page.getByRole('region', { name: 'Messages' }).getByText('Texte trop long');
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await note.focus();
      await page.keyboard.press('Control+V');
      await expect(note).toHaveValue(new RegExp(`${text.slice(0, 10)}`));
    };
    await paste('a'.repeat(900));
    await paste('b'.repeat(100));
    await expect(toast).toHaveCount(0);
    await note.fill('');
    await paste('c'.repeat(1_500));
    await expect(toast).toContainText('1 000');
  });

  test('a reseller is not asked when nothing was changed, was changed back, was cancelled or was saved', async ({
    page,
  }) => {
    await page.goto('/profile');
    const leaveByLink = async () => {
      await page.getByRole('navigation').locator('a[href="/operations"]').click();
      // The address changes before the screen does.
      await expect(page.getByRole('heading', { level: 1, name: 'Toutes les Opérations' })).toBeVisible();
    };
    await page.getByRole('button', { name: 'Modifier' }).click();
    await field(page, 'Ville').fill('Oran');
    await field(page, 'Ville').fill('');
    await leaveByLink();
    await expect(page).toHaveURL(/\/operations$/);
    await page.goBack();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await field(page, 'Ville').fill('Oran');
    await page.getByRole('button', { name: 'Annuler' }).click();
    await leaveByLink();
    await expect(page).toHaveURL(/\/operations$/);
    await page.goBack();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await field(page, 'Ville').fill('Oran');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
    await leaveByLink();
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('a reseller is asked before Escape or the cross drops a message to the administrator', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await hasStarted(page);
    await page.getByRole('button', { name: 'Contacter l’admin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contacter l’administrateur' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Contacter l’admin' }).click();
    await field(page, 'Message').fill('Paiement du 12 novembre');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    await stay(page);
    await expect(field(page, 'Message')).toHaveValue('Paiement du 12 novembre');
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await leave(page);
    await expect(dialog).toHaveCount(0);
    await expect(question(page)).toHaveCount(0);
  });

  test('a reseller is asked before Escape drops a recharge request with a typed amount', async ({ page }) => {
    await page.goto('/profile');
    await page
      .getByRole('main')
      .getByRole('button', { name: /demande/i })
      .last()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('2500');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    await leave(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a reseller is asked before changed settings are left', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('switch').first().click();
    await page.getByRole('navigation').locator('a[href="/operations"]').click();
    await leave(page);
    await expect(page).toHaveURL(/\/operations$/);
  });
});

test('a session that ends while a form is open leads to the login without a question; only the same user finds the draft again', async ({
  page,
  almas,
}) => {
  const me = await reseller(almas, admin, { balance: 1_000 });
  const amount = page.getByRole('dialog', { name: 'Demandes de recharge' }).getByLabel('Montant');
  const openRequest = async () => {
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByRole('main').getByRole('button', { name: 'Demander une recharge' }).click();
  };
  const enter = async ({ email, password }: Caller) => {
    await field(page, 'Email').fill(email);
    await field(page, 'Mot de passe').fill(password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
  };
  const lose = async () => {
    await amount.fill('2500');
    await endSessionWith(page, '**/api/recharge-requests');
    await page.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(field(page, 'Email')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  };
  await enterAs(page, almas, me);
  await page.goto('/profile');
  await openRequest();
  await lose();
  await enter(me);
  await openRequest();
  await expect(amount).toHaveValue('2500');
  await lose();
  await enter(await reseller(almas, admin, { balance: 1_000 }));
  await openRequest();
  await expect(amount).toHaveValue('');
});

test.describe('an administrator', () => {
  test.use({ allowed: [[/^browser dialog: $/], { scope: 'test' }] as never });
  test.beforeEach(async ({ almas, page }) => {
    await enterAs(page, almas, admin);
  });

  test('an administrator is asked before a new product is left, and by the browser before a reload', async ({
    page,
  }) => {
    await page.goto('/admin/products/new');
    await page.getByRole('main').getByRole('textbox').first().fill('Diamants');
    expect(await reloadAsks(page)).toBe(true);
    await page.getByRole('navigation').locator('a[href="/admin/users"]').click();
    await expect(question(page)).toBeVisible();
    await stay(page);
    await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('Diamants');
    await page.getByRole('navigation').locator('a[href="/admin/users"]').click();
    await leave(page);
    await expect(page).toHaveURL(/\/admin\/users$/);
  });

  test('an administrator is asked before the changes of a product are left, and not after they were saved', async ({
    page,
  }) => {
    const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150 }] });
    await page.goto(`/admin/products/${product.id}/edit`);
    await page.getByRole('main').getByRole('textbox').first().fill('Autre nom');
    await page.getByRole('link', { name: 'Annuler' }).click();
    await expect(question(page)).toBeVisible();
    await stay(page);
    await page.getByRole('button', { name: 'Sauvegarder tout' }).click();
    await expect(page).toHaveURL(/\/admin\/products$/);
    await expect(question(page)).toHaveCount(0);
  });

  for (const { button, title, label, typed } of [
    {
      button: 'Valider',
      title: 'Valider la demande',
      label: 'Lien de l’image de preuve',
      typed: 'https://exemple.dz/preuve.png',
    },
    { button: 'Refuser', title: 'Refuser la demande', label: 'Raison', typed: 'ID joueur introuvable' },
  ])
    test(`an administrator is asked before Escape or Back drops what was typed under « ${title} » of Free Fire`, async ({
      page,
      almas,
    }) => {
      await refusePendingTopUps(admin);
      await openAllDay(admin);
      await requestTopUp(await reseller(almas, admin, { balance: 1_000 }), '12345678');
      await page.goto('/admin');
      await page.getByRole('navigation').locator('a[href="/admin/freefire"]').click();
      await page.getByTestId('pending-item').getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel(label).fill(typed);
      await page.keyboard.press('Escape');
      await expect(question(page)).toBeVisible();
      await stay(page);
      await stepBack(page);
      await expect(question(page)).toBeVisible();
      await stay(page);
      await expect(dialog.getByLabel(label)).toHaveValue(typed);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByTestId('pending-item')).toHaveCount(0);
    });

  test('an administrator is asked before Escape drops a typed correction, or the reason for reading codes', async ({
    page,
    almas,
  }) => {
    const buyer = await createNamedReseller(almas, admin, { balance: 1_000 });
    await purchase(buyer, await createProductWithCodes(admin));
    await page.goto(`/admin/transactions?search=${encodeURIComponent(buyer.email)}`);
    const dialog = page.getByRole('dialog', { name: 'Détail de la transaction' });
    await page.getByRole('button', { name: /^Détail : Achat/ }).click();
    await dialog.getByLabel('Raison de la consultation').fill('Code refusé');
    await page.keyboard.press('Escape');
    await leave(page);
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: /^Détail : Achat/ }).click();
    const reason = dialog.getByLabel('Raison de la consultation');
    await reason.fill('Code refusé');
    await takesPresses(reason);
    await page.keyboard.press('Enter');
    await expect(dialog.getByTestId('code').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: /^Détail : Recharge/ }).click();
    await dialog.getByRole('button', { name: 'Corriger' }).click();
    await dialog.getByLabel('Montant à reprendre (DA)').fill('50');
    await page.keyboard.press('Escape');
    await leave(page);
    await expect(dialog).toHaveCount(0);
  });
});

test('a link does not discard a started registration without a question', async ({ page }) => {
  await page.goto('/register');
  await field(page, 'Email').fill('nadia@exemple.dz');
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect(question(page)).toBeVisible();
  await stay(page);
  await expect(field(page, 'Email')).toHaveValue('nadia@exemple.dz');
});
