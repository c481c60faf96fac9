import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, decideAllPending, expectToast, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';
import { spaced } from './support/words.ts';

/* What the owner sets on « Coordonnées et paiement », and where it is used. */
let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await decideAllPending(admin);
  await enterAs(page, almas, admin);
});

async function openBusiness(page: Page, view?: string) {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Coordonnées et paiement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Coordonnées et paiement' });
  if (view) await dialog.getByText(view, { exact: true }).click();
  return dialog;
}

test('a new installation lists its first steps, each ticked by itself, with the address for resellers [WRK-30]', async ({
  page,
  almas,
}) => {
  await page.goto('/admin');
  const steps = page.getByRole('list', { name: 'Premiers pas' });
  await expect(steps.getByRole('listitem')).toHaveCount(7);
  await expect(steps).toContainText(`${almas.baseURL}/register`);
  const payment = steps.getByRole('listitem').filter({ hasText: 'Indiquer où payer' });
  await expect(payment).toContainText('(à faire)');
  await expectAccessible(page);
  await admin.call('PUT', '/business/payment-accounts', {
    items: [{ method: 'ccp', holder: 'Amine Haddad', number: '0012345678', bank: '', qrCode: '' }],
  });
  await page.reload();
  await expect(payment).toContainText('(fait)');
  await admin.call('PUT', '/business/payment-accounts', { items: [] });
});

test('an account that the owner adds is shown, by its method, to a reseller who asks for a recharge [WRK-21]', async ({
  page,
  almas,
  anotherPage,
}) => {
  const dialog = await openBusiness(page);
  await dialog.getByRole('button', { name: 'Ajouter un compte' }).click();
  await dialog.getByLabel('Numéro').fill('0012345678 clé 12');
  await dialog.getByLabel('Titulaire').fill('Amine Haddad');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Réglages enregistrés');
  await expect(dialog.getByRole('list', { name: 'Comptes de paiement' })).toContainText('0012345678 clé 12');

  const phone = await anotherPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await enterAs(phone, almas, await createNamedReseller(almas, admin));
  await phone.goto('/recharge');
  await phone
    .getByRole('main')
    .getByRole('button', { name: /recharge/i })
    .click();
  const payTo = phone.getByRole('region', { name: 'Où payer' });
  await expect(payTo).toContainText('0012345678 clé 12');
  await expect(payTo.getByRole('button', { name: 'Copier le numéro' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSideScroll(phone);
  await phone.getByLabel('Moyen de paiement').selectOption('baridimob');
  await expect(payTo).toContainText('Aucun compte n’est indiqué');
});

test('the phone and hours that the owner sets are on the sign-in [WRK-20]', async ({ page, anotherPage }) => {
  const dialog = await openBusiness(page, 'Contact');
  await dialog.getByLabel('Téléphone').fill('12');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText('Le numéro de téléphone a 6 à 15 chiffres')).toBeVisible();
  await dialog.getByLabel('Téléphone').fill('0550 99 88 77');
  await dialog.getByLabel('Horaires').fill('Samedi à jeudi, 9 h à 18 h');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Réglages enregistrés');
  const visitor = await anotherPage();
  await visitor.context().clearCookies();
  await visitor.goto('/login');
  await expect(visitor.getByRole('link', { name: 'Téléphone : 0550 99 88 77' })).toBeVisible();
  await expect(visitor.getByText('Samedi à jeudi, 9 h à 18 h')).toBeVisible();
});

test('a refusal offers the reasons of the owner’s list, which a screen edits [WRK-12]', async ({
  page,
  almas,
}) => {
  const dialog = await openBusiness(page, 'Raisons de refus');
  await dialog.getByLabel('Demandes de recharge').fill('Reçu flou\nMauvais compte');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Réglages enregistrés');
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 400);
  await page.goto('/admin/recharges');
  await page
    .getByRole('list', { name: 'Demandes de recharge en attente' })
    .getByRole('button', { name: 'Rejeter' })
    .click();
  const refusal = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await refusal.getByRole('button', { name: 'Mauvais compte' }).click();
  await expect(refusal.getByLabel('Raison', { exact: true })).toHaveValue('Mauvais compte');
  await expectAccessible(page);
  await refusal.getByRole('button', { name: 'Rejeter', exact: true }).click();
  await expectToast(page, 'Demande rejetée');
  expect(await admin.call('GET', `/recharge-requests/${id}`)).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Mauvais compte',
  });
});

test('the queue is searched by reference and by amount, filtered, and decided there; the address keeps the search [WRK-11]', async ({
  page,
  almas,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const reseller = await createNamedReseller(almas, admin);
  await reseller.call('POST', '/recharge-requests', { amount: 410, method: 'ccp', reference: 'T159942' });
  await requestRecharge(reseller, 4_321);
  await page.goto('/admin/recharges');
  const rows = page.getByRole('list', { name: 'Demandes de recharge en attente' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: 'Rechercher' });
  await search.fill('T159942');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(spaced('410 DA'));
  await expect(page).toHaveURL(/search=T159942/);
  await search.fill('4321');
  await expect(rows).toContainText(spaced('4 321 DA'));
  await page.reload();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Approuver' }).click();
  await expectToast(page, 'Demande approuvée');
  await search.fill('');
  await page.getByLabel('Méthode').selectOption('baridimob');
  await expect(page.getByText('Aucune demande trouvée')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
  }
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
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Valider', exact: true }).click();
  await expectToast(page, 'Demande Free Fire validée avec succès');
  const { imageUrl } = await admin.call('GET', `/free-fire/requests/${id}`);
  expect(imageUrl).toBe(`/api/free-fire/requests/${id}/proof`);
  const shop = await anotherPage();
  await enterAs(shop, almas, reseller);
  const proof = await shop.request.get(imageUrl);
  expect([proof.status(), proof.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});
