import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes, purchase } from './support/products.ts';
import { sql } from './support/sql.ts';
import { openAllDay } from './support/top-up.ts';
import { spaced } from './support/words.ts';

/*
 * The server renders the first view of a reseller's screens (docs/decisions/0018). Turned red by: an empty root in the
 * page; a first view of another account than the signed-in one; a text that is written as HTML; a view that differs
 * from the application's.
 */
let admin: Caller;
let product: ProductWithCodes;
test.beforeAll(async ({ almas }) => {
  admin = await administrator(almas);
  await openAllDay(admin);
  product = await createProductWithCodes(admin, {
    name: 'Diamants premier affichage',
    offers: [{ name: '100 + 10', price: 150, stock: 40 }],
  });
});

const paths = ['/dashboard', '/catalog', '/operations'] as const;

/** The HTML of the first view in the server's response; '' without one. */
async function firstViewOf(baseURL: string, path: string, token?: string): Promise<string> {
  const headers = token === undefined ? {} : { cookie: `almas_session=${token}` };
  const page = await (await fetch(baseURL + path, { headers })).text();
  return /<div id="root"(?: aria-busy="true")?>(.*)<\/div>\s*<noscript>/s.exec(page)?.[1] ?? 'no root';
}

/** Holds the code of the screens back, or that of one part of them. @returns a function that delivers it */
const holdCode = (page: Page, files = '**/assets/*.js') => holdRequests(page, files);

test.describe('with JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('with JavaScript switched off a reseller sees balance, purchases and offers in the first response of the server', async ({
    page,
    almas,
  }) => {
    const amine = await reseller(almas, admin, { balance: 5_000 });
    await purchase(amine, product);
    await enterAs(page, almas, amine);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Amine');
    await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('4 850 DA'));
    await expect(page.getByTestId('recent-purchase')).toContainText(product.name);
    await page.goto('/catalog');
    await expect(page.locator('main')).toContainText(product.game);
    await page.goto('/operations');
    await expect(page.locator('main')).toContainText(product.name);
    await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
  });
});

for (const path of paths)
  test(`the first view of ${path} is what the application then shows, without a shift`, async ({
    page,
    almas,
  }) => {
    const amine = await reseller(almas, admin, { balance: 12_345.5 });
    await purchase(amine, product);
    // The server shows a catalogue of a moment ago; the application, which asks later, a newer one.
    await expect.poll(() => firstViewOf(almas.baseURL, '/catalog', amine.token)).toContain(product.game);
    await enterAs(page, almas, amine);
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      interface Shift extends PerformanceEntry {
        readonly value: number;
        readonly sources: readonly { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      }
      const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ');
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          for (const { node, previousRect, currentRect } of sources)
            shifts.push(
              `${value}: ${node?.parentElement?.outerHTML.slice(0, 300) ?? node?.nodeName}, ${box(previousRect)} -> ${box(currentRect)}`,
            );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const release = await holdCode(page);
    // The quick sales are loaded after the first view, which reserves their space.
    const releaseQuickSales = await holdCode(page, '**/assets/quick-sales-*.js');
    await page.goto(path, { waitUntil: 'commit' });
    /** What is visible of each element: its tag, its style, its link, its own text and its box. */
    const seen = () =>
      page.locator('#root *').evaluateAll((all) =>
        all.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : ''));
          const [look, link] = [element.getAttribute('class'), element.getAttribute('href')];
          const box = [x, y, width, height].map(Math.round);
          return [element.tagName, look, link, text.join(''), ...box].join('|');
        }),
      );
    await expect(page.locator('#root main')).toBeVisible();
    await expect(page.locator('noscript')).toBeAttached();
    // A busy browser paints a page before it has read its end, which then moves what is there: that is not the application.
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      await frame();
      await frame();
      (window as unknown as { shifts: string[] }).shifts.length = 0;
    });
    const before = await seen();
    release();
    await hasStarted(page);
    expect(await seen()).toEqual(before);
    releaseQuickSales();
    if (path === '/dashboard') await expect(page.getByTestId('quick-sales')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });

test('the choice of the theme keeps its place while the lines inside it have not arrived', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/dashboard');
  await hasStarted(page);
  const [before, after] = await page.getByRole('group', { name: 'Apparence' }).evaluate((group) => {
    const { y, height } = group.getBoundingClientRect();
    for (const label of group.querySelectorAll('label')) label.remove();
    const cut = group.getBoundingClientRect();
    return [
      [y, height],
      [cut.y, cut.height],
    ];
  });
  expect(after).toEqual(before);
});

test('the decoration of the dashboard’s card does not move when another part of the card is removed', async ({
  page,
  almas,
}) => {
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/dashboard');
  await hasStarted(page);
  const [before, after] = await page
    .locator('section', { has: page.getByRole('heading', { level: 1 }) })
    .evaluate((card) => {
      const where = () => {
        const { x, y, width, height } = card.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect();
        return [x, y, width, height];
      };
      const whole = where();
      card.lastElementChild?.remove();
      return [where(), whole];
    });
  expect(before).toEqual(after);
});

