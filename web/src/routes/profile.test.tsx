import { formatDate } from '@almas/locale/formats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { type Answers, refusal } from '../../tests/api.ts';
import { exactly, section } from '../../tests/expectations.ts';
import { reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const me = reseller({
  balance: 12_500,
  address: '12 rue des Frères',
  city: 'Sétif',
  postalCode: '19000',
});
const open = (answers: Answers = {}) => openScreen('/profile', me, answers);
const field = (label: string) => page.getByLabelText(label, { exact: true });

test('the profile shows the personal information, the address and the account [PRF-01][PRF-02][PRF-03]', async () => {
  await open();
  for (const text of ['Amine', 'Benali', me.email, '0550123456', 'Cyber Sétif'])
    await expect.element(section('Informations personnelles').getByText(text, { exact: true })).toBeVisible();
  for (const text of ['12 rue des Frères', 'Sétif', '19000'])
    await expect.element(section('Adresse').getByText(text, { exact: true })).toBeVisible();
  const account = section('Compte');
  await expect.element(account.getByTestId('profile-balance')).toHaveTextContent(exactly('12 500 DA'));
  await expect.element(account.getByText('Actif', { exact: true })).toBeVisible();
  await expect.element(account).toHaveTextContent(`Membre depuis${formatDate(me.createdAt)}`);
});

test('a user can edit every field of the profile but the email, and sees the stored values afterwards [PRF-04][PRF-05][PRF-09][PRM-13][ERR-36]', async () => {
  const given = {
    firstName: 'Yasmine',
    lastName: 'Kaci',
    phone: '',
    company: 'Kaci Jeux',
    address: '3 place de la Source',
    city: 'Béjaïa',
    postalCode: '06000',
  };
  const stored = { ...me, ...given, displayName: 'Yasmine Kaci' };
  const screen = await open({
    'accounts.updateMe': () => {
      screen.answer({ 'accounts.session': { user: stored } });
      return stored;
    },
  });
  await expect.element(page.getByRole('textbox')).toHaveLength(0);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect.element(field('Prénom')).toHaveFocus();
  await expect.element(page.getByLabelText('Email')).toHaveValue(me.email);
  await expect.element(page.getByLabelText('Email')).toHaveAttribute('readonly');
  for (const [label, text] of [
    ['Prénom', '  Yasmine '],
    ['Nom', 'Kaci'],
    ['Téléphone', ''],
    ['Entreprise', 'Kaci Jeux'],
    ['Adresse', '3 place de la Source'],
    ['Ville', 'Béjaïa'],
    ['Code postal', '06000'],
  ] as const)
    await field(label).fill(text);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: 'Modifier' })).toHaveFocus();
  for (const text of ['Yasmine', 'Kaci', 'Kaci Jeux', me.email])
    await expect.element(section('Informations personnelles').getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Yasmine Kaci · Kaci Jeux')).toBeVisible();
  expect(screen.sent('accounts.updateMe').map(({ body }) => body)).toEqual([given]);
});

// Turned red by: a form that writes back what another device has changed since it was opened.
test('a field of the profile that was not typed in is not sent [PRF-04]', async () => {
  const screen = await open({ 'accounts.updateMe': me });
  await page.getByRole('button', { name: 'Modifier' }).click();
  await field('Ville').fill('Béjaïa');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  expect(screen.sent('accounts.updateMe').map(({ body }) => body)).toEqual([{ city: 'Béjaïa' }]);
});

test('`Annuler` discards what was typed in the profile [PRF-04]', async () => {
  await open();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await field('Prénom').fill('Autre');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect.element(page.getByText('Autre')).toHaveLength(0);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect.element(field('Prénom')).toHaveValue('Amine');
});

test('a failed update of the profile shows its fallback and keeps what was typed [ERR-15]', async () => {
  await open({ 'accounts.updateMe': refusal(422, 'INVALID_INPUT') });
  await page.getByRole('button', { name: 'Modifier' }).click();
  await field('Prénom').fill('Nadia');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const failed = 'Erreur lors de la mise à jour du profil';
  await expect.element(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
  await expect.element(field('Prénom')).toHaveValue('Nadia');
});

test('the balance in the profile follows a recharge without a reload [PRF-03]', async () => {
  const screen = await open();
  screen.answer({ 'accounts.session': { user: { ...me, balance: 13_000 } } });
  await screen.emit({ type: 'balance' });
  await expect.element(page.getByTestId('profile-balance')).toHaveTextContent(exactly('13 000 DA'));
});

test('the profile and its edit mode are accessible and fit a phone', async () => {
  await open();
  await expect.element(section('Compte')).toBeVisible();
  await expectNoSideScroll();
  await expectAccessible();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expectNoSideScroll();
  await expectAccessible();
});
