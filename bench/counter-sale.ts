import type { Browser, ElementHandle, Page } from '@playwright/test';
import { readOptions } from '../tests/support/read-options.ts';
import { withSampleProduct } from '../tests/support/sample-product.ts';
import { median, round } from './lib/numbers.ts';
import { type Cookies, visit } from './lib/visitor.ts';

readOptions('npm run bench:counter', {});

/*
 * A sale at the counter on a phone: from the dashboard, by tapping, until the code is shown. Counts the taps and the seconds from the
 * first tap to the code, on four networks.
 */
const rounds = 3;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

interface Profile {
  readonly name: string;
  /** bit/s in both directions; null: unlimited. */
  readonly throughput: number | null;
  /** Milliseconds. */
  readonly latency: number;
  readonly cpu: number;
}
const profiles: readonly Profile[] = [
  { name: 'no limit', throughput: null, latency: 0, cpu: 1 },
  { name: 'fast 3G (1.6 Mbit/s, 150 ms)', throughput: 1_600_000, latency: 150, cpu: 1 },
  { name: 'slow 3G (400 kbit/s, 400 ms)', throughput: 400_000, latency: 400, cpu: 1 },
  { name: 'slow 3G, processor x4', throughput: 400_000, latency: 400, cpu: 4 },
];

interface Sale {
  readonly taps: number;
  /** Seconds from the first tap until the games, the offers and the code are shown. */
  readonly games: number;
  readonly offers: number;
  readonly code: number;
}

/**
 * Waits until a finger would press a control: it is shown, enabled, and takes presses (P29: not in the moment after it has appeared).
 * Looked for at each frame: Playwright looks again after up to half a second.
 */
async function pressable(page: Page, selector: string, words: RegExp): Promise<ElementHandle<Element>> {
  const find = ([css, pattern]: readonly [string, string]) => {
    const isPressable = (control: Element) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return control.contains(hit) && !control.matches(':disabled, [aria-disabled="true"]');
    };
    const named = [...document.querySelectorAll(css)].find((control) =>
      new RegExp(pattern).test(control.getAttribute('aria-label') ?? control.textContent ?? ''),
    );
    if (!named) return null;
    named.scrollIntoView({ block: 'nearest' });
    return isPressable(named) ? named : null;
  };
  const found = await page.waitForFunction(find, [selector, words.source] as const, { polling: 'raf' });
  return found as ElementHandle<Element>;
}

async function sell(page: Page): Promise<Sale> {
  await page.goto('/dashboard');
  const start = page.getByRole('main').locator('a[href="/catalog"]').first();
  await start.waitFor();
  await page.getByRole('status', { name: 'Chargement…' }).first().waitFor({ state: 'detached' });
  let taps = 0;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const tap = async (what: { tap(): Promise<void> }) => {
    taps += 1;
    await what.tap();
  };
  await tap(start);
  // The dashboard, which stays until then, has links to games as well.
  const heading = () => document.querySelector('h1')?.textContent === 'Catalogue';
  await page.waitForFunction(heading, undefined, { polling: 'raf' });
  const game = await pressable(page, 'main a[href*="/catalog?game="]', /Free Fire/);
  const games = seconds();
  await tap(game);
  const buy = await pressable(page, 'main button', /^Acheter 1 code/);
  const offers = seconds();
  await tap(buy);
  await page.waitForFunction(() => document.querySelector('dialog[open] [data-testid="code"]'), undefined, {
    polling: 'raf',
  });
  return { taps, games, offers, code: seconds() };
}

const counterSale = (browser: Browser, baseURL: string, cookies: Cookies, profile: Profile): Promise<Sale> =>
  visit(browser, baseURL, cookies, { ...phone, hasTouch: true }, async (page, devtools) => {
    if (profile.throughput !== null) {
      const bytes = profile.throughput / 8;
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: profile.latency,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      });
    }
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
    return await sell(page);
  });

const say = (line: string) => process.stdout.write(`${line}\n`);
await withSampleProduct(async ({ baseURL, browser, cookies }) => {
  for (const profile of profiles) {
    const sales: Sale[] = [];
    for (let i = 0; i < rounds; i += 1)
      sales.push(await counterSale(browser, baseURL, cookies.reseller, profile));
    const middle = (figure: keyof Sale) => round(median(sales.map((sale) => sale[figure])));
    say(
      `${profile.name.padEnd(30)} ${middle('taps')} taps, ${middle('code')} s to the code   (games ${middle('games')} s, offers ${middle('offers')} s)`,
    );
  }
});
