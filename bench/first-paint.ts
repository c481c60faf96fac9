import type { Browser } from '@playwright/test';
import { readOptions } from '../tests/support/read-options.ts';
import { withSampleProduct } from '../tests/support/sample-product.ts';
import { median, round } from './lib/numbers.ts';
import { routeChanges } from './lib/route-changes.ts';
import { type Cookies, visit } from './lib/visitor.ts';

readOptions('npm run bench:paint', {});

/*
 * Largest contentful paint of a first visit with an empty cache on a slow phone: CPU 4 times slower, 1.6 Mbit/s, 150 ms. The limit is
 * 2.5 s for the dashboard.
 */
const limitMilliseconds = 2_500;
/** Limit from the click on a link of the menu until the next screen is shown, with cached data. */
const changeLimitMilliseconds = 100;
const menus: [who: 'reseller' | 'admin', paths: string[]][] = [
  ['reseller', ['/dashboard', '/catalog', '/card-history', '/freefire', '/operations']],
  ['admin', ['/admin', '/admin/users', '/admin/freefire', '/admin/products']],
];
const rounds = 5;
const bytesPerSecond = 1_600_000 / 8;
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
};

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

const firstVisit = (browser: Browser, baseURL: string, path: string, cookies: Cookies): Promise<number> =>
  visit(browser, baseURL, cookies, phone, async (page, devtools) => {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) (window as { paint?: number }).paint = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.getByRole('status', { name: 'Chargement…' }).first().waitFor({ state: 'detached' });
    // Two frames after the last skeleton was removed: its content is painted and reported.
    await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 500))),
        ),
    );
    return await page.evaluate(() => (window as { paint?: number }).paint ?? Number.NaN);
  });

const say = (line: string) => process.stdout.write(`${line}\n`);
let dashboard = Number.NaN;
let slowest = 0;
await withSampleProduct(async ({ baseURL, browser, cookies }) => {
  const visits: [path: string, who: 'visitor' | 'reseller'][] = [
    ['/login', 'visitor'],
    ['/dashboard', 'visitor'],
    ['/', 'reseller'],
    ['/dashboard', 'reseller'],
    ['/catalog', 'reseller'],
    ['/operations', 'reseller'],
  ];
  for (const [path, who] of visits) {
    const paints: number[] = [];
    for (let i = 0; i < rounds; i += 1)
      paints.push(await firstVisit(browser, baseURL, path, who === 'visitor' ? [] : cookies[who]));
    const middle = median(paints);
    if (path === '/dashboard' && who === 'reseller') dashboard = middle;
    say(
      `${path.padEnd(12)} ${who.padEnd(9)} ${round(middle / 1_000)} s   (${paints.map((paint) => round(paint / 1_000)).join(', ')})`,
    );
  }
  say('\nFrom screen to screen with the data cached, on a desk at full speed and 4 times slower:');
  for (const [cookie, paths] of menus) {
    const who = cookies[cookie];
    const [quick, slow] = [
      await routeChanges(browser, baseURL, who, paths, 1, rounds),
      await routeChanges(browser, baseURL, who, paths, 4, rounds),
    ];
    slowest = Math.max(slowest, ...quick.values());
    for (const path of paths)
      say(`${path.padEnd(18)} ${round(quick.get(path) ?? 0, 0)} ms, ${round(slow.get(path) ?? 0, 0)} ms`);
  }
});
say(
  `Limits: first visit of /dashboard <= ${limitMilliseconds / 1_000} s, from screen to screen < ${changeLimitMilliseconds} ms at full speed`,
);
process.exit(dashboard <= limitMilliseconds && slowest < changeLimitMilliseconds ? 0 : 1);
