import type { User } from '@almas/contract/accounts';
import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { type Answers, refusal } from '../../tests/api.ts';
import { everyPage } from '../../tests/every-page.ts';
import { press, takesPresses, textsOf, toasts } from '../../tests/expectations.ts';
import { administrator, configuration, product, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';
import { toastsOf } from '../lib/toast-store.ts';

const sold = product({ id: 'p1' });
const open = (path: string, user: User | null, answers: Answers = {}) =>
  openScreen(path, user, { ...everyPage({ products: [sold] }), ...answers });

/** Refuses each call with the next sentence. */
function refusals() {
  const left = ['Premier refus', 'Second refus'];
  return () => refusal(422, 'INVALID_INPUT', left.shift());
}

/** The only toast; the pointer on it keeps it from timing out: it disappears only when it is replaced or removed. */
async function expectOnly(text: string | RegExp): Promise<void> {
  const lines = toasts().css('p');
  await expect.poll(() => textsOf(lines)).toEqual([expect.stringMatching(text)]);
  await userEvent.hover(lines);
}
async function expectEachReplaces(again: () => Promise<void>): Promise<void> {
  for (const sentence of ['Premier refus', 'Second refus']) {
    await again();
    await expectOnly(sentence);
  }
}
const pressAgain = (control: Locator, key = '{Enter}') => press(control, key);

test('a second failure of a code import replaces the first, and closing the dialog removes it', async () => {
  await open('/admin/products/p1/edit', administrator());
  await page.getByRole('button', { name: 'Importer des codes' }).click();
  const dialog = page.getByRole('dialog', { name: /Importer des codes/ });
  const submit = dialog.getByRole('button', { name: /^Importer/ });
  await submit.click();
  await expectOnly('Codes manquants – Veuillez saisir les codes à importer');
  await dialog.getByRole('textbox', { name: 'Codes' }).fill(' \n \t');
  await pressAgain(submit);
  await expectOnly('Codes invalides – Aucun code valide trouvé');
  await pressAgain(dialog.getByRole('button', { name: 'Annuler' }));
  await expect.element(dialog).toHaveLength(0);
  await expect.element(toasts().css('p')).toHaveLength(0);
});

test('a second failure of the edit form of a product replaces the first', async () => {
  await open('/admin/products/p1/edit', administrator(), { 'products.update': refusals() });
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true });
  const name = page.getByLabelText(/^Nom du produit/);
  await name.fill('');
  await pressAgain(save);
  await expectOnly(/^Informations invalides/);
  await name.fill('Autre nom');
  await expectEachReplaces(() => pressAgain(save));
});

test('a second failure of the Free Fire service replaces the first, and leaving the screen removes it', async () => {
  await open('/admin/freefire', administrator(), { 'freeFire.configure': refusals() });
  await expectEachReplaces(() => pressAgain(page.getByRole('switch', { name: 'Mode maintenance' }), ' '));
  await pressAgain(page.getByRole('link', { name: 'Gestion des comptes' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des comptes' })).toBeVisible();
  await expect.element(toasts().css('p')).toHaveLength(0);
});

test('a second wrong code at the sign-in replaces the message of the first', async () => {
  await open('/login', null, {
    'accounts.login': { pending: 'second-factor' } as never,
    'signIn.secondFactor': refusals(),
  });
  await page.getByLabelText('Email', { exact: true }).fill('amine@exemple.dz');
  await page.getByLabelText('Mot de passe', { exact: true }).fill('any password');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  const code = page.getByLabelText(/^Code/);
  await expectEachReplaces(async () => {
    await code.fill('123456');
    await pressAgain(code);
  });
});

test('a second failure of the contact form replaces the first', async () => {
  await open('/dashboard', reseller(), {
    'configuration.get': { ...configuration, extensions: ['contact-delivery'] },
    'contact.send': refusals(),
  });
  await page.getByRole('button', { name: 'Contacter l’admin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Bonjour');
  const send = dialog.getByRole('button', { name: 'Envoyer', exact: true });
  await takesPresses(send);
  await expectEachReplaces(() => pressAgain(send));
});

// Turned red by: a repeated message that goes when the time of the first is over.
test('a failure that comes again while its message is shown is shown for its whole time again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open('/login', null);
  const refused = () => toastsOf('cashier-sign-in').error('Code incorrect');
  const line = toasts().getByText('Code incorrect');
  refused();
  await expect.element(line).toBeVisible();
  vi.advanceTimersByTime(4_900);
  refused();
  await expect.element(line).toBeVisible();
  vi.advanceTimersByTime(4_900);
  await expect.element(line).toBeVisible();
  vi.advanceTimersByTime(200);
  await expect.element(line).not.toBeInTheDocument();
});
