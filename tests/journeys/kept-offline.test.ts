import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';

test.use({
  serviceWorkers: 'allow',
  allowed: [[/net::ERR_/], { scope: 'test' }] as never,
});

const screens = JSON.parse(
  readFileSync(new URL('../../web/dist/screens.json', import.meta.url), 'utf8'),
) as Record<string, { readonly files: readonly string[] }>;
/** The files of one screen of administrators that no other account needs, not even for a dialog (web/build/chunks.ts). */
const adminFiles = (screens['/admin/products']?.files ?? []).filter((file) =>
  /^assets\/(administration|products)-/.test(file),
);

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

/** The content of all caches, addresses and bodies, as one text. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        texts.push(name, request.url, request.url.includes('/api/') ? ((await response?.text()) ?? '') : '');
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

// Turned red by: a worker that caches the response unchanged.
test('the worker caches the balance, and no name, phone, address or email of the account', async ({
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

/** Everything that the browser stores for the page, except its caches. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const texts = [
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
      document.title,
    ];
    const settled = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await settled(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });

test('a browser that was never opened before shows the last known without a network, once its worker is ready [CNT-85]', async ({
  page,
  almas,
  context,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 1 }] });
  await enterAs(page, almas, await reseller(almas, admin, { balance: 1_000 }));
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const read of ['/api/session', '/api/operations?filter=all', '/api/products'])
    await expect.poll(() => cached(page)).toContain(read);
  await expect.poll(() => cached(page)).toContain(product.name);
  await page.close();
  await context.setOffline(true);
  const reopened = await context.newPage();
  await reopened.goto('/dashboard');
  await expect(reopened.getByTestId('dashboard-balance')).toContainText('1');
  await reopened.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await expect(reopened.getByText('Pack')).toBeVisible();
});

// Turned red by: the code in the body of a disclosure; a ticket at an address of its own; a cached response of a purchase.
test('a code that is shown, copied, shared, printed and revealed is in no address, request, cache, storage or log [CNT-32]', async ({
  page,
  almas,
  context,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined } });
    Object.defineProperty(navigator, 'share', { value: async () => undefined });
    window.print = () => undefined;
  });
  const sent: string[] = [];
  context.on('request', (request) => {
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
  });
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 2 }] });
  const codes = product.offers[0]?.codes ?? [];
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const { id } = await purchase(buyer, product, { quantity: 2 });
  await enterAs(page, almas, buyer);
  await page.goto('/card-history');
  await ready(page);
  await page.getByRole('button', { name: 'Voir les codes' }).click();
  await page.getByRole('button', { name: 'Plein écran' }).click();
  const sheet = page.getByRole('dialog', { name: 'Codes à montrer au client' });
  await expect(sheet.getByTestId('sheet-code')).toHaveAttribute('data-code', codes[0] ?? '');
  const recorded = () =>
    buyer.call('GET', `/purchases/${id}/disclosures`).then(({ items }) => items.length as number);
  for (const [index, name] of ['Copier', 'Copier tout', 'Partager'].entries()) {
    await sheet.getByRole('button', { name, exact: true }).click();
    await expect.poll(recorded).toBe(index + 1);
  }
  await sheet.getByRole('button', { name: 'Imprimer' }).click();
  const ticket = page.getByRole('dialog', { name: 'Aperçu du ticket' });
  await expect(ticket.getByTestId('ticket')).toContainText(codes[1]?.slice(0, 4) ?? '');
  await ticket.getByRole('button', { name: 'Imprimer', exact: true }).click();
  await expect(ticket.getByTestId('print-state')).toHaveText('Envoyé à l’impression : ORIGINAL');
  await admin.call('POST', `/purchases/${id}/reveal`, { reason: 'Code refusé' });
  const looked = [await stored(page)];
  for (const closed of [ticket, sheet]) {
    await page.keyboard.press('Escape');
    await expect(closed).toHaveCount(0);
  }
  for (const path of ['/operations', '/notifications', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect.poll(() => cached(page)).toContain('/api/operations');
  looked.push(await cached(page), await stored(page), sent.join('\n'), almas.output());
  expect(sent.filter((url) => url.endsWith(`/purchases/${id}/disclosures`)).length).toBeGreaterThanOrEqual(4);
  for (const text of looked)
    for (const code of codes)
      for (const form of [
        code,
        code.toLowerCase(),
        code.replace(/(.{4})(?=.)/g, '$1 '),
        encodeURI(btoa(code)),
      ])
        expect(text).not.toContain(form);
});

test('the worker deletes what it cached of an account when its session ended elsewhere, and after seven days', async ({
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
  // A page without a network makes no call that could be cached, and by now the responses of the former page are in the cache.
  await page.reload();
  await expect(page.getByText('Vous êtes hors ligne', { exact: false })).toBeVisible();
  // The cached responses are made eight days old: the worker may keep them for seven.
  await page.evaluate(async () => {
    const cache = await caches.open('almas-last-known-2');
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const headers = new Headers(response?.headers);
      headers.set('date', new Date(Date.now() - 8 * 86_400_000).toUTCString());
      await cache.put(request, new Response(await response?.text(), { headers }));
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

// Turned red by: a worker that caches all built files at once.
test('the worker caches no administrators’ screen for a reseller, and for an administrator each one that was opened', async ({
  page,
  almas,
  anotherPage,
}) => {
  expect(adminFiles.length).toBeGreaterThan(1);
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
  await office.reload();
  await office.getByRole('navigation').locator('a[href="/admin/products"]').click();
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(async () => {
      const kept = await cached(office);
      return adminFiles.filter((file) => !kept.includes(file));
    })
    .toEqual([]);
  await office.context().setOffline(true);
  await office.goto('/admin/products');
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
});
