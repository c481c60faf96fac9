import { contract } from '@almas/contract';
import type { Contract } from '@almas/contract/route';
import { expect, submitSignIn, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';
import { readToTheEnd } from './support/screen-checks.ts';
import { englishWords } from './support/words.ts';

/** Addresses that accessible-*.test.ts do not open. */
const otherPaths = ['/reseller/dashboard', '/consumption', '/directory'];

test('a reseller who follows a former address reads French, on a page that says so [GEN-01]', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, await reseller(almas, await administrator(almas)));
  for (const path of otherPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await readToTheEnd(page);
    expect(await englishWords(page), `English words on ${path}`).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  }
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
  await submitSignIn(page, buyer);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect(page.getByRole('dialog').getByTestId('code')).toBeVisible();
  expect(undeclared).toEqual([]);
  expect(calls).toBeGreaterThan(5);
});

// A translation replaces the text nodes that React updates: a total, a balance or a stock would no longer change after it. Turned red
// by: a page without the attribute.
test('the browser does not offer to translate the screens, where an amount that changes would keep its former text', async ({
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
