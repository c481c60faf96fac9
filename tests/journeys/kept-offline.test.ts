import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';

test.use({
  serviceWorkers: 'allow',
  allowed: [[/net::ERR_/], { scope: 'test' }] as never,
});

const adminFiles = JSON.parse(
  readFileSync(new URL('../../web/dist/admin-files.json', import.meta.url), 'utf8'),
) as string[];

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

/** Everything that the caches hold, addresses and bodies, as one text. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        texts.push(name, request.url, request.url.includes('/api/') ? ((await answer?.text()) ?? '') : '');
      }
    }
    return texts.join('\n');
  });

const ready = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
};

const canaries = {
  lastName: 'Canarinom',
  phone: '0770987654',
  address: '17 rue du Canari',
  city: 'Canariville',
};

// Turned red by: the worker keeping the answer as it came.
test('the worker keeps a balance to look at, and no name, phone, address or email of the account', async ({
  page,
  almas,
  context,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 1 }] });
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await buyer.call('PATCH', '/me', { ...canaries, postalCode: '19777' });
  const [offer] = product.offers;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId: offer?.id, quantity: 1 });
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  await ready(page);
  for (const path of ['/profile', '/catalog', '/operations', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect.poll(() => cached(page)).toContain('/api/session');
  await expect.poll(() => cached(page)).toContain('/api/operations');
  const all = await cached(page);
  for (const canary of [...Object.values(canaries), '19777', buyer.email]) expect(all).not.toContain(canary);

  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByRole('main')).toContainText('850');
  await page.goto('/profile');
  await expect(page.getByText('Vos coordonnées ne sont pas disponibles hors ligne.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Modifier' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(canaries.phone)).toBeVisible();
});

test('what the worker keeps of an account goes when its session ends elsewhere, and after seven days', async ({
  page,
  almas,
  context,
}) => {
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  await ready(page);
  await expect.poll(() => cached(page)).toContain('/api/session');
  await context.setOffline(true);
  // A page without a network asks nothing that could be kept; what the one before was answered is written down by then.
  await page.reload();
  await expect(page.getByText('Vous êtes hors ligne', { exact: false })).toBeVisible();
  // A week goes by: what was kept is older than what may be kept.
  await page.evaluate(async () => {
    const cache = await caches.open('almas-last-known-2');
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const headers = new Headers(answer?.headers);
      headers.set('date', new Date(Date.now() - 8 * 86_400_000).toUTCString());
      await cache.put(request, new Response(await answer?.text(), { headers }));
    }
  });
  await page.reload();
  await expect.poll(() => cached(page)).not.toContain('/api/');
  await context.setOffline(false);

  await page.goto('/dashboard');
  await expect.poll(() => cached(page)).toContain('/api/session');
  await context.clearCookies();
  await page.goto('/operations');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => cached(page)).not.toContain('/api/');
});

// Turned red by: a first load of everything that was built.
test("the worker's first load leaves the administrators' screens out, until an administrator signs in", async ({
  page,
  almas,
  anotherPage,
}) => {
  expect(adminFiles.length).toBeGreaterThan(20);
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/dashboard');
  await ready(page);
  const ofReseller = await cached(page);
  expect(ofReseller).toContain('/assets/');
  for (const file of adminFiles) expect(ofReseller).not.toContain(file);

  const office = await anotherPage();
  await enterAs(office, almas, admin);
  await office.goto('/admin');
  await ready(office);
  await expect
    .poll(async () => {
      const kept = await cached(office);
      return adminFiles.filter((file) => !kept.includes(file));
    })
    .toEqual([]);
  await office.context().setOffline(true);
  await office.getByRole('navigation').locator('a[href="/admin/products"]').click();
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
});
