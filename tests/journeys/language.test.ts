import { contract } from '@almas/contract';
import type { Contract } from '@almas/contract/route';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { readToTheEnd } from './support/screen-checks.ts';

const resellerPaths = [
  '/dashboard',
  '/reseller/dashboard',
  '/catalog',
  '/card-history',
  '/operations',
  '/freefire',
  '/profile',
  '/settings',
  '/recharge',
  '/test-notifications',
  '/history',
  '/consumption',
  '/directory',
];
const adminPaths = [
  '/admin',
  '/admin/users',
  '/admin/products',
  '/admin/products/new',
  '/admin/transactions',
  '/admin/recharge',
  '/admin/recharges',
  '/admin/freefire',
];

/** Words that an English screen cannot do without and that French does not have. */
const english =
  /\b(the|and|with|your|you|please|loading|error|failed|cancel|save|delete|search|password|sign (in|up|out)|log(in|out)|settings|welcome|back|close|open|next|previous|submit|not found|unauthorized|balance|amount|status|user|users|pending|active|no data|settled|undefined|null|NaN)\b/i;
/** Names that the specification itself writes so. */
const names = /\b(Free Fire|PUBG Mobile|Email|Mobile Legends|Direct TopUp)\b/g;

/** Everything that is read or read aloud: texts, names of controls, placeholders, titles. */
const words = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const spoken = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...spoken].filter((text) => text.trim() !== '');
  });

async function expectFrench(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await readToTheEnd(page);
  const suspects = (await words(page)).flatMap((text) => text.replace(names, '').match(english)?.[0] ?? []);
  expect(suspects, `English words on ${path}`).toEqual([]);
}

test('every screen of a visitor, a reseller and an administrator is in French [GEN-01]', async ({
  page,
  almas,
}) => {
  test.slow();
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await purchase(buyer, await createProductWithCodes(admin));
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  for (const path of ['/login', '/register', '/nulle-part']) await expectFrench(page, path);
  await enterAs(page, almas, buyer);
  for (const path of resellerPaths) await expectFrench(page, path);
  await expectFrench(page, '/admin');
  await enterAs(page, almas, admin);
  for (const path of adminPaths) await expectFrench(page, path);
});

test('the screens call their own server only, and only calls of the contract [GEN-05][GEN-06][GEN-07]', async ({
  page,
  almas,
}) => {
  const declared = Object.values(contract as Contract).flatMap((group) =>
    Object.values(group).map(
      ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`),
    ),
  );
  const undeclared: string[] = [];
  let calls = 0;
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (!['fetch', 'xhr', 'eventsource', 'websocket', 'ping'].includes(request.resourceType())) return;
    calls += 1;
    const call = `${request.method()} ${pathname}`;
    if (origin !== almas.baseURL || !declared.some((one) => one.test(call)))
      undeclared.push(`${origin} ${call}`);
  });
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const product = await createProductWithCodes(admin);
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(buyer.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect(page.getByRole('dialog').getByTestId('code')).toBeVisible();
  expect(undeclared).toEqual([]);
  expect(calls).toBeGreaterThan(5);
});

// A translator puts elements of its own in the place of the texts that React writes to: a total, a balance or a stock would stay as it was
// when the translation came. Turned red by: the attribute left out.
test('The browser does not offer to translate the screens, where an amount that changes would keep its former text', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await enterAs(page, almas, buyer);
  await page.goto('/catalog');
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
});
