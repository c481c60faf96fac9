import type { Browser, Page } from '@playwright/test';
import { readOptions } from '../tests/support/read-options.ts';
import { withSampleProduct } from '../tests/support/sample-product.ts';
import { stallingProxy } from '../tests/support/stalling-proxy.ts';
import { median, round } from './lib/numbers.ts';
import { type Cookies, installedPhone } from './lib/visitor.ts';

readOptions('npm run bench:return', {});

/*
 * The installed application opened again on a phone with a slow network, processor 4 times slower: seconds until the dashboard shows the
 * balance, and until it shows everything. The application itself is on the phone; the balance never is.
 */
const rounds = 7;
const roundTrips = [20, 150, 400];

/** A phone on which the service worker has answered the dashboard once. */
async function preparedPhone(browser: Browser, baseURL: string, cookies: Cookies): Promise<Page> {
  const page = await installedPhone(browser, baseURL, cookies);
  await page.goto('/dashboard');
  await page.getByTestId('dashboard-balance').waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** @returns seconds until the balance is shown, and until nothing is loading */
async function secondsToOpen(page: Page, path: string): Promise<[balance: number, all: number]> {
  const now = () => page.evaluate(() => performance.now() / 1_000);
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByTestId('dashboard-balance').getByText(/\d/).waitFor();
  const balance = await now();
  await page
    .getByRole('main')
    .getByRole('link', { name: /PUBG|Free Fire/ })
    .first()
    .waitFor();
  await page.getByRole('status', { name: 'Chargement…' }).first().waitFor({ state: 'detached' });
  return [balance, await now()];
}

const say = (line: string) => process.stdout.write(`${line}\n`);

await withSampleProduct(async ({ baseURL, browser, cookies }) => {
  const wire = await stallingProxy(baseURL);
  const page = await preparedPhone(browser, wire.baseURL, cookies.reseller);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const milliseconds of roundTrips) {
    wire.slow(milliseconds);
    for (const path of ['/', '/dashboard']) {
      const times: (readonly number[])[] = [];
      for (let i = 0; i < rounds; i += 1) times.push(await secondsToOpen(page, path));
      const [balance, all] = [0, 1].map((part) =>
        round(median(times.map((both) => both[part] ?? Number.NaN))),
      );
      say(
        `${milliseconds} ms there and back, ${path}: balance after ${balance} s, everything after ${all} s`,
      );
    }
  }
  wire.close();
});
