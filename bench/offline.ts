import { type Browser, chromium, type Page } from '@playwright/test';
import { browserPath } from '../scripts/lib/browser.mjs';
import { prepareSampleData } from '../scripts/lib/sample-data.mjs';
import { startTestCluster } from '../tests/support/cluster.ts';
import { startProductServer } from '../tests/support/product-server.ts';
import { median, round } from './lib/numbers.ts';
import type { Cookies } from './lib/visitor.ts';

/*
 * The installed application opened on a phone whose network is gone: seconds from the navigation until the last known
 * entries of the dashboard, the catalogue and the operations are shown. Two ways without a network: the device knows it, or the
 * server alone is gone and the device believes to be online.
 */
const rounds = 5;
const limitSeconds = 2;
const screens = ['/dashboard', '/catalog', '/operations'] as const;
const entries = 'main a[href*="/catalog?game="], main li';

/** A phone that has seen each screen once, so that the service worker keeps them. */
async function preparedPhone(browser: Browser, baseURL: string, cookies: Cookies): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    baseURL,
    locale: 'fr-FR',
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of [...screens, ...screens]) {
    await page.goto(path);
    await page.locator(entries).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  return page;
}

async function secondsToOpen(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(entries).first().waitFor();
  return (await page.evaluate(() => performance.now())) / 1_000;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
let isOver = false;

async function measure(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    for (const path of screens) {
      const seconds: number[] = [];
      for (let i = 0; i < rounds; i += 1) seconds.push(await secondsToOpen(page, path));
      // The bar is for the processor as it is; four times slower is said beside it.
      isOver ||= rate === 1 && median(seconds) > limitSeconds;
      say(
        `${name.padEnd(18)} processor x${rate}  ${path.padEnd(12)} ${round(median(seconds))} s (slowest ${round(Math.max(...seconds))} s)`,
      );
    }
  }
}

const cluster = await startTestCluster();
const admin = { email: 'direction@almas.dz', password: 'motdepasse' };
const product = await startProductServer(cluster, admin);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
let isStopped = false;
try {
  const cookies = await prepareSampleData(product.baseURL, admin);
  const page = await preparedPhone(browser, product.baseURL, cookies.reseller);
  await page.context().setOffline(true);
  await measure(page, 'no network');
  await page.context().setOffline(false);
  await product.stop();
  isStopped = true;
  await measure(page, 'server gone');
} finally {
  await browser.close();
  if (!isStopped) await product.stop();
  await cluster.stop();
}
say(isOver ? `OVER ${limitSeconds} s` : `ok: at most ${limitSeconds} s`);
process.exitCode = isOver ? 1 : 0;
