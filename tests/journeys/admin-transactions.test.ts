import { expect, test } from '../support/browser.ts';
import { createNamedReseller } from './support/accounts.ts';
import { boxesOf } from './support/boxes.ts';
import { administrator, enterAs } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';

test("fifty transactions take one line each and about 2,200 pixels; a purchase's codes are shown on request, are stored neither in the page nor in the browser, and the journal names who read them and why [PRM-31][CNT-23]", async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const reseller = await createNamedReseller(almas, admin);
  for (let n = 0; n < 49; n += 1)
    await admin.call('POST', `/users/${reseller.id}/recharge`, { amount: 10, note: `Versement ${n}` });
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Petite', price: 100, stock: 1 }] });
  const bought: { codes: { code: string }[] } = await purchase(reseller, product);
  const code = bought.codes[0]?.code ?? '';
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/transactions?search=${encodeURIComponent(reseller.email)}`);
  const rows = page.getByRole('row');
  await expect(rows.nth(50)).toBeVisible();
  await expect(rows.nth(2)).toContainText('Versement 48');
  const [head, last] = await boxesOf(rows.nth(0), rows.nth(50));
  expect((last?.y ?? 0) + (last?.height ?? 0) - (head?.y ?? 0)).toBeLessThan(2_250);

  await page.getByRole('button', { name: /^Détail : Achat/ }).click();
  const detail = page.getByRole('dialog', { name: 'Détail de la transaction' });
  await expect(detail.getByText('La consultation est inscrite au journal des actions')).toBeVisible();
  expect(await page.content()).not.toContain(code);
  await detail.getByLabel('Raison de la consultation').fill('Code refusé chez le client');
  await detail.getByRole('button', { name: 'Afficher les codes' }).click();
  await expect(detail.getByTestId('code')).toHaveAttribute('data-code', code);
  expect(page.url()).not.toContain(code);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(code);
  const trail = await admin.call('GET', '/audit-trail?action=purchase.reveal-codes&limit=1');
  expect(trail.items).toMatchObject([
    { actorId: admin.id, after: { revealed: 1, reason: 'Code refusé chez le client' } },
  ]);
});
