// Takes pictures of every route with realistic data, on a phone and a desktop, light and dark, into screenshots/.
// Usage: npm run screenshots [-- parts of names, comma-separated]
//        npm run screenshots -- --arabic [parts of names]: the light ones of a phone, in Arabic
//        npm run screenshots -- --install: the two pictures of the manifest, into web/public/ (web/build/web-manifest.ts)
import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { arabicPage } from '../tests/journeys/support/in-arabic.ts';
import { readToTheEnd } from '../tests/journeys/support/screen-checks.ts';
import { withSampleProduct } from '../tests/support/sample-product.ts';
import { build } from './lib/prepare.mjs';
import { shots } from './lib/screenshot-list.mjs';

await build();
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const folder = 'screenshots';
const forInstallation = process.argv[2] === '--install';
const isArabic = process.argv[2] === '--arabic';
const wanted = (process.argv[isArabic ? 3 : 2] ?? '').split(',');

const newContext = (browser, baseURL, size, scheme) =>
  browser.newContext({
    baseURL,
    viewport: sizes[size],
    deviceScaleFactor: 1,
    colorScheme: scheme,
    locale: 'fr-FR',
    timezoneId: 'Africa/Algiers',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });

async function photograph({ browser, baseURL, cookies, admin }, size, scheme) {
  const context = await newContext(browser, baseURL, size, scheme);
  for (const shot of shots.filter(({ name }) => wanted.some((part) => name.includes(part)))) {
    const opened = await context.newPage();
    const page = isArabic ? arabicPage(opened) : opened;
    page.setDefaultTimeout(8_000);
    await context.clearCookies();
    if (isArabic) await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL }]);
    if (shot.as) await context.addCookies(cookies[shot.as]);
    try {
      await page.goto(shot.path);
      await page.locator('h1').first().waitFor();
      await readToTheEnd(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await shot.act?.(page, admin);
      await page.waitForTimeout(250);
      await page.screenshot({
        path: `${folder}/${shot.name}-${size}-${scheme}${isArabic ? '-ar' : ''}.png`,
        fullPage: shot.full ?? false,
      });
      // The codes of a purchase count as seen when they are closed.
      await page.keyboard.press('Escape');
    } catch (error) {
      console.error(`${shot.name}: ${error.message.split('\n')[0]}`);
    }
    await page.close();
  }
  await context.close();
}

/** The picture of the browser's installation prompt: the top of the dashboard. */
async function photographForInstallation({ browser, baseURL, cookies }) {
  for (const size of Object.keys(sizes)) {
    const context = await newContext(browser, baseURL, size, 'light');
    await context.addCookies(cookies.reseller);
    const page = await context.newPage();
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Ventes rapides' }).waitFor();
    await page.getByRole('status', { name: 'Chargement…' }).first().waitFor({ state: 'detached' });
    await page.waitForTimeout(250);
    const picture = sharp(await page.screenshot()).png({ palette: true, dither: 0, effort: 10 });
    await picture.toFile(`web/public/install-${size}.png`);
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
await withSampleProduct(
  async (product) => {
    if (forInstallation) await photographForInstallation(product);
    else
      for (const scheme of isArabic ? ['light'] : ['light', 'dark'])
        for (const size of isArabic ? ['phone'] : Object.keys(sizes)) await photograph(product, size, scheme);
  },
  { extended: !forInstallation, arabic: isArabic },
);
