import type { BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { expect, test, unwatchedContext } from '../support/browser.ts';
import { type Cut, type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';
import { type Random, random, seedOfRun } from '../support/random.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, type ProductWithCodes } from './support/products.ts';

/*
 * The network is cut at a random moment of a sale: before, during and after its request and its response, and those of the call that
 * settles it; the page is reloaded, the price changes. A tap buys at most once, at the price that the button showed, and never later
 * by itself; every code is found again. 30 taps, 1,000 with LONG=1, any number with CUTS; SEED repeats a run.
 */
const taps = Number(process.env.CUTS ?? (process.env.LONG ? 1_000 : 30));
const seed = seedOfRun();

interface Sale {
  readonly id: number;
  readonly unit_price: number;
  readonly quantity: number;
}

interface Counter {
  readonly page: Page;
  readonly proxy: CuttingProxy;
  readonly rng: Random;
  readonly buyer: Caller;
  readonly product: ProductWithCodes;
  /** In centimes, what the offer showed when the button was pressed; null before. */
  shownAtTap: number | null;
  readonly query: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
}

const share = (rng: Random) => rng.pick([0, 0.2, 0.5, 0.9, 1]);
const cutOf = (rng: Random): Cut | undefined =>
  rng.pick<() => Cut | undefined>([
    () => undefined,
    () => ({ at: 'before' }),
    () => ({ at: 'request', share: share(rng) }),
    () => ({ at: 'late' }),
    () => ({ at: 'response', share: share(rng) }),
    () => ({ at: 'response', share: share(rng) }),
  ])();

const after = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Faults of the network and the page during the tap, each at a random time. */
function faultsDuringTap({ rng, proxy, page }: Counter): (() => Promise<unknown>)[] {
  const at = () => rng.between(0, 400);
  const list: (() => Promise<unknown>)[] = [];
  if (rng.chance(0.25)) {
    const [start, duration] = [at(), rng.between(20, 400)];
    list.push(async () => {
      await after(start);
      proxy.setDown(true);
      await after(duration);
      proxy.setDown(false);
    });
  }
  if (rng.chance(0.2)) {
    const [start, duration] = [at(), rng.between(20, 400)];
    list.push(async () => {
      await after(start);
      await page.context().setOffline(true);
      await after(duration);
      await page.context().setOffline(false);
    });
  }
  if (rng.chance(0.3)) {
    const start = at();
    list.push(async () => {
      await after(start);
      // Without a network the reload fails; the next one finds it.
      await page.reload({ waitUntil: 'commit', timeout: 10_000 }).catch(() => undefined);
    });
  }
  if (rng.chance(0.3)) {
    const start = at();
    list.push(async () => {
      await after(start);
      await proxy.deliver().catch(() => undefined);
    });
  }
  return list;
}

const button = (page: Page) => page.getByRole('button', { name: /Acheter 1 code/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Votre code' });

/** Waits until every purchase is settled: what the page says now is final. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .evaluate(() =>
            Object.entries(localStorage).filter(
              ([name, value]) => name.includes('money-call') && /"state":"(sent|lost)"/.test(value),
            ),
          )
          .catch(() => ['the page is being loaded']),
      { timeout: 60_000, message: `taps that are settled (SEED=${seed})` },
    )
    .toEqual([]);
}

/** Records the price that is shown at the moment of the tap, because the page may learn a new one until then. */
async function noteShownPrice(context: BrowserContext, note: (price: number) => void): Promise<void> {
  await context.exposeBinding('noteShownPrice', (_, shown: string) =>
    note(Math.round(Number(shown.replace(/[^\d,]/g, '').replace(',', '.')) * 100)),
  );
  await context.addInitScript(() =>
    window.addEventListener(
      'click',
      ({ target }) => {
        const offer = target instanceof Element ? target.closest('[data-testid="offer"]') : null;
        const shown = offer?.querySelector('p')?.innerText;
        if (shown) (window as never as { noteShownPrice(shown: string): void }).noteShownPrice(shown);
      },
      { capture: true },
    ),
  );
}

/** Opens the page of the game, whatever the faults have left on screen. */
async function openGame({ page, product }: Counter) {
  const address = `/catalog?game=${encodeURIComponent(product.game)}`;
  if (!page.url().endsWith(address) || !(await button(page).isVisible())) await page.goto(address);
  await expect(button(page)).toBeEnabled();
}

/** In centimes. */
const usualPrice = 10_000;
const setPrice = ({ query, product }: Counter, price: number) =>
  query('UPDATE offers SET price = $2 WHERE product_id = $1', [product.id, price]);

const salesOf = ({ query, buyer }: Counter, beyond: number) =>
  query<Sale>('SELECT id, unit_price, quantity FROM purchases WHERE user_id = $1 AND id > $2 ORDER BY id', [
    buyer.id,
    beyond,
  ]);

/** One tap with its faults. @returns the id of the last sale */
async function oneTap(counter: Counter, nth: number, lastSale: number): Promise<number> {
  const { page, proxy, rng } = counter;
  await openGame(counter);
  const plan = cutOf(rng);
  if (plan) proxy.cut('/api/purchases', plan);
  if (rng.chance(0.2))
    proxy.cut('/api/outcomes/', { at: rng.chance(0.5) ? 'before' : 'response', share: 0.5 });
  if (rng.chance(0.15)) {
    // Written to the database directly: the open page keeps showing the former price.
    await setPrice(counter, rng.pick([9_000, 12_000, 48_000]));
  }
  const what = `tap ${nth} of SEED=${seed}, cut ${JSON.stringify(plan)}`;
  counter.shownAtTap = null;
  const faults = faultsDuringTap(counter).map((fault) => fault());
  await button(page)
    .click({ noWaitAfter: true, timeout: 5_000 })
    .catch(() => undefined);
  await Promise.all(faults);
  proxy.setDown(false);
  // A reload without a network leads to the browser's own error page, which may still be loading.
  await expect(async () => {
    if ((await page.locator('#root *').count()) === 0) await page.goto('/catalog', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await settled(page);

  const sales = await salesOf(counter, lastSale);
  expect(sales.length, `${what}: bought at most once`).toBeLessThanOrEqual(1);
  const [sale] = sales;
  if (sale)
    expect([sale.unit_price, sale.quantity], `${what}: bought at the price that was shown`).toEqual([
      counter.shownAtTap,
      1,
    ]);
  if (sale) await expectFoundAgain(counter, sale, what);
  else await expect(dialog(page), `${what}: no code without a purchase`).toHaveCount(0);

  await setPrice(counter, usualPrice);
  // The held request reaches the server now, after the user has read the outcome.
  await proxy.deliver();
  proxy.clear();
  expect(await salesOf(counter, sale?.id ?? lastSale), `${what}: nothing is bought later`).toEqual([]);
  const dismissals = page.getByTestId('unsettled-call').getByRole('button', { name: 'Retirer de la liste' });
  while ((await dismissals.count()) > 0) {
    expect(sale, `${what}: reported as not executed`).toBeUndefined();
    await dismissals.first().click();
  }
  return sale?.id ?? lastSale;
}

/** Expects the code in its dialog, or in the list of cards if it was already shown before a reload. */
async function expectFoundAgain({ page, buyer, query }: Counter, sale: Sale, what: string) {
  const codes = await query<{ id: number }>('SELECT id FROM codes WHERE purchase_id = $1', [sale.id]);
  expect(codes, `${what}: one code`).toHaveLength(1);
  const kept = await buyer.call('GET', `/purchases/${sale.id}`);
  const [{ code }] = kept.codes;
  const waiting = await page.evaluate(() =>
    Object.values(localStorage).some((text) => text.includes('executed')),
  );
  if (waiting || (await dialog(page).isVisible())) {
    await expect(dialog(page).getByTestId('code'), what).toHaveAttribute('data-code', code);
    await dialog(page).getByRole('button', { name: 'Fermer' }).first().click();
    await expect(dialog(page)).toHaveCount(0);
  } else {
    await page.goto('/card-history');
    await page.getByTestId('purchase').first().getByRole('button', { name: 'Voir les codes' }).click();
    await expect(page.getByTestId('code').first(), what).toHaveAttribute('data-code', code);
  }
}

/** An account may settle 300 keys in an hour (TOO_MANY_OUTCOMES): after so many taps another reseller continues. */
const tapsOfReseller = 250;

test('under random cuts of the network no code is bought without a tap, twice or at another price, and none is lost', async ({
  browser,
  almas,
}) => {
  process.stdout.write(`SEED=${seed} CUTS=${taps}\n`);
  const admin = await administrator(almas);
  const product = await createProductWithCodes(admin, {
    offers: [{ name: 'Pack', price: 100, stock: taps + 10 }],
  });
  const proxy = await cuttingProxy(almas.baseURL);
  const database = new pg.Client({ connectionString: almas.databaseUrl });
  await database.connect();
  const query = async <Row>(text: string, values: readonly unknown[]) =>
    (await database.query(text, [...values])).rows.map((row) => ({
      ...row,
      ...('id' in row && { id: Number(row.id) }),
      ...('unit_price' in row && { unit_price: Number(row.unit_price) }),
    })) as Row[];
  const rng = random(seed);
  let bought = 0;
  for (let first = 1; first <= taps; first += tapsOfReseller) {
    const buyer = await reseller(almas, admin, { balance: 1_000_000 });
    const context = await unwatchedContext(browser, proxy.baseURL);
    await noteShownPrice(context, (price) => {
      counter.shownAtTap = price;
    });
    const page = await context.newPage();
    // Without a time limit a call that the browser has lost would wait for ever.
    page.setDefaultTimeout(60_000);
    await enterAs(page, almas, buyer);
    const counter: Counter = { page, proxy, rng: rng, buyer, product, query, shownAtTap: null };
    let lastSale = 0;
    let ownSales = 0;
    for (let nth = first; nth <= Math.min(taps, first + tapsOfReseller - 1); nth += 1) {
      const sale = await oneTap(counter, nth, lastSale);
      if (sale !== lastSale) ownSales += 1;
      lastSale = sale;
    }
    const [count] = await query<{ count: string }>('SELECT count(*) FROM purchases WHERE user_id = $1', [
      buyer.id,
    ]);
    expect(Number(count?.count)).toBe(ownSales);
    bought += ownSales;
    await context.close();
  }
  process.stdout.write(`${taps} taps, ${bought} bought, ${taps - bought} not\n`);
  proxy.close();
  await database.end();
});
