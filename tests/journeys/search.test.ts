import { expect, test } from '../support/browser.ts';
import { createNamedReseller } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('Ctrl K, a phone number and Enter open an account from any screen, with the keyboard alone [WRK-80][WRK-83]', async ({
  page,
  almas,
}) => {
  const nadia = await createNamedReseller(almas, admin, { phone: `0777${String(Date.now()).slice(-6)}` });
  const { phone } = await admin.call('GET', `/users/${nadia.id}`);
  await page.goto('/admin/transactions');
  await expect(page.getByRole('button', { name: 'Rechercher partout' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Rechercher partout' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type(phone);
  const options = dialog.getByRole('option');
  await expect(options.first()).toContainText(nadia.name);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ résultats?$/);
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await expect(options.first()).toContainText('Tableau de bord');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type(nadia.name);
  await expect(options.first()).toContainText(nadia.name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?account=${nadia.id}`));
  await expect(page.getByRole('dialog', { name: `Compte de ${nadia.name}` })).toBeVisible();
});

// Turned red by: a search by GET, or a code in the text of a hit.
test('a code is found by its whole text, and no address, history or answer holds it [WRK-81]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin);
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const sale = await purchase(buyer, product);
  const code: string = sale.codes[0].code;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Rechercher partout' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Rechercher partout' });
  await dialog.getByRole('combobox').fill(code);
  const hit = dialog.getByRole('option').filter({ hasText: product.name });
  await expect(hit).toContainText('Acheté par');
  await expect(hit).toContainText('Vendu');
  await expect(dialog.getByRole('listbox')).not.toContainText(code);
  await hit.click();
  await expect(page).toHaveURL(new RegExp(`account=${buyer.id}`));
  expect(addresses.join('\n')).not.toContain(code);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    code,
  );
});
