import type { Page } from '@playwright/test';
import { stepBack as back, expect, submitSignIn, test } from '../support/browser.ts';
import { createNamedReseller, expectToast, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page, context }) => {
  admin = await administrator(almas);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an address opens the details of an account, a request, a transaction and a product from a cold start, and Back closes them', async ({
  page,
  almas,
}) => {
  await openAllDay(admin);
  const reseller = await createNamedReseller(almas, admin, { balance: 2_000 });
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Petite', price: 100, stock: 1 }] });
  await purchase(reseller, product);
  const [{ id: transaction }] = (await admin.call('GET', `/users/${reseller.id}/transactions`)).items;
  const { id: request } = await requestRecharge(reseller, 500);
  const topUp = await requestTopUp(reseller, '5550001234');
  const addressed = [
    [`/admin/users?account=${reseller.id}`, reseller.name, reseller.email],
    [`/admin/recharge?request=${request}`, 'Détail de la demande', reseller.email],
    [`/admin/freefire?request=${topUp}`, 'Détails de la demande', reseller.email],
    [`/admin/transactions?transaction=${transaction}`, 'Détail de la transaction', reseller.email],
    [`/admin/products?product=${product.id}`, product.name, 'Petite'],
  ] as const;
  for (const [address, title, content] of addressed) {
    await page.goto(address);
    const details = dialog(page, new RegExp(title));
    await expect(details).toContainText(content);
    await details.getByRole('button', { name: 'Copier le lien' }).click();
    await expectToast(page, 'Lien copié');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${almas.baseURL}${address}`);
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${address.split('?')[0]}$`));
  }
});

test('the address of a missing account, request, transaction or product opens a dialog that says so in French', async ({
  page,
}) => {
  const unknownId = '00000000-0000-4000-8000-000000000009';
  for (const [address, sentence] of [
    [`/admin/users?account=${unknownId}`, 'Ce compte n’existe pas'],
    ['/admin/recharge?request=99999999', 'Cette demande n’existe pas'],
    ['/admin/freefire?request=99999999', 'Cette demande n’existe pas'],
    ['/admin/transactions?transaction=99999999', 'Cette transaction n’existe pas'],
    [`/admin/products?product=${unknownId}`, 'Ce produit n’existe pas'],
  ] as const) {
    await page.goto(address);
    await expect(dialog(page, 'Introuvable')).toContainText(sentence);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('an address that needs a session is opened after the sign-in', async ({ almas, anotherPage }) => {
  const reseller = await createNamedReseller(almas, admin);
  const page = await anotherPage();
  await page.goto(`/admin/users?account=${reseller.id}`);
  await page.waitForURL('**/login');
  await submitSignIn(page, admin);
  await expect(dialog(page, new RegExp(reseller.name))).toContainText(reseller.email);
  expect(page.url()).toContain(`account=${reseller.id}`);
});

test('the link of a name opens the account, that of a request its transaction, and Back returns to the dialog before', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 700);
  await admin.call('POST', `/recharge-requests/${id}/approve`, {});
  await page.goto(`/admin/recharge?search=${reseller.email}`);
  await page.getByRole('row').getByRole('link', { name: reseller.name }).click();
  await expect(dialog(page, new RegExp(reseller.name))).toContainText(reseller.email);
  await page.goto(`/admin/recharge?request=${id}`);
  const request = dialog(page, 'Détail de la demande');
  await request.getByRole('link', { name: /^\d+$/ }).click();
  await expect(dialog(page, 'Détail de la transaction')).toContainText(reseller.email);
  await dialog(page, 'Détail de la transaction').getByRole('link', { name: reseller.name }).click();
  await expect(dialog(page, new RegExp(reseller.name))).toContainText(reseller.email);
  await back(page);
  await expect(dialog(page, 'Détail de la transaction')).toContainText(reseller.email);
});

test('opening and closing details keeps the filters of the list, and Back returns to the filters before', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await page.goto('/admin/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Rechercher' }).pressSequentially(reseller.name, { delay: 20 });
  await expect(page.getByRole('row')).toHaveCount(2);
  // The first letters may already have found this account only; wait until the whole name is the filter.
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(reseller.name);
  await page.getByRole('group', { name: 'Statut du compte' }).getByText('Actifs', { exact: true }).click();
  await expect(page).toHaveURL(/status=active/);
  await page.getByRole('link', { name: reseller.name }).click();
  await expect(page).toHaveURL(new RegExp(`status=active.*account=${reseller.id}`));
  await expect(dialog(page, new RegExp(reseller.name))).toContainText(reseller.email);
  await back(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/search=.*status=active$/);
  await back(page);
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByRole('searchbox', { name: 'Rechercher' })).toHaveValue(reseller.name);
  await back(page);
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByRole('searchbox', { name: 'Rechercher' })).toHaveValue('');
});

// Turned red by: filters that are read from the address of the next page.
test('a list that is left keeps its filters and is not read again while the code of the next page is loading', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await page.goto(`/admin/users?search=${reseller.email}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  const release = await holdRequests(page, '**/assets/**');
  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/users') read.push(searchParams.get('search') ?? 'everything');
  });
  await page.getByRole('complementary').getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/transactions$/);
  await expect(page.getByRole('searchbox', { name: 'Rechercher' })).toHaveValue(reseller.email);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Toutes les transactions' })).toBeVisible();
  expect(read.filter((search) => search !== reseller.email)).toEqual([]);
});

// Turned red by: a position that is restored once, before the list is loaded.
test('a page that is loaded again keeps its scroll position, and so does one that Back returns to', async ({
  page,
  almas,
}) => {
  for (let made = 0; made < 20; made += 1) await createNamedReseller(almas, admin);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/admin/users');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  const position = () => page.evaluate(() => Math.round(window.scrollY));
  await page.evaluate(() => window.scrollTo(0, 1_200));
  await page.reload();
  await expect.poll(position).toBe(1_200);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('a[href="/admin/transactions"]')?.click();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Toutes les transactions' })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect.poll(position).toBe(1_200);
});
