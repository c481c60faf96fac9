import { algiersClock, dayMilliseconds } from '../../contract/src/algiers.ts';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

/*
 * The owner pastes the statement of the account and sees which requests it pays. Turned red by: columns that are taken for one another, a
 * line that vanishes from its list without its request, an import that is offered twice.
 */
let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin ??= await administrator(almas);
  await enterAs(page, almas, admin);
});

const written = (days: number) => {
  const [year, month, day] = algiersClock(Date.now() - days * dayMilliseconds)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${day}/${month}/${year}`;
};

test('an owner pastes a statement, confirms what is proposed, and sees what is missing [REC-07]', async ({
  page,
  almas,
}) => {
  const shop = await reseller(almas, admin);
  const known = await shop.call('POST', '/recharge-requests', {
    amount: 4_000,
    method: 'ccp',
    reference: 'Réf 8841220133',
  });
  const near = await shop.call('POST', '/recharge-requests', { amount: 1_750, method: 'ccp' });
  await page.goto('/admin/recharge');
  await page.getByRole('button', { name: 'Rapprochement bancaire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rapprochement bancaire' });
  await expect(dialog.getByText('Aucun écart à montrer')).toBeVisible();
  await dialog.getByText('Importer un relevé').click();
  await dialog.getByLabel('Nom du compte').fill('CCP de la boutique');
  await dialog.getByRole('button', { name: 'Ajouter le compte' }).click();
  await dialog
    .getByRole('textbox', { name: 'Relevé' })
    .fill(
      [
        'Date\tLibellé\tDébit\tCrédit\tSolde',
        `${written(0)}\tVIR 8841220133 BENALI\t\t4 000,00\t104 000,00`,
        `${written(0)}\tFRAIS\t50,00\t\t103 950,00`,
        `${written(0)}\tVERSEMENT\t\t1 750,00\t105 700,00`,
        `${written(5)}\tVERSEMENT\t\t900,50\t106 600,50`,
      ].join('\n'),
    );
  await expect(dialog.getByText('3 lignes d’argent reçu · 1 sortie laissée de côté')).toBeVisible();
  await expect(dialog.getByText('3 nouvelles lignes · 1 rapprochée · 1 à confirmer')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importer 3 lignes' }).click();
  const lines = dialog.getByTestId('bank-line');
  await expect(lines).toHaveCount(3);
  await expect(lines.filter({ hasText: spaced('4 000 DA') })).toContainText(`Demande n° ${known.id}`);
  await expect(lines.filter({ hasText: spaced('900,50 DA') })).toContainText('Aucune demande de ce montant');
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: `Rapprocher de la demande n° ${near.id}` }).click();
  await expect(lines.filter({ hasText: spaced('1 750 DA') })).toContainText('rapprochée par');
  await dialog.getByText('Écarts').click();
  await expect(dialog.getByText('Argent sans demande')).toBeVisible();
  await expect(dialog.getByText(spaced('900,50 DA (1)'))).toBeVisible();
  await dialog.getByRole('button', { name: 'Voir les lignes' }).click();
  await expect(lines).toHaveCount(1);
  await dialog.getByText('Rapprochées').click();
  await expect(lines).toHaveCount(2);
  await dialog.getByRole('button', { name: `Ouvrir la demande n° ${known.id}` }).click();
  await expect(page.getByRole('dialog').last()).toContainText(spaced('4 000 DA'));
  // The request is still to be decided.
  await expect(page.getByRole('dialog').last()).toContainText('En attente');
});
