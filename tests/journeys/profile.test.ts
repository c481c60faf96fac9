import { formatDate } from '@almas/locale/formats';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { section } from './support/sections.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
let me: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  me = await reseller(almas, admin, { balance: 12_500 });
  await enterAs(page, almas, me);
  await page.goto('/profile');
});

test('the profile shows the personal information, the address and the account [PRF-01][PRF-02][PRF-03]', async ({
  page,
}) => {
  await me.call('PATCH', '/me', { address: '12 rue des Frères', city: 'Sétif', postalCode: '19000' });
  await page.reload();
  const personal = section(page, 'Informations personnelles');
  for (const text of ['Amine', 'Benali', me.email, '0550123456', 'Cyber Sétif'])
    await expect(personal.getByText(text, { exact: true })).toBeVisible();
  const address = section(page, 'Adresse');
  for (const text of ['12 rue des Frères', 'Sétif', '19000'])
    await expect(address.getByText(text, { exact: true })).toBeVisible();
  const account = section(page, 'Compte');
  await expect(account.getByTestId('profile-balance')).toHaveText(spaced('12 500 DA'));
  await expect(account.getByText('Actif', { exact: true })).toBeVisible();
  const { createdAt } = await me.call('GET', '/me');
  const since = formatDate(createdAt);
  await expect(account).toContainText(`Membre depuis${since}`);
});

test('a user can edit every field of the profile but the email, and sees the stored values afterwards [PRF-04][PRF-05][PRF-09][PRM-13][ERR-36]', async ({
  page,
}) => {
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Prénom')).toBeFocused();
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(me.email);
  await expect(email).not.toBeEditable();
  await page.getByLabel('Prénom').fill('  Yasmine ');
  await page.getByLabel('Nom', { exact: true }).fill('Kaci');
  await page.getByLabel('Téléphone').fill('');
  await page.getByLabel('Entreprise').fill('Kaci Jeux');
  await page.getByLabel('Adresse').fill('3 place de la Source');
  await page.getByLabel('Ville').fill('Béjaïa');
  await page.getByLabel('Code postal').fill('06000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Modifier' })).toBeFocused();
  const personal = section(page, 'Informations personnelles');
  for (const text of ['Yasmine', 'Kaci', 'Kaci Jeux', me.email])
    await expect(personal.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText('Yasmine Kaci · Kaci Jeux')).toBeVisible();
  const stored = await me.call('GET', '/me');
  expect(stored).toMatchObject({
    firstName: 'Yasmine',
    lastName: 'Kaci',
    phone: '',
    company: 'Kaci Jeux',
    address: '3 place de la Source',
    city: 'Béjaïa',
    postalCode: '06000',
    email: me.email,
  });
});

test('`Annuler` discards what was typed in the profile [PRF-04]', async ({ page }) => {
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Autre');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText('Autre')).toHaveCount(0);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.getByLabel('Prénom')).toHaveValue('Amine');
});

test('a failed update of the profile shows its fallback and keeps what was typed [ERR-15]', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Nadia');
  await page.route('**/api/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const failed = 'Erreur lors de la mise à jour du profil';
  await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
  await expect(page.getByLabel('Prénom')).toHaveValue('Nadia');
});

test('the balance in the profile follows a recharge without a reload [PRF-03]', async ({ page }) => {
  await openLive(page, () => page.reload());
  await admin.call('POST', `/users/${me.id}/recharge`, { amount: 500 });
  await expect(page.getByTestId('profile-balance')).toHaveText(spaced('13 000 DA'));
});

test('the profile and its edit mode are accessible and fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(section(page, 'Compte')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
