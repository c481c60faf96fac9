import type { Page } from '@playwright/test';
import { type Almas, expect, signOut, test } from '../support/browser.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, callerFor, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, type ProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

/* Cashiers of a reseller on the shared phone of a counter. */
const phone = { width: 390, height: 844 };
let admin: Caller;
let product: ProductWithCodes;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  await admin.call('PATCH', '/features/cashiers', { enabled: true });
  product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 30 }] });
  await page.setViewportSize(phone);
});

const names = (page: Page) => page.getByRole('heading', { name: 'Qui vend ?' });
const left = (page: Page) => page.getByTestId('cashier-left');

/** A reseller whose best offer is known, with two cashiers. */
async function shopWithCashiers(almas: Almas): Promise<Caller> {
  const owner = await reseller(almas, admin, { balance: 10_000 });
  await purchase(owner, product);
  await owner.call('POST', '/staff', { name: 'Amine', pin: '2580', dailyCap: 1_000 });
  await owner.call('POST', '/staff', { name: 'Yasmine', pin: '1357', dailyCap: 2_000 });
  return owner;
}

/** The reseller enrols the phone in a session on it, and signs out. */
async function enrolPhone(page: Page, almas: Almas, owner: Caller): Promise<void> {
  await enterAs(page, almas, await callerFor(almas, owner.email, owner.password));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  await page.getByText('Appareils', { exact: true }).click();
  await page.getByRole('button', { name: 'Inscrire cet appareil' }).click();
  const form = page.getByRole('dialog', { name: 'Inscrire cet appareil' });
  await form.getByLabel('Nom de l’appareil').fill('Téléphone du comptoir');
  await form.getByRole('button', { name: 'Inscrire cet appareil' }).click();
  await expect(page.getByTestId('device')).toContainText('Téléphone du comptoir');
  await page.keyboard.press('Escape');
  await signOut(page);
  await expect(names(page)).toBeVisible();
}

