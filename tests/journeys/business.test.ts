import { expect, test } from '../support/browser.ts';
import { createNamedReseller, decideAllPending, expectToast, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';

/* What the owner sets on « Coordonnées et paiement », and where it is used. */
let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await decideAllPending(admin);
  await enterAs(page, almas, admin);
});

test('the account that the owner adds is shown to a reseller who asks for a recharge, the phone and the hours to a visitor, and a refusal offers the owner’s reasons [WRK-12][WRK-20][WRK-21][WRK-30]', async ({
  page,
  almas,
  anotherPage,
}) => {
  await page.goto('/admin');
  const payment = page.getByRole('list', { name: 'Premiers pas' }).getByText('Indiquer où payer (à faire)');
  await expect(payment).toBeVisible();
  await page.getByRole('button', { name: 'Coordonnées et paiement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Coordonnées et paiement' });
  const save = async () => {
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(page, 'Réglages enregistrés');
  };
  await dialog.getByRole('button', { name: 'Ajouter un compte' }).click();
  await dialog.getByLabel('Numéro').fill('0012345678 clé 12');
  await dialog.getByLabel('Titulaire').fill('Amine Haddad');
  await save();
  await expect(dialog.getByRole('list', { name: 'Comptes de paiement' })).toContainText('0012345678 clé 12');
  await dialog.getByText('Contact', { exact: true }).click();
  await dialog.getByLabel('Téléphone').fill('0550 99 88 77');
  await dialog.getByLabel('Horaires').fill('Samedi à jeudi, 9 h à 18 h');
  await save();
  await dialog.getByText('Raisons de refus', { exact: true }).click();
  await dialog.getByLabel('Demandes de recharge').fill('Reçu flou\nMauvais compte');
  await save();

  const other = await anotherPage();
  await other.context().clearCookies();
  await other.goto('/login');
  await expect(other.getByRole('link', { name: 'Téléphone : 0550 99 88 77' })).toBeVisible();
  await expect(other.getByText('Samedi à jeudi, 9 h à 18 h')).toBeVisible();
  const reseller = await createNamedReseller(almas, admin);
  await enterAs(other, almas, reseller);
  await other.goto('/recharge');
  await other
    .getByRole('main')
    .getByRole('button', { name: /recharge/i })
    .click();
  await expect(other.getByRole('region', { name: 'Où payer' })).toContainText('0012345678 clé 12');

  const { id } = await requestRecharge(reseller, 400);
  await page.goto('/admin');
  await expect(page.getByText('Demandes de recharge', { exact: true })).toBeVisible();
  await expect(payment).toHaveCount(0);
  await page.goto('/admin/recharges');
  await page.getByRole('main').getByRole('button', { name: 'Rejeter' }).click();
  const refusal = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await refusal.getByRole('button', { name: 'Mauvais compte' }).click();
  await refusal.getByRole('button', { name: 'Rejeter', exact: true }).click();
  await expectToast(page, 'Demande rejetée');
  expect(await admin.call('GET', `/recharge-requests/${id}`)).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Mauvais compte',
  });
});

test('a picture that is pasted into a Free Fire validation becomes its proof, which the reseller opens [WRK-22]', async ({
  page,
  almas,
  anotherPage,
}) => {
  await openAllDay(admin);
  await refusePendingTopUps(admin);
  const reseller = await createNamedReseller(almas, admin, { balance: 1_000 });
  const id = await requestTopUp(reseller, '3330000001');
  await page.goto('/admin/freefire');
  await page.getByTestId('pending-item').getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Valider la demande' });
  await expect(dialog).toBeVisible();
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [300, 600];
    canvas.getContext('2d')?.fillRect(20, 20, 100, 100);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('no picture');
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], 'capture.png', { type: 'image/png' }));
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(dialog.getByText('Image envoyée : elle servira de preuve.')).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'Preuve envoyée' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Valider', exact: true }).click();
  await expectToast(page, 'Demande Free Fire validée avec succès');
  const { imageUrl } = await admin.call('GET', `/free-fire/requests/${id}`);
  expect(imageUrl).toMatch(new RegExp(`^/api/free-fire/requests/${id}/proof\\?photo=`));
  const shop = await anotherPage();
  await enterAs(shop, almas, reseller);
  const proof = await shop.request.get(imageUrl);
  expect([proof.status(), proof.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});