test('names that look like HTML stay texts in the first view', async ({ page, almas }) => {
  const hostile = '</script></style><img src=x onerror="document.title=1"><!--';
  const amine = await reseller(almas, admin, { balance: 5_000 });
  const named = await createProductWithCodes(admin, { name: `A ${hostile}`, game: `B ${hostile}` });
  await amine.call('PATCH', '/me', { firstName: hostile, company: hostile });
  await purchase(amine, named);
  for (const path of paths) {
    const html = await firstViewOf(almas.baseURL, path, amine.token);
    expect(html).toContain('&lt;img src=x onerror=&quot;');
    expect(html).not.toMatch(/<(img|script|style|\/script|!--)/);
  }
  await enterAs(page, almas, amine);
  const release = await holdCode(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(hostile);
  await expect(page.locator('img')).toHaveCount(0);
  release();
  await hasStarted(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(hostile);
  await expect(page).toHaveTitle('Tableau de bord · Almas');
});

test('only the screen that an active reseller opens has a first view, and no code is in it', async ({
  almas,
}) => {
  const amine = await reseller(almas, admin, { balance: 5_000 });
  await purchase(amine, product);
  const viewOf = (path: string, token?: string) => firstViewOf(almas.baseURL, path, token);
  for (const path of paths) {
    const html = await viewOf(path, amine.token);
    expect(html).toContain('<main');
    for (const code of product.offers.flatMap(({ codes }) => codes)) expect(html).not.toContain(code);
    expect(html).not.toContain(amine.password);
    expect(html).not.toContain(amine.token);
    expect(await viewOf(path)).toBe('');
    expect(await viewOf(path, 'A'.repeat(43))).toBe('');
    expect(await viewOf(path, admin.token)).toBe('');
  }
  for (const path of ['/profile', `/catalog?game=${encodeURIComponent(product.game)}`, '/nothing', '/login'])
    expect(await viewOf(path, amine.token)).toBe('');
  await sql(almas, "UPDATE users SET status = 'pending' WHERE id = $1", [amine.id]);
  for (const path of paths) expect(await viewOf(path, amine.token)).toBe('');
});

test('two resellers who open the same screen at the same time get their own first view', async ({
  almas,
}) => {
  const two = await Promise.all([1_111, 2_222].map((balance) => reseller(almas, admin, { balance })));
  const views = await Promise.all(
    Array.from({ length: 4 }, (_, index) => firstViewOf(almas.baseURL, '/dashboard', two[index % 2]?.token)),
  );
  for (const [index, view] of views.entries()) {
    const [own, other] = index % 2 === 0 ? ['1111', '2222'] : ['2222', '1111'];
    expect(view.replaceAll(/\s/g, '')).toContain(`${own}DA`);
    expect(view.replaceAll(/\s/g, '')).not.toContain(`${other}DA`);
  }
});

test.describe('while the application starts', () => {
  test('a link pressed while the application starts opens its screen', async ({ page, almas }) => {
    await enterAs(page, almas, await reseller(almas, admin));
    const release = await holdCode(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.getByTestId('shortcut').filter({ hasText: 'Acheter' }).click();
    await expect(page).toHaveURL(/\/catalog$/);
    await expect(page.locator('main')).toContainText(product.game);
    release();
    await hasStarted(page);
    await expect(page.locator('main')).toContainText(product.game);
  });

  // Turned red by: a first view that is replaced without a look at the focus, which then begins at the top of the page again.
  test('the focus of the keyboard stays on its element while the application starts', async ({
    page,
    almas,
  }) => {
    await enterAs(page, almas, await reseller(almas, admin));
    const release = await holdCode(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    const tile = page.getByTestId('shortcut').filter({ hasText: 'Acheter' });
    await tile.focus();
    release();
    await hasStarted(page);
    await expect(tile).toBeFocused();
  });

  for (const [chosen, system] of [
    ['dark', 'light'],
    [null, 'dark'],
    ['light', 'dark'],
  ] as const)
    test(`the theme ${chosen ?? 'of the system'} applies from the first view on, on a ${system} device`, async ({
      page,
      almas,
    }) => {
      await enterAs(page, almas, await reseller(almas, admin));
      await page.emulateMedia({ colorScheme: system });
      await page.goto('/login');
      await page.evaluate((theme) => theme && localStorage.setItem('almas.theme', theme), chosen);
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const release = await holdCode(page);
      await page.goto('/dashboard', { waitUntil: 'commit' });
      await expect(page.locator('#root main')).toBeVisible();
      const expected = (chosen ?? system) === 'dark' ? 'rgb(13, 19, 17)' : 'rgb(247, 245, 240)';
      expect(await background()).toBe(expected);
      release();
      await hasStarted(page);
      expect(await background()).toBe(expected);
    });
});
