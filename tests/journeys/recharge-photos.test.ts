import { randomBytes, randomInt } from 'node:crypto';
import { formatDate } from '@almas/locale/formats';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { expect, test } from '../support/browser.ts';
import { deferred } from '../support/deferred.ts';
import { boxOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdResponses } from './support/hold-requests.ts';
import { openLive } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

/* The photo and the reference of a transfer: from the reseller's phone to the administrator's decision. */
let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  buyer = await reseller(almas, admin, { balance: 500 });
  await enterAs(page, almas, buyer);
});

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');
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

test('a reseller sends a request with its reference and a photo; the administrator sees both and approves with two taps [DSK-01][DSK-02][DSK-12]', async ({
  page,
  almas,
  anotherPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Solde\s?500/ }).click();
  await dialog(page).getByLabel('Montant (DA)').fill('2500');
  await dialog(page).getByLabel('Référence du virement').fill('ref-77120 554');
  await photoInput(page).setInputFiles({ name: 'recu.jpg', mimeType: 'image/jpeg', buffer: await receipt() });
  await expect(dialog(page).getByAltText('La photo du reçu, telle qu’elle sera envoyée')).toBeVisible();
  await expect(dialog(page).getByText(/^Prête à l’envoi : \d+ ko$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
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
  await expect(card).toContainText(spaced('Solde actuel500 DA'));
  await expect(card).toContainText(spaced('Solde après3 000 DA'));
  const width = async () => (await boxOf(photo)).width;
  const fitting = await width();
  await card.getByRole('button', { name: 'Photo du reçu. Toucher pour agrandir' }).click();
  await expect.poll(width).toBeGreaterThan(fitting * 1.5);
  await card.getByRole('button', { name: 'Photo du reçu agrandie. Toucher pour réduire' }).click();
  await expect.poll(width).toBe(fitting);
  await desk.setViewportSize({ width: 1_280, height: 900 });
  await expectAccessible(desk);
  await desk.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(desk);
  await expectNoSideScroll(desk);
  const commits: string[] = [];
  desk.on('request', (sent) => {
    if (sent.method() !== 'GET') commits.push(new URL(sent.url()).pathname);
  });
  const approve = card.getByRole('button', { name: 'Approuver' });
  const box = await boxOf(approve);
  expect(box.y).toBeGreaterThan(844 / 2);
  expect(box.height).toBeGreaterThanOrEqual(44);
  await approve.click();
  await expect(desk.getByText('Demande approuvée').first()).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(commits.filter((path) => path.includes('recharge'))).toHaveLength(1);
  expect((await buyer.call('GET', '/me')).balance).toBe(3_000);
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

// Turned red by: a photo that is lost when its upload fails; a request that is created again with it.
test('a photo that could not be sent leaves its recharge request in place, and is sent again from its line [DSK-07]', async ({
  page,
}) => {
  await openLive(page, () => openDialog(page));
  // A live event adds the line before the response arrives.
  const deliver = await holdResponses(page, '**/api/recharge-requests');
  const answered = deferred();
  await page.route('**/proof', async (route) => {
    await answered.promise;
    await route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Service indisponible' } });
  });
  await dialog(page).getByLabel('Montant (DA)').fill('700');
  await choose(page, await receipt());
  await dialog(page).getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(lines(page)).toContainText('La photo de cette demande n’est pas arrivée.');
  deliver();
  await expect(lines(page)).toContainText('Envoi de la photo');
  answered.resolve();
  await expect(page.getByText('Demande envoyée, mais pas sa photo').first()).toBeVisible();
  await expect(lines(page)).toContainText('La photo n’a pas été envoyée');
  await page.unroute('**/proof');
  await lines(page).getByRole('button', { name: 'Renvoyer la photo' }).click();
  await expect(lines(page).getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
  expect((await buyer.call('GET', '/recharge-requests')).items).toHaveLength(1);
});

test('an administrator sees which earlier request has the same reference, and the statement of the day with its sums [DSK-08][DSK-16]', async ({
  page,
  almas,
}) => {
  const reference = `VIR ${digits(9)}`;
  const { id: earlier } = await buyer.call('POST', '/recharge-requests', {
    amount: 300,
    method: 'ccp',
    reference,
  });
  const other = await reseller(almas, admin);
  await other.call('POST', '/recharge-requests', { amount: 400, method: 'ccp', reference });
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/recharges');
  const row = page
    .getByRole('listitem')
    .filter({ hasText: spaced('400 DA') })
    .filter({ hasText: reference });
  const warning = row.getByRole('list', { name: 'À vérifier' });
  await expect(warning).toHaveText(
    `Référence : déjà vu dans la demande n° ${earlier} (Amine Benali, en attente)`,
  );
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1_280, height: 900 });
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await warning.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Détail de la demande' })).toContainText(spaced('300 DA'));

  await page.goto('/admin/recharge');
  await page.getByRole('button', { name: 'Relevé' }).click();
  const statement = page.getByRole('dialog', { name: 'Relevé des demandes' });
  const { items } = await admin.call('GET', '/recharge-requests/statement');
  // The rows of other methods are from other tests.
  const today = items.find(({ method }: { method: string }) => method === 'ccp');
  expect(today.pendingAmount).toBeGreaterThanOrEqual(700);
  await expect(statement.getByRole('table')).toContainText(`${formatDate(`${today.day}T12:00:00Z`)} · CCP`);
  await expect(statement.getByText(/^Total de \d+ jours? affichés?$/)).toBeVisible();
  await expect(statement.getByRole('button', { name: 'Exporter (CSV)' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a request cannot be sent while its photo is being prepared; then it goes with the photo', async ({
  page,
}) => {
  await openDialog(page);
  // Like a slow phone with a large photo: its decoding lasts until the test lets it end.
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window);
    const held = new Promise<void>((resolve) => Object.assign(window, { letDecode: resolve }));
    Object.assign(window, { createImageBitmap: (file: Blob) => held.then(() => decode(file)) });
  });
  await dialog(page).getByLabel('Montant (DA)').fill('2500');
  await photoInput(page).setInputFiles({ name: 'recu.jpg', mimeType: 'image/jpeg', buffer: await receipt() });
  await expect(dialog(page).getByText('Préparation de la photo…')).toBeVisible();
  const send = dialog(page).getByRole('button', { name: 'Envoyer la demande' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await send.click({ force: true });
  await dialog(page).getByLabel('Montant (DA)').press('Enter');
  expect((await buyer.call('GET', '/recharge-requests')).items).toEqual([]);
  await page.evaluate(() => (window as unknown as { letDecode: () => void }).letDecode());
  await expect(dialog(page).getByText(/^Prête à l’envoi/)).toBeVisible();
  await send.click();
  await expect(lines(page).getByRole('link', { name: 'Voir la photo du reçu' })).toBeVisible();
});
