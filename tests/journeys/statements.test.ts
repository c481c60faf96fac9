import { algiersClock } from '../../contract/src/algiers.ts';
import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

/*
 * Statements on the screens (docs/acceptance.md, STA). Turned red by: a sheet that is printed with the dialog around it, or cut to the rows
 * of the screen.
 */
const month = () => algiersClock(Date.now()).toISOString().slice(0, 7);

test('a reseller opens the statement of this month and prints it on A4, every movement and nothing else [STA-10] [STA-11]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const shop = await reseller(almas, admin, { balance: 20_000 });
  for (let credits = 0; credits < 110; credits += 1)
    await admin.call('POST', `/users/${shop.id}/recharge`, { amount: 10 });
  await enterAs(page, almas, shop);
  await page.goto('/operations');
  await page.getByRole('button', { name: 'Relevé', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Relevé du compte' });
  await expect(dialog.getByText('Mois en cours', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^Vérifiée/)).toBeVisible();
  await expect(dialog.getByText('111 mouvements')).toBeVisible();
  await expect(dialog.getByLabel('Mois')).toHaveValue(month());
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // The first rows alone are on screen; the paper has them all, when the browser's own menu prints too.
  await page.evaluate(() => void dispatchEvent(new Event('beforeprint')));
  const paper = page.getByTestId('paper');
  await expect(paper.locator('tbody').first().locator('tr')).toHaveCount(1 + 111 + 1);
  await expect(paper).toContainText(spaced('21 100 DA'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(paper).toBeVisible();
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
  await page.emulateMedia({ media: null });
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(sizes.length).toBeGreaterThan(1);
  for (const [, width, height] of sizes) {
    expect(Math.round(Number(width))).toBe(595);
    expect(Math.round(Number(height))).toBe(842);
  }
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Exporter (XLSX, pour Excel)' }).click();
  expect((await saved).suggestedFilename()).toMatch(new RegExp(`^releve_${month()}_.*\\.xlsx$`));
});
