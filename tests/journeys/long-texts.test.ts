import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { customer, unique } from './support/accounts.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';

/*
 * What long names and large amounts do to the screens. Turned red by: a name squeezed to a few letters by the columns
 * beside it; an amount in two lines; a button whose label wraps; a field as high as the error beside it.
 */
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** The words of an element that stand in more than one line. */
const brokenWords = (element: Locator): Promise<string[]> =>
  element.evaluate((node) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (const { index, 0: word } of text.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });

/** How many lines the text of an element takes. */
const lines = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const bottoms = new Set<number>();
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { bottom } of range.getClientRects()) bottoms.add(Math.round(bottom));
    }
    return bottoms.size;
  });

const expectOneLine = async (element: Locator) => expect(await lines(element)).toBe(1);

async function openTile(page: Page, label: string): Promise<Locator> {
  const tile = page.getByText(label, { exact: true }).locator('..').locator('p').nth(1);
  await expect(tile).toContainText('DA');
  return tile;
}

test('no name in the list of accounts is broken inside a word at 1280 px, however large the balances are', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const named = { firstName: unique('Karim'), lastName: 'Administrateur' };
  const { name } = await customer(almas, admin, {
    ...named,
    company: 'Établissements Boukhalfa Télécommunications',
    balance: 999_999.99,
  });
  await enterAs(page, almas, admin);
  await page.setViewportSize(desk);
  await page.goto(`/admin/users?search=${named.firstName}`);
  const link = page.getByRole('link', { name });
  await expect(link).toBeVisible();
  expect(await brokenWords(link)).toEqual([]);
});

test('the amounts of the administrator’s dashboard stay in one line inside their tile, on a phone and on a desk', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await customer(almas, admin, { balance: 999_999.99 });
  await enterAs(page, almas, admin);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.goto('/admin');
    const tile = await openTile(page, 'Soldes des revendeurs');
    await expectOneLine(tile);
    expect(await tile.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
  }
});

test('the buttons under the codes of a purchase keep their label in one line on a phone', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await purchase(buyer, await createProductWithCodes(admin), { quantity: 2 });
  await enterAs(page, almas, buyer);
  await page.setViewportSize(phone);
  await page.goto('/card-history');
  await page.getByRole('button', { name: 'Voir les codes' }).click();
  const copyAll = page.getByRole('dialog').getByRole('button', { name: 'Copier tous les codes' });
  await expect(copyAll).toBeVisible();
  await expectOneLine(copyAll);
});

test('on a phone the amounts of the movements end on one line, with and without codes to open', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await purchase(buyer, await createProductWithCodes(admin));
  await enterAs(page, almas, buyer);
  await page.setViewportSize(phone);
  await page.goto('/operations');
  const rows = page.getByTestId('operation');
  await expect(rows).toHaveCount(2);
  const ends = await rows.evaluateAll((all) =>
    all.map((row) => Math.round(row.lastElementChild?.getBoundingClientRect().right ?? Number.NaN)),
  );
  expect(new Set(ends).size).toBe(1);
});

test('a field keeps its height beside one that shows an error', async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto('/register');
  await page.getByLabel('Email').fill(`${unique('r')}@exemple.dz`);
  await page.getByLabel('Mot de passe', { exact: true }).fill('motdepasse');
  await page.getByLabel('Confirmer le mot de passe').fill('motdepasse');
  await page.getByRole('button', { name: 'Continuer' }).click();
  const first = page.getByLabel('Prénom');
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  const [one, other] = await Promise.all([
    first.boundingBox(),
    page.getByLabel('Nom', { exact: true }).boundingBox(),
  ]);
  expect(other).toMatchObject({ y: one?.y, height: one?.height });
});
