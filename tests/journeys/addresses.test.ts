import { stepBack as back, expect, test } from '../support/browser.ts';
import { createNamedReseller, expectToast } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page, context }) => {
  admin = await administrator(almas);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('an address opens the details of an account from a cold start, its link is copied, and Back closes them', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const address = `/admin/users?account=${reseller.id}`;
  await page.goto(address);
  const details = page.getByRole('dialog', { name: reseller.name });
  await expect(details).toContainText(reseller.email);
  await details.getByRole('button', { name: 'Copier le lien' }).click();
  await expectToast(page, 'Lien copié');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${almas.baseURL}${address}`);
  await back(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/users$/);
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
