import type { Browser, Page } from '@playwright/test';
import { readOptions } from '../tests/support/read-options.ts';
import { withSampleProduct } from '../tests/support/sample-product.ts';
import { stallingProxy } from '../tests/support/stalling-proxy.ts';
import { median, round } from './lib/numbers.ts';
import { type Cookies, installedPhone } from './lib/visitor.ts';

readOptions('npm run bench:offline', {});

/*
 * The installed application opened on a phone whose network is gone: seconds from the navigation until the last known
 * entries of the dashboard, the catalogue and the operations are shown. Three ways without a network: the device knows it; the
 * server alone is gone and the device believes to be online; or the network takes requests and never answers (CNT-34).
 */
const rounds = 5;
const limitSeconds = 2;
const silenceLimitSeconds = 3;
const screens = ['/dashboard', '/catalog', '/operations'] as const;
const entries = 'main a[href*="/catalog?game="], main li';

/** A phone that has opened each screen, so that the service worker has stored their data. */
async function preparedPhone(browser: Browser, baseURL: string, cookies: Cookies): Promise<Page> {
  const page = await installedPhone(browser, baseURL, cookies);
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

async function measure(page: Page, name: string, limit = limitSeconds): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    for (const path of screens) {
      const seconds: number[] = [];
      for (let i = 0; i < rounds; i += 1) seconds.push(await secondsToOpen(page, path));
      // The limit holds for the unthrottled processor; the throttled figure is only printed.
      isOver ||= rate === 1 && median(seconds) > limit;
      say(
        `${name.padEnd(18)} processor x${rate}  ${path.padEnd(12)} ${round(median(seconds))} s (slowest ${round(Math.max(...seconds))} s)`,
      );
    }
  }
}

await withSampleProduct(async ({ baseURL, browser, cookies, stopServer }) => {
  const wire = await stallingProxy(baseURL);
  const page = await preparedPhone(browser, wire.baseURL, cookies.reseller);
  wire.block();
  await measure(page, 'silent network', silenceLimitSeconds);
  wire.unblock();
  await page.context().setOffline(true);
  await measure(page, 'no network');
  await page.context().setOffline(false);
  await stopServer();
  await measure(page, 'server gone');
  wire.close();
});
const limits = `${limitSeconds} s, ${silenceLimitSeconds} s on a silent network`;
say(isOver ? `OVER ${limits}` : `ok: at most ${limits}`);
process.exitCode = isOver ? 1 : 0;
