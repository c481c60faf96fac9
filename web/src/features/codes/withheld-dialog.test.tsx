import type { WithheldCode } from '@almas/contract/products';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../tests/accessible.ts';
import { refusal } from '../../../tests/api.ts';
import { administrator, listOf } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const withheld = (fields: Partial<WithheldCode>): WithheldCode => ({
  id: '1',
  productId: 'p',
  offerId: 'o',
  productName: 'Second',
  offerName: 'Offre',
  reason: 'duplicate',
  importedAt: '2026-03-02T10:00:00.000Z',
  withheldAt: '2026-03-02T10:00:00.000Z',
  twin: null,
  ...fields,
});
const [only, duplicate, sealed] = [
  withheld({ id: '1' }),
  withheld({ id: '2', twin: { productName: 'Premier', offerName: 'Offre', soldAt: null } }),
  withheld({ id: '3', reason: 'unreadable' }),
];
const refusals = new Map([
  ['2', refusal(409, 'WITHHELD_CODE_STILL_DUPLICATE', 'Le même code est encore enregistré')],
  ['3', refusal(409, 'WITHHELD_CODE_UNREADABLE', 'Ce code ne s’ouvre toujours avec aucune clé')],
]);

test('an administrator decides chosen withheld codes in a batch, after a summary and each with its own result, and a code that no key opens says so [CNT-58]', async () => {
  let known = [only, duplicate, sealed];
  const screen = await openScreen('/admin/products', administrator(), {
    'products.list': listOf(),
    'codes.releaseReservations': { released: 0 },
    'stock.sales': { items: [] },
    'codes.withheld': () => listOf(...known),
    'codes.decideWithheld': ({ params: { id = '' }, body }) => {
      const refused = body.decision === 'release' && refusals.get(id);
      if (refused) return refused;
      known = known.filter((code) => code.id !== id);
      return null as never;
    },
  });
  const list = page.getByRole('dialog', { name: 'Codes retirés de la vente' });
  const decide = page.getByRole('button', { name: 'Décider' });
  await expect.element(page.getByText('3 codes sont retirés de la vente')).toBeVisible();
  await decide.click();
  await expect.element(list).toBeVisible();
  await expect.poll(screen.address).toBe('/admin/products?withheld=1');
  screen.back();
  await expect.element(list).toHaveLength(0);
  await expect.poll(screen.address).toBe('/admin/products');
  await decide.click();
  const row = (text: string) => list.getByRole('row').filter({ hasText: text });
  await expect.element(row('peut être remis en vente')).toHaveLength(1);
  await expect.element(row('en stock, Premier')).toHaveLength(1);
  await expect
    .element(row('illisible : aucune clé ne l’ouvre ; le même code peut être importé à nouveau'))
    .toHaveLength(1);
  // The bar of the selection is above the column headers and does not cover them.
  const all = list.getByRole('button', { name: 'Tout sélectionner (3)' });
  const bar = all.element().parentElement?.getBoundingClientRect();
  expect(bar?.bottom).toBeLessThanOrEqual(
    list.getByRole('row').first().element().getBoundingClientRect().top,
  );
  await all.click();
  await list.getByRole('button', { name: 'Remettre la sélection en vente' }).click();
  const release = page.getByRole('dialog', { name: 'Remettre en vente 3 codes' });
  const results = release.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await expect.element(results).toHaveLength(3);
  expect(screen.sent('codes.decideWithheld')).toEqual([]);
  await release.getByRole('button', { name: 'Confirmer' }).click();
  await expect.element(release).toHaveTextContent('1 décision enregistrée, 2 refusées');
  await expect.element(results.nth(0)).toHaveTextContent('Remis en vente');
  await expect.element(results.nth(1)).toHaveTextContent('Le même code est encore enregistré');
  await expect.element(results.nth(2)).toHaveTextContent('Ce code ne s’ouvre toujours avec aucune clé');
  await expectAccessible();
  await expect.element(release.getByRole('button', { name: 'Fermer' }).last()).toBeEnabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(release).toHaveLength(0);
  await expect.element(row(auditTrail.decided)).toHaveLength(1);
  await list.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await list.getByRole('button', { name: 'Écarter la sélection' }).click();
  const discard = page.getByRole('dialog', { name: 'Écarter 2 codes' });
  await discard.getByRole('button', { name: 'Confirmer' }).click();
  await expect.element(discard).toHaveTextContent('2 décisions enregistrées');
  await discard.getByRole('button', { name: 'Fermer' }).last().click();
  await expect.element(row(auditTrail.decided)).toHaveLength(3);
  expect(screen.sent('codes.decideWithheld').map(({ params, body }) => [params.id, body.decision])).toEqual([
    ['1', 'release'],
    ['2', 'release'],
    ['3', 'release'],
    ['2', 'discard'],
    ['3', 'discard'],
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(decide).toHaveLength(0);
});

// Turned red by: a list that moves up under the pointer when a colleague decides its first code; a press then ticks the next row.
test('the withheld codes keep their places under the pointer while a colleague decides some of them [P29]', async () => {
  let known = [only, duplicate, sealed];
  const screen = await openScreen('/admin/products?withheld=1', administrator(), {
    'products.list': listOf(),
    'codes.releaseReservations': { released: 0 },
    'stock.sales': { items: [] },
    'codes.withheld': () => listOf(...known),
  });
  const list = page.getByRole('dialog', { name: 'Codes retirés de la vente' });
  const rows = list.getByRole('row');
  const row = (text: string) => rows.filter({ hasText: text });
  await row('N° 2').hover();
  const places = () => rows.elements().map((shown) => shown.getBoundingClientRect().top);
  const before = places();
  const reads = screen.sent('codes.withheld').length;
  known = [sealed];
  await screen.emit({ type: 'codes' });
  await expect.poll(() => screen.sent('codes.withheld').length).toBeGreaterThan(reads);
  await expect.element(list.getByRole('button', { name: 'Tout sélectionner (1)' })).toBeVisible();
  await expect.element(rows).toHaveLength(4);
  expect(places()).toEqual(before);
  await expect.element(row('N° 2')).toHaveTextContent(auditTrail.decided);
  await expect.element(row('N° 2').getByRole('checkbox')).toHaveLength(0);
  await expect.element(row('N° 3').getByRole('checkbox')).toHaveLength(1);
});
