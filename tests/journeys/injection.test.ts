import type { Page } from '@playwright/test';
import { type Almas, expect, test } from '../support/browser.ts';
import { createPendingReseller, pressRowAction } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { payloads } from './support/payloads.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

// Turned red by: a game's name that is set as HTML, although the content security policy keeps its script from running.
test.use({
  // The pictures of these products do not exist: their addresses contain payloads too.
  allowed: [[/status of 404/], { scope: 'test' }] as never,
});

interface HostileData {
  readonly admin: Caller;
  readonly buyer: Caller;
  readonly productIds: readonly string[];
}

/** The origin of pictures and proofs; the test responds to its requests, without the network. */
const pictures = 'https://images.exemple.dz';

/** Creates data in which every free text that a user may write is a payload: each payload once in each field. */
async function createHostileData(almas: Almas): Promise<HostileData> {
  const admin = await administrator(almas);
  await openAllDay(admin);
  const buyer = await reseller(almas, admin, { balance: 100_000 });
  const productIds: string[] = [];
  for (const [index, text] of payloads.entries()) {
    const imageUrl = `${pictures}/absent?${text}`;
    const one = await createPendingReseller(almas, { firstName: text, lastName: text, company: text });
    if (index % 2 === 0) await admin.call('POST', `/users/${one.id}/deactivate`, { reason: text });
    await buyer.call('PATCH', '/me', { address: text, city: text, company: text, lastName: text });
    await admin.call('POST', `/users/${buyer.id}/recharge`, { amount: 10, note: text });

    const product = await admin.call('POST', '/products', {
      name: text,
      game: text,
      category: text,
      description: text,
      imageUrl,
      offers: [{ name: text, value: text, price: 10, region: text.slice(0, 50) }],
    });
    productIds.push(product.id);
    const [offer] = product.offers;
    const codes = [`${text}${index}`];
    await admin.call('POST', `/products/${product.id}/offers/${offer.id}/codes`, { codes });
    await buyer.call('POST', '/purchases', { productId: product.id, offerId: offer.id, quantity: 1 });

    const request = await buyer.call('POST', '/recharge-requests', {
      amount: 100,
      method: 'ccp',
      phoneNumber: text.slice(0, 50),
      notes: text,
    });
    if (index % 2 === 0) await admin.call('POST', `/recharge-requests/${request.id}/approve`, { note: text });
    else await admin.call('POST', `/recharge-requests/${request.id}/reject`, { reason: text });

    const topUp = await requestTopUp(buyer, '12345678');
    if (index % 2 === 0)
      await admin.call('POST', `/free-fire/requests/${topUp}/validate`, { imageUrl, note: text });
    else await admin.call('POST', `/free-fire/requests/${topUp}/refuse`, { note: text });

    await admin.call('POST', '/notifications', {
      userId: index % 2 === 0 ? buyer.id : admin.id,
      type: 'promotion',
      title: text,
      message: text,
    });
  }
  // The pending requests show the name of the requester.
  for (const notes of payloads.slice(0, 2)) {
    await buyer.call('POST', '/recharge-requests', { amount: 100, method: 'ccp', notes });
    await requestTopUp(buyer, '12345678');
  }
  return { admin, buyer, productIds };
}

/** Markup that a payload would leave in the page if it were not escaped; the product itself uses none of it. */
const traces =
  '[onerror],[onload],[onfocus],[ontoggle],[onmouseover],iframe,object,embed,math,marquee,base,a[href^="javascript:" i]';

/** The visible text, including the values of fields. */
const readable = (page: Page) =>
  page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('input, textarea')].map(
        (field) => (field as HTMLInputElement | HTMLTextAreaElement).value,
      ),
    ].join('\n'),
  );

/** Expects that the screen shows at least `least` payloads as text, and none of them as markup. */
async function expectInert(page: Page, path: string, least: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const text = await readable(page);
        return payloads.filter((payload) => text.includes(payload)).length;
      },
      { message: `payloads to read on ${path}` },
    )
    .toBeGreaterThanOrEqual(least);
  expect(await page.locator(traces).count(), `markup on ${path}`).toBe(0);
}

/** The same for the dialogs of the first two items of a list. */
async function openEach(page: Page, path: string, open: (index: number) => Promise<void>): Promise<void> {
  for (const index of [0, 1]) {
    await open(index);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectInert(page, `a dialog of ${path}`, 1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

async function visit(page: Page, path: string, least: number): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectInert(page, path, least);
}

test('P21: no text that a user may write is ever run or becomes markup, on any screen', async ({
  page,
  almas,
  allowed,
}) => {
  allowed.push(/request to another host: https:\/\/images\.exemple\.dz\//);
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  await page
    .context()
    .route(`${pictures}/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(picture, 'base64') }),
    );
  const executed: string[] = [];
  await page.exposeFunction('xss', () => executed.push(page.url()));
  const { admin, buyer, productIds } = await createHostileData(almas);
  const all = payloads.length;

  await enterAs(page, almas, buyer);
  await visit(page, '/dashboard', 5);
  await visit(page, '/catalog', all);
  for (const text of payloads) {
    const path = `/catalog?game=${encodeURIComponent(text)}`;
    await visit(page, path, 1);
  }
  await visit(page, '/card-history', 10);
  await page.getByRole('button', { name: 'Voir les codes' }).first().click();
  await expect(page.getByRole('dialog').getByTestId('code')).toBeVisible();
  await expectInert(page, 'the codes', 1);
  await visit(page, '/operations', 10);
  const operations = page.getByRole('main').getByRole('listitem').getByRole('button');
  await openEach(page, '/operations', (index) => operations.nth(index).click());
  await visit(page, '/profile', 1);
  await visit(page, '/settings', 0);
  await visit(page, '/freefire', 0);
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expectInert(page, 'the bell', 5);

  await enterAs(page, almas, admin);
  await visit(page, '/admin', 5);
  await visit(page, '/admin/users', all);
  const accounts = page.locator('tbody').getByRole('row');
  await openEach(page, '/admin/users', (index) => pressRowAction(accounts.nth(index), 'Détails'));
  await visit(page, '/admin/products', all);
  for (const id of productIds) await visit(page, `/admin/products/${id}/edit`, 1);
  await visit(page, '/admin/transactions', 5);
  await visit(page, '/admin/recharge', 5);
  const details = page.getByRole('button', { name: 'Détails' });
  await openEach(page, '/admin/recharge', (index) => details.nth(index).click());
  await visit(page, '/admin/recharges', 1);
  await visit(page, '/admin/freefire', 1);
  expect(executed).toEqual([]);
});
