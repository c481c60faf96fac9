import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, pressRowAction, requestRecharge } from './support/accounts.ts';
import { boxesOf, boxOf, middleOf, takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

let admin: Caller;
let amine: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  amine ??= await reseller(almas, admin, { balance: 5_000 });
  await enterAs(page, almas, amine);
});

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const contact = (page: Page) => button(page, /Contacter l’admin/);
const inDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('dialog') !== null && document.activeElement !== null);

async function openContact(page: Page) {
  await page.goto('/dashboard');
  await contact(page).click();
  await expect(dialog(page)).toBeVisible();
}

/** The area that two elements share, in square pixels. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await boxesOf(one, other);
  if (!a || !b) throw new Error('one of the two is not on screen');
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

test('a dialog has a name, takes the focus, keeps Tab inside and gives the focus back', async ({ page }) => {
  await openContact(page);
  await expect(dialog(page)).toHaveAccessibleName('Contacter l’administrateur');
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText('Contacter l’administrateur');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  const stops = dialog(page).locator('button, textarea');
  const count = await stops.count();
  expect(count).toBeGreaterThan(2);
  await stops.first().focus();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let i = 0; i < count; i += 1) {
      await page.keyboard.press(key);
      expect(await inDialog(page), `${key} ${i + 1}`).toBe(true);
    }
  await expect(stops.first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(stops.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(stops.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(contact(page)).toBeFocused();
});

// Turned red by: a first focus that scrolls the heading of a low dialog, or what it is about, out of view.
test('at 200 % and 400 % a dialog opens at its beginning, and Tab leads to the control that has the first focus on a high screen', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin);
  const nadia = await createNamedReseller(almas, admin, { balance: 1_000 });
  await requestRecharge(nadia, 500);
  const heading = dialog(page).getByRole('heading', { level: 2 });
  const control = dialog(page).locator('[data-autofocus]');
  for (const [user, address, opener] of [
    [nadia, `/catalog?game=${encodeURIComponent(product.game)}`, /Qté|quantité/i],
    [admin, '/admin/recharge', 'Approuver'],
    [admin, '/admin/recharge', 'Rejeter'],
  ] as const) {
    await enterAs(page, almas, user);
    for (const height of [800, 400, 256]) {
      await page.setViewportSize({ width: height === 400 ? 640 : 320, height });
      await page.goto(address);
      await hasStarted(page);
      await button(page, opener).first().click();
      await expect(heading).toBeInViewport({ ratio: 1 });
      if (height === 400) await expect(dialog(page).locator('dd, p').first()).toBeInViewport({ ratio: 1 });
      else await expect(height === 800 ? control : heading).toBeFocused();
    }
    const stops = await dialog(page).locator('button, input, textarea, [tabindex="0"]').count();
    const isFocused = () => control.evaluate((element) => element === document.activeElement);
    for (let i = 0; i < stops && !(await isFocused()); i += 1) await page.keyboard.press('Tab');
    await expect(control).toBeFocused();
    // Below the reasons to choose from, the browser scrolls to the line of a text that is written.
    await expect(control).toBeInViewport({ ratio: 0.5 });
    await heading.focus();
    await page.keyboard.press('Shift+Tab');
    expect(await inDialog(page)).toBe(true);
  }
});

test('behind a dialog nothing can be pressed or scrolled; a press outside closes it', async ({ page }) => {
  await page.setViewportSize(desk);
  await openContact(page);
  await takesPresses(dialog(page));
  const hit = await contact(page).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('dialog')?.tagName;
  });
  expect(hit).toBe('DIALOG');
  const scrolled = () => page.evaluate(() => [scrollY, document.documentElement.scrollTop]);
  const before = await scrolled();
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 600);
  expect(await scrolled()).toEqual(before);
  // A press that begins in the text and ends outside the dialog selects text.
  const { x, y } = await boxOf(dialog(page).getByRole('textbox'));
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await page.mouse.move(20, 400);
  await page.mouse.up();
  await expect(dialog(page)).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(dialog(page)).toHaveCount(0);
  await expect(contact(page)).toBeFocused();
});

test('the title bar of a dialog is no second banner of the page', async ({ page }) => {
  await openContact(page);
  await expect(dialog(page).getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(dialog(page).locator('header')).toHaveCount(0);
});

test('on a phone a dialog is a sheet at the bottom of the screen, on a desk a box in its middle', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openContact(page);
  const panel = dialog(page).locator(':scope > div').first();
  const sheet = async () => {
    const { x, y, width, height } = await boxOf(panel);
    return [x, width, Math.round(y + height)];
  };
  await expect.poll(sheet).toEqual([0, 390, 844]);
  await page.setViewportSize(desk);
  const middle = async () => {
    const { x, y } = await middleOf(panel);
    return [Math.round(x), Math.round(y)];
  };
  await expect.poll(middle).toEqual([640, 400]);
});

/** Whether a part of it is seen, neither beyond the screen nor scrolled out of its dialog. */
const isOnScreen = (control: Locator) =>
  control.evaluate(
    (node) =>
      new Promise<boolean>((resolve) => {
        new IntersectionObserver(([entry], observer) => {
          observer.disconnect();
          resolve(entry?.isIntersecting === true);
        }).observe(node);
      }),
  );

