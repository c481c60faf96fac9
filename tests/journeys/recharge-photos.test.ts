import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { expect, test } from '../support/browser.ts';
import { digits } from '../support/random.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { spaced } from './support/words.ts';

/* The photo and the reference of a transfer: from the reseller's phone to the administrator's decision. */
let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  buyer = await reseller(almas, admin, { balance: 500 });
  await enterAs(page, almas, buyer);
});

const receipt = (width?: number, height?: number) =>
  receiptPicture({
    layout: randomInt(5),
    lines: ['12/11/2026', digits(10), digits(12), `${digits(4)},00`, digits(8)],
    ...(width && height && { width, height }),
  });
/** A photo like a phone's: noise that compresses badly, and the GPS position. */
async function photograph(width: number, height: number, quality: number): Promise<Buffer> {
  const [columns, lines] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const noise = await sharp(randomBytes(columns * lines * 3), {
    raw: { width: columns, height: lines, channels: 3 },
  })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(noise)
    .composite([{ input: await receipt(Math.round(width / 2), Math.round(height / 2)), gravity: 'centre' }])
    .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '36/1 11/1 0/1' } })
    .jpeg({ quality })
    .toBuffer();
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Demandes de recharge' });
const lines = (page: Page) => dialog(page).getByRole('list', { name: 'Mes demandes' }).getByRole('listitem');
const photoInput = (page: Page) => dialog(page).locator('fieldset input[type=file]');

async function openDialog(page: Page) {
  await page.goto('/profile');
  await page
    .getByRole('button', { name: /^Solde/ })
    .first()
    .click();
  await expect(dialog(page).getByLabel('Montant (DA)')).toBeVisible();
}

test('a reseller sends a request with its reference and a photo; the administrator sees both and approves with two taps, and the reseller sees it without a reload [DSK-01][DSK-02][DSK-12]', async ({
  page,
  almas,
  anotherPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLive(page, () => openDialog(page));
  await dialog(page).getByLabel('Montant (DA)').fill('2500');
  await dialog(page).getByLabel('Référence du virement').fill('ref-77120 554');
  await photoInput(page).setInputFiles({ name: 'recu.jpg', mimeType: 'image/jpeg', buffer: await receipt() });
  await expect(dialog(page).getByText(/^Prête à l’envoi : \d+ ko$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(lines(page).getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
  await expect(lines(page)).toContainText('Référence : ref-77120 554');
  await expect(dialog(page).getByAltText('La photo du reçu, telle qu’elle sera envoyée')).toHaveCount(0);

  const desk = await anotherPage();
  await enterAs(desk, almas, admin);
  await desk.setViewportSize({ width: 390, height: 844 });
  await desk.goto('/admin/recharges');
  const row = desk.getByRole('listitem').filter({ hasText: 'ref-77120 554' });
  await row.getByRole('button', { name: 'Voir la photo' }).click();
  const card = desk.getByRole('dialog', { name: 'Demande de Amine Benali' });
  const photo = card.getByRole('img');
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(card).toContainText('ref-77120 554');
  await expect(card).toContainText(spaced('Solde après3 000 DA'));
  const commits: string[] = [];
  desk.on('request', (sent) => {
    if (sent.method() !== 'GET') commits.push(new URL(sent.url()).pathname);
  });
  await card.getByRole('button', { name: 'Approuver' }).click();
  await expect(desk.getByText('Demande approuvée').first()).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(commits.filter((path) => path.includes('recharge'))).toHaveLength(1);
  expect((await buyer.call('GET', '/me')).balance).toBe(3_000);
  await expect(lines(page)).toContainText('Approuvée');
  await expect(dialog(page).getByText(spaced('3 000 DA'))).toBeVisible();
});

/** The bytes that will be sent for the chosen photo: the page shows exactly these. */
async function chosenBytes(page: Page): Promise<Buffer> {
  const shown = dialog(page).getByAltText('La photo du reçu, telle qu’elle sera envoyée');
  const address = (await shown.getAttribute('src')) ?? '';
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/** Chooses a photo and waits until it is ready. @returns milliseconds between the two, by the clock of the page */
async function choose(page: Page, buffer: Buffer, mimeType = 'image/jpeg'): Promise<number> {
  const took = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const input = document.querySelector('dialog fieldset input[type=file]');
        let start = 0;
        const before = document.querySelector('dialog fieldset img')?.getAttribute('src');
        input?.addEventListener('change', () => (start = performance.now()), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          const now = document.querySelector('dialog fieldset img')?.getAttribute('src');
          if (!now || now === before) return;
          watch.disconnect();
          resolve(performance.now() - start);
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await photoInput(page).setInputFiles({ name: 'IMG_2041.jpg', mimeType, buffer });
  return took;
}

/** What `encodingTime` is on the processor that the limit is about, in milliseconds. */
const usualEncodingTime = 325;

/** How long this processor takes at the moment to make and read a JPEG of 6 million pixels, in milliseconds, without being slowed. */
const encodingTime = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [width, height] = [3_000, 2_000];
    const pixels = new ImageData(width, height);
    for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : (at * at) % 251;
    const start = performance.now();
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    (await createImageBitmap(blob)).close();
    return performance.now() - start;
  });

// Turned red by: the photo sent as it was chosen; `quality` left at 1.
test('a photo of 4 MB becomes a JPEG of at most 300 kB and 1.92 million pixels within 2 s on a processor four times slower [DSK-04]', async ({
  page,
}) => {
  const original = await photograph(4_000, 3_000, 88);
  expect(original.length).toBeGreaterThan(4_000_000);
  await openDialog(page);
  const browser = await page.context().newCDPSession(page);
  const slowDown = (rate: number) => browser.send('Emulation.setCPUThrottlingRate', { rate });
  // A machine that is slower or busy with other work is given as much longer as it takes for work of the same kind, before and after:
  // the best of eight counts. The two photos take turns, so that each choice changes the picture.
  const photos = [original, await photograph(4_000, 3_000, 88)] as const;
  const times: number[] = [];
  let before = await encodingTime(page);
  while (times.length < 8 && !times.some((time) => time <= 2_000)) {
    await slowDown(4);
    const took = await choose(page, photos[times.length % 2 === 0 ? 0 : 1]);
    await slowDown(1);
    const after = await encodingTime(page);
    times.push(took / Math.max(1, (before + after) / 2 / usualEncodingTime));
    before = after;
  }
  test.info().annotations.push({ type: 'milliseconds', description: times.map(Math.round).join(', ') });
  expect(Math.min(...times)).toBeLessThanOrEqual(2_000);
  const sent = await chosenBytes(page);
  expect(sent.length).toBeLessThanOrEqual(300_000);
  // To stay below 300 kB, noise needs a smaller picture than a receipt.
  expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 900 });
  await choose(page, await receipt(2_250, 4_000));
  const paper = await chosenBytes(page);
  expect(paper.length).toBeLessThanOrEqual(300_000);
  expect(await sharp(paper).metadata()).toMatchObject({ format: 'jpeg', width: 1_039, height: 1_848 });
});

test('of 100 photos with their GPS position, none leaves the browser with its metadata [DSK-05]', async ({
  page,
}) => {
  await openDialog(page);
  const kept: string[] = [];
  for (let n = 0; n < 100; n += 1) {
    const original = await photograph(200, 300, 90);
    expect((await sharp(original).metadata()).exif).toBeDefined();
    await choose(page, original);
    const { exif, xmp, iptc } = await sharp(await chosenBytes(page)).metadata();
    if (exif || xmp || iptc) kept.push(`photo ${n}`);
  }
  expect(kept).toEqual([]);
});