async function enterPin(page: Page, name: string, pin: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** A name and four digits, a tile, the button that buys. */
async function sell(page: Page): Promise<string> {
  await page.getByTestId('quick-sales').getByRole('button', { name: 'Pack' }).click();
  const buy = page.getByRole('dialog').getByRole('button', { name: /^Acheter 1 code/ });
  await takesPresses(buy);
  await buy.click();
  const code = page.getByRole('dialog', { name: 'Votre code' }).getByTestId('code');
  return (await code.getAttribute('data-code')) ?? '';
}

test('a reseller adds a cashier and enrols the phone, where the cashier sells with a name, four digits and two presses, and the reseller sees who sold [TEA-30] [TEA-31] [TEA-35] [TEA-38] [TEA-41]', async ({
  page,
  almas,
}) => {
  const owner = await reseller(almas, admin, { balance: 10_000 });
  await purchase(owner, product);
  await enterAs(page, almas, owner);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  const staff = page.getByRole('dialog', { name: 'Vendeurs' });
  await expect(staff).toContainText('Aucun vendeur');
  await staff.getByRole('button', { name: 'Ajouter un vendeur' }).click();
  const form = page.getByRole('dialog', { name: 'Ajouter un vendeur' });
  await form.getByLabel('Nom').fill('Amine');
  await form.getByLabel('Plafond de vente par jour').fill('1000');
  await form.getByLabel('Code à quatre chiffres').fill('258');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(form).toContainText('Le code est fait de quatre chiffres');
  await form.getByLabel('Code à quatre chiffres').fill('2580');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(staff.getByTestId('cashier')).toContainText('Amine');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');

  await enrolPhone(page, almas, owner);
  await expectAccessible(page);
  await enterPin(page, 'Amine', '2580');
  await expect(left(page)).toContainText(spaced('Reste 1 000 DA aujourd’hui'));
  await expectAccessible(page);
  await expectNoSideScroll(page);
  expect(product.offers[0]?.codes).toContain(await sell(page));
  await page.keyboard.press('Escape');
  await expect(left(page)).toContainText(spaced('Reste 850 DA aujourd’hui'));
  await page.getByRole('link', { name: 'Mes ventes' }).click();
  await expect(page.getByTestId('purchase')).toHaveCount(1);

  const { items } = await owner.call('GET', '/purchases');
  expect(items.map(({ soldBy }: { soldBy?: string }) => soldBy)).toEqual(['Amine', undefined]);
  await page.goto('/operations');
  await expect(page.getByRole('heading', { name: 'Écran réservé au patron' })).toBeVisible();
});

test('a cashier counts the drawer and then sees the gap, which the reseller finds with the sales of the cashier [TEA-38] [TEA-39]', async ({
  page,
  almas,
}) => {
  const owner = await shopWithCashiers(almas);
  await enrolPhone(page, almas, owner);
  await enterPin(page, 'Amine', '2580');
  await sell(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compter la caisse' }).click();
  const till = page.getByRole('dialog', { name: 'Compter la caisse' });
  await expect(till).not.toContainText('150');
  await till.getByLabel('Montant compté').fill('140');
  const count = till.getByRole('button', { name: 'Enregistrer le compte' });
  await takesPresses(count);
  await count.click();
  const counted = page.getByRole('dialog', { name: 'Caisse comptée' });
  await expect(counted).toContainText(spaced('Il manque 10 DA.'));
  await expect(counted).toContainText(spaced('150 DA'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Changer de vendeur' }).click();

  await page.getByRole('button', { name: 'Se connecter avec un compte' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  await page.getByText('Caisses', { exact: true }).click();
  await expect(page.getByTestId('till-close')).toContainText(spaced('-10 DA'));
  await page.getByText('Vendeurs', { exact: true }).last().click();
  await page
    .getByTestId('cashier')
    .filter({ hasText: 'Amine' })
    .getByRole('button', { name: 'Voir ses ventes' })
    .click();
  const sales = page.getByRole('dialog', { name: 'Ventes de Amine' });
  await expect(sales.getByTestId('purchase')).toHaveCount(1);
  await expect(sales).toContainText('Vendu par Amine');
});

test('after two minutes without a touch the phone asks who sells, and nothing of one cashier is left for the next [TEA-32]', async ({
  page,
  almas,
}) => {
  await page.clock.install();
  const owner = await shopWithCashiers(almas);
  await enrolPhone(page, almas, owner);
  await enterPin(page, 'Amine', '2580');
  await expect(left(page)).toBeVisible();
  const code = await sell(page);
  expect(code).not.toBe('');
  // The code is on the screen when the pause comes.
  await page.clock.runFor(125_000);
  await expect(names(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const kept = await page.evaluate(async () => {
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    const storages = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    return { api: cached.flat().filter((path) => path.startsWith('/api/')), stored: storages.join() };
  });
  expect(kept.api).toEqual([]);
  expect(kept.stored).not.toContain(code);
  await enterPin(page, 'Yasmine', '1357');
  await expect(left(page)).toContainText(spaced('Reste 2 000 DA aujourd’hui'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Mes ventes' }).click();
  await expect(page.getByText('Aucune vente', { exact: true })).toBeVisible();
  await expect(page.getByTestId('purchase')).toHaveCount(0);
  await page.getByRole('button', { name: 'Changer de vendeur' }).click();
  await expect(names(page)).toBeVisible();
  // Back leads to no screen of the cashier before.
  await page.evaluate(() => history.back());
  await page.clock.runFor(1_000);
  await expect(left(page)).toHaveCount(0);

  // The one who sold finds the code, which was not closed, after the own PIN.
  await page.goto('/login');
  await enterPin(page, 'Amine', '2580');
  const shown = page.getByRole('dialog', { name: 'Votre code' }).getByTestId('code');
  await expect(shown).toHaveAttribute('data-code', code);
});

test('a screen of a cashier that is opened again after the pause begins with the names, and a revoked device shows the sign-in [TEA-32] [TEA-34]', async ({
  page,
  almas,
}) => {
  const owner = await shopWithCashiers(almas);
  await enrolPhone(page, almas, owner);
  await enterPin(page, 'Amine', '2580');
  await expect(left(page)).toBeVisible();
  const address = page.url();
  await page.goto('about:blank');
  const again = await page.context().newPage();
  await again.addInitScript(() => localStorage.setItem('almas.till-touched', String(Date.now() - 121_000)));
  await again.goto(address);
  await expect(names(again)).toBeVisible();
  await again.close();

  await page.goto('/login');
  await enterPin(page, 'Yasmine', '1357');
  await expect(left(page)).toBeVisible();
  const [device] = (await owner.call('GET', '/devices')).items;
  await page.context().request.fetch(`${almas.baseURL}/api/devices/${device.id}`, {
    method: 'DELETE',
    headers: { cookie: `almas_session=${owner.token}` },
  });
  await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
});