for (const [where, size] of [
  ['phone', phone],
  ['desk', desk],
] as const)
  test(`a message over a dialog can be read and closed and covers no button of the dialog, on a ${where}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/profile');
    await button(page, /^Solde/)
      .first()
      .click();
    const requests = dialog(page);
    await requests.getByLabel('Montant (DA)').fill('700');
    await requests.getByRole('button', { name: 'Envoyer la demande' }).click();
    const message = page.getByRole('region', { name: 'Messages' }).getByText(/Demande envoyée avec succès/);
    await expect(message).toBeVisible();
    const toast = message.locator('..');
    // A message under the pointer stays.
    await toast.hover();
    await expect(requests.getByText('700 DA', { exact: true }).first()).toBeVisible();
    for (const control of await requests.locator(':scope > div').first().getByRole('button').all())
      if (await isOnScreen(control)) expect(await overlap(toast, control)).toBe(0);
    await expectAccessible(page);
    await toast.getByRole('button', { name: 'Fermer' }).click();
    await expect(message).toHaveCount(0);
    await expect(requests).toBeVisible();
  });

test('a message that a dialog leaves behind stays on the page and covers no balance, on a phone and on a desk', async ({
  page,
}) => {
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  for (const [size, shown] of [
    [phone, 'balance-chip'],
    [desk, 'sidebar-balance'],
  ] as const) {
    await page.setViewportSize(size);
    await openContact(page);
    await dialog(page).getByRole('textbox').fill('Bonjour');
    await dialog(page).getByRole('button', { name: 'Envoyer' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(message).toBeVisible();
    // A message under the pointer stays.
    await message.hover();
    const covered = [page.getByTestId(shown), page.getByText('Solde actuel').locator('..')];
    for (const balance of covered) expect(await overlap(message.locator('..'), balance)).toBe(0);
  }
});

test('a dialog that waits for a response stays open, whatever is pressed', async ({ page, almas }) => {
  const nadia = await createNamedReseller(almas, admin);
  await enterAs(page, almas, admin);
  await page.goto(`/admin/users?search=${encodeURIComponent(nadia.name)}`);
  await pressRowAction(page.getByRole('row').filter({ hasText: nadia.name }), 'Désactiver');
  const release = await holdRequests(page, '**/deactivate');
  const sent = page.waitForRequest('**/deactivate');
  await dialog(page).getByRole('button', { name: 'Confirmer' }).click();
  await sent;
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
  // After repeated presses of Escape the browser closes the dialog by force; the application opens it again.
  await expect(dialog(page)).toBeVisible();
  await page.mouse.click(20, 400);
  // Back: from the first page of the tab it would leave the application.
  for (let i = 0; i < 2; i += 1) {
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/admin\/users\?/);
  }
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\?/);
  await expect.poll(() => inDialog(page)).toBe(true);
  release();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Inactif', { exact: true }).first()).toBeVisible();
});

// Turned red by: a dialog that is locked when its call is reported as pending, which is one task after the press.
test('Escape in the same task as the press that sends a form does not close the dialog', async ({
  page,
  almas,
}) => {
  const nadia = await createNamedReseller(almas, admin);
  await enterAs(page, almas, admin);
  await page.goto(`/admin/users?search=${encodeURIComponent(nadia.name)}`);
  await pressRowAction(page.getByRole('row').filter({ hasText: nadia.name }), 'Désactiver');
  const confirm = dialog(page).getByRole('button', { name: 'Confirmer' });
  await takesPresses(confirm);
  const release = await holdRequests(page, '**/deactivate');
  await confirm.evaluate(async (pressed: HTMLElement) => {
    pressed.click();
    // Microtasks that the press has started have ended.
    for (let step = 0; step < 200; step += 1) await null;
    pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  await expect(confirm).toHaveAttribute('aria-busy', 'true');
  await expect(dialog(page)).toBeVisible();
  release();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Inactif', { exact: true }).first()).toBeVisible();
});

test('the drawer is a dialog with a name that keeps the focus and gives it back', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/operations');
  await hasStarted(page);
  const opener = button(page, /^Compte$/);
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Navigation principale' });
  await expect(drawer.getByRole('button', { name: 'Fermer le menu' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  expect(await inDialog(page)).toBe(true);
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('button', { name: 'Fermer le menu' })).toBeFocused();
  await drawer.getByRole('button', { name: 'Fermer le menu' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test.describe('the browser’s Back', () => {
  const length = (page: Page) => page.evaluate(() => history.length);
  const row = (page: Page, { name }: { readonly name: string }) =>
    page.getByRole('row').filter({ hasText: name });

  test('Back closes the details of an account and keeps the list; once more leaves the page', async ({
    page,
    almas,
  }) => {
    const nadia = await createNamedReseller(almas, admin);
    await enterAs(page, almas, admin);
    await page.goto('/admin');
    await page.getByRole('navigation').locator('a[href="/admin/users"]').click();
    await pressRowAction(row(page, nadia), 'Détails');
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.goForward();
    await expect(dialog(page)).toContainText(nadia.email);
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('details that were closed by their cross, however often, leave no step behind, and a double press on it leaves no page', async ({
    page,
    almas,
  }) => {
    const nadia = await createNamedReseller(almas, admin);
    await enterAs(page, almas, admin);
    await page.goto('/admin');
    await page.getByRole('navigation').locator('a[href="/admin/users"]').click();
    await expect(row(page, nadia)).toBeVisible();
    const before = await length(page);
    for (let i = 0; i < 3; i += 1) {
      await pressRowAction(row(page, nadia), 'Détails');
      await takesPresses(dialog(page));
      await dialog(page)
        .getByRole('button', { name: 'Fermer', exact: true })
        .evaluate((cross: HTMLElement) => {
          cross.click();
          cross.click();
        });
      await expect(dialog(page)).toHaveCount(0);
      await expect(page).toHaveURL(/\/admin\/users$/);
    }
    expect(await length(page)).toBe(before + 1);
    await page.goBack();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('the codes of a purchase stay open over a reload, and Back closes them', async ({ page }) => {
    const product = await createProductWithCodes(admin);
    await purchase(amine, product);
    await page.goto('/card-history');
    await button(page, 'Voir les codes').first().click();
    await expect(page).toHaveURL(/\?purchase=\d+$/);
    await page.reload();
    await expect(dialog(page)).toContainText(product.name);
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/card-history$/);
  });

  test('a page chosen in the drawer leaves no step of the drawer in the history', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/operations');
    await hasStarted(page);
    const drawer = page.getByRole('dialog', { name: 'Navigation principale' });
    await button(page, /^Compte$/).click();
    await drawer.getByRole('link', { name: 'Mes cartes et opérations' }).click();
    await expect(page).toHaveURL(/\/card-history$/);
    await expect(drawer).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('a page loaded again with a dialog without an address open begins without it', async ({ page }) => {
    await page.goto('/operations');
    await page.getByRole('link', { name: 'Almas' }).first().click();
    await contact(page).click();
    await expect(dialog(page)).toBeVisible();
    await page.reload();
    await expect(contact(page)).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/operations$/);
  });

  // What Android sends for its Back, and a desktop for Escape: the platform closes the dialog, and no step of the history is taken.
  test('a close request of the platform closes a dialog without an address and keeps the page', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await openContact(page);
    await dialog(page).evaluate((element: HTMLDialogElement) => element.requestClose());
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(contact(page)).toBeFocused();
  });
});

test.describe('Back closes each dialog that has an address, a close request of the platform the others', () => {
  async function closesWithBack(page: Page, name: string | RegExp, open: () => Promise<void>) {
    const address = page.url();
    await open();
    const opened = page.getByRole('dialog', { name });
    await expect(opened).toBeVisible();
    await page.goBack();
    await expect(opened, String(name)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  }
  async function closesOnRequest(page: Page, name: string | RegExp, open: () => Promise<void>) {
    const address = page.url();
    await open();
    const opened = page.getByRole('dialog', { name });
    await expect(opened).toBeVisible();
    await opened.evaluate((element: HTMLDialogElement) => element.requestClose());
    await expect(opened, String(name)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  }

  test('the dialogs of a reseller close: code bought, codes, operation, recharge requests', async ({
    page,
  }) => {
    const product = await createProductWithCodes(admin);
    await purchase(amine, product);
    await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
    await closesOnRequest(page, 'Votre code', () => button(page, 'Acheter').click());
    await page.goto('/card-history');
    await closesWithBack(page, /Codes/, () => button(page, 'Voir les codes').first().click());
    await page.goto('/operations');
    await closesOnRequest(page, /.+/, () =>
      button(page, /Achat Diamants/)
        .first()
        .click(),
    );
    await closesOnRequest(page, 'Demandes de recharge', () =>
      button(page, /^Solde/)
        .first()
        .click(),
    );
  });

  test('an administrator’s dialogs of accounts, requests, transactions and journal close', async ({
    page,
    almas,
  }) => {
    const nadia = await createNamedReseller(almas, admin, { balance: 900 });
    await requestRecharge(nadia, 710);
    await enterAs(page, almas, admin);
    const named = new URLSearchParams({ search: nadia.name });
    await page.goto(`/admin/users?${named}`);
    const row = page.getByRole('row').filter({ hasText: nadia.name });
    for (const name of ['Transactions', 'Recharger', 'Désactiver'])
      await closesOnRequest(page, new RegExp(nadia.name), () => pressRowAction(row, name));
    await closesWithBack(page, new RegExp(nadia.name), () => pressRowAction(row, 'Détails'));
    await page.goto(`/admin/recharge?${named}`);
    await closesWithBack(page, /demande/, () => button(page, 'Détails').first().click());
    for (const name of ['Approuver', 'Rejeter'])
      await closesOnRequest(page, /demande/, () => button(page, name).first().click());
    await page.goto('/admin/transactions');
    await closesWithBack(page, /.+/, () => page.getByRole('row').nth(1).getByRole('button').first().click());
    await page.goto('/admin');
    await closesWithBack(page, 'Journal des actions', () => button(page, 'Journal des actions').click());
  });

  test('an administrator’s dialogs of products, codes and offers close', async ({ page, almas }) => {
    const product = await createProductWithCodes(admin);
    await enterAs(page, almas, admin);
    await page.goto(`/admin/products?${new URLSearchParams({ game: product.game })}`);
    await closesWithBack(page, product.name, () => button(page, 'Détails').click());
    await closesOnRequest(page, /Supprimer/, () =>
      button(page, /^Supprimer/)
        .first()
        .click(),
    );
    await page.goto(`/admin/products/${product.id}/edit`);
    await closesOnRequest(page, /Importer des codes/, () => button(page, 'Importer des codes').click());
    await closesOnRequest(page, /offre/, () =>
      button(page, /^Retirer|^Supprimer/)
        .first()
        .click(),
    );
  });
});
