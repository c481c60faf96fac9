import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { type Answers, lost, refusal } from '../../tests/api.ts';
import { exactly } from '../../tests/expectations.ts';
import { reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';
import { keepDrafts } from '../platform/session/unsaved.ts';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const missing = 'Veuillez remplir tous les champs obligatoires';
const details = { Prénom: 'Nadia', Nom: 'Cherif', Entreprise: 'El Bahdja', Téléphone: '0555 61 07 72' };
const nadia = reseller({ email: 'nadia@exemple.dz', status: 'pending' });

async function fillAccess(email = nadia.email, password = 'secret') {
  await field('Email').fill(email);
  await field('Mot de passe').fill(password);
  await field('Confirmer le mot de passe').fill(password);
  await press('Continuer');
}
async function fillDetails() {
  for (const [label, text] of Object.entries(details)) await field(label).fill(text);
}
const open = (answers: Answers = {}) =>
  openScreen('/register', null, {
    'accounts.register': nadia,
    'accounts.login': nadia,
    'signIn.checkPassword': { common: false, accepted: true },
    ...answers,
  });

test('step 1 of the registration asks for email, password and confirmation, and leads to step 2 [NAV-02][AUTH-14][AUTH-15]', async () => {
  await open();
  for (const label of ['Email', 'Mot de passe', 'Confirmer le mot de passe'])
    await expect.element(field(label)).toBeVisible();
  await press('Continuer');
  await expect.element(page.getByRole('alert')).toHaveTextContent(exactly(missing));
  await expect.element(field('Email')).toHaveFocus();
  await expect.element(field('Email')).toHaveAccessibleDescription('');
  for (const label of ['Email', 'Mot de passe', 'Confirmer le mot de passe'])
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  // The invalid field that has the focus is as red as the others.
  const colours = () => {
    const [focused, other] = page
      .css('[aria-invalid="true"]')
      .elements()
      .map((box) => getComputedStyle(box));
    return focused?.outlineColor === other?.borderTopColor;
  };
  await expect.poll(colours).toBe(true);
  await expect.element(field('Prénom')).toHaveLength(0);
  await fillAccess();
  await expect.element(field('Prénom')).toHaveFocus();
});

test('step 1 of the registration requires every field [AUTH-18]', async () => {
  await open();
  const all = { Email: 'a@exemple.dz', 'Mot de passe': 'secret', 'Confirmer le mot de passe': 'secret' };
  for (const left of Object.keys(all)) {
    for (const [label, text] of Object.entries(all)) await field(label).fill(label === left ? '' : text);
    await press('Continuer');
    await expect.element(page.getByRole('alert')).toHaveTextContent(exactly(missing));
    await expect.element(field(left)).toHaveFocus();
    await expect.element(field(left)).toHaveAccessibleDescription(missing);
  }
});

test('the registration requires two equal passwords of at least 6 characters [AUTH-19][AUTH-20]', async () => {
  await open();
  await field('Email').fill('a@exemple.dz');
  for (const [password, confirmation, problem, at] of [
    ['secret', 'secrets', 'Les mots de passe ne correspondent pas', 'Confirmer le mot de passe'],
    ['abcde', 'abcde', 'Le mot de passe doit contenir au moins 6 caractères', 'Mot de passe'],
  ] as const) {
    await field('Mot de passe').fill(password);
    await field('Confirmer le mot de passe').fill(confirmation);
    await press('Continuer');
    await expect.element(page.getByRole('alert')).toHaveTextContent(exactly(problem));
    await expect.element(field(at)).toHaveFocus();
    await expect.element(field(at)).toHaveAccessibleDescription(problem);
  }
  await field('Mot de passe').fill('abcdef');
  await field('Confirmer le mot de passe').fill('abcdef');
  await press('Continuer');
  await expect.element(field('Prénom')).toBeVisible();
});

test('step 2 of the registration requires four fields and offers three more [AUTH-16][AUTH-17][AUTH-21]', async () => {
  await open();
  await fillAccess();
  for (const label of Object.keys(details))
    await expect.element(field(label)).toHaveAttribute('required', '');
  for (const label of ['Adresse', 'Ville', 'Code postal'])
    await expect.element(field(label)).not.toHaveAttribute('required', '');
  // The server's limit: a longer text would be refused after the last step.
  await expect.element(field('Entreprise')).toHaveAttribute('maxlength', '200');
  for (const left of Object.keys(details)) {
    await fillDetails();
    await field(left).fill(' ');
    await press('Créer mon compte');
    await expect.element(page.getByRole('alert')).toHaveTextContent(exactly(missing));
    await expect.element(field(left)).toHaveFocus();
    await expect.element(field(left)).toHaveAccessibleDescription(missing);
  }
});

test('a taken email is reported on step 1 of the registration, where it is typed [AUTH-23]', async () => {
  const taken = 'Cette adresse email est déjà utilisée';
  await open({ 'accounts.register': refusal(409, 'EMAIL_TAKEN', taken) });
  await fillAccess();
  await fillDetails();
  await press('Créer mon compte');
  await expect.element(page.getByText(taken)).toBeVisible();
  await expect.element(field('Email')).toHaveValue(nadia.email);
  await expect.element(field('Email')).toHaveFocus();
  await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Email')).toHaveAccessibleDescription(taken);
  // The input of step 2 is kept, and the registration continues with another address.
  await field('Email').fill('autre@exemple.dz');
  await expect.element(page.getByText(taken)).toHaveLength(0);
  await press('Continuer');
  await expect.element(field('Prénom')).toHaveValue(details.Prénom);
});

test('the registration reports a password that the server finds weak [AUTH-24]', async () => {
  await open({ 'accounts.register': refusal(422, 'WEAK_PASSWORD', 'Le mot de passe est trop faible') });
  await fillAccess();
  await fillDetails();
  await press('Créer mon compte');
  await expect.element(page.getByText('Le mot de passe est trop faible')).toBeVisible();
  await expect.element(field('Mot de passe')).toHaveFocus();
});

test('the registration warns of a common password and accepts it', async () => {
  await open({ 'signIn.checkPassword': { common: true, accepted: true } });
  await field('Email').fill(nadia.email);
  await field('Mot de passe').fill('azerty123');
  await field('Confirmer le mot de passe').fill('azerty123');
  const warning = page.getByText('Ce mot de passe est très courant : il sera facile à deviner.');
  await expect.element(warning).toBeVisible();
  await press('Continuer');
  await expect.element(field('Prénom')).toBeVisible();
});

test('the registration reports an invalid email [AUTH-25]', async () => {
  await open();
  await fillAccess('amine');
  await expect.element(page.getByText('Adresse email invalide')).toBeVisible();
  await expect.element(field('Email')).toHaveFocus();
});

test('the second step of the registration is accessible and fits a phone, also with its mistakes', async () => {
  await open();
  await fillAccess();
  await press('Créer mon compte');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
});

// Turned red by: « Cette adresse email est déjà utilisée » for the account that the first try has made.
test('a registration whose response was lost enters the account when it is sent again with the same password, and refuses another', async () => {
  const taken = refusal(409, 'EMAIL_TAKEN', 'Cette adresse email est déjà utilisée');
  const screen = await open({ 'accounts.register': lost });
  await fillAccess();
  await fillDetails();
  await press('Créer mon compte');
  await expect.poll(() => screen.sent('accounts.register')).toHaveLength(1);
  screen.answer({ 'accounts.register': taken, 'accounts.session': { user: nadia } });
  await press('Créer mon compte');
  await expect
    .poll(() => screen.sent('accounts.login').map(({ body }) => body))
    .toEqual([{ email: nadia.email, password: 'secret' }]);
  await expect.poll(() => screen.address()).not.toMatch(/^\/register/);

  const other = await open({ 'accounts.register': taken });
  await fillAccess();
  await fillDetails();
  await press('Créer mon compte');
  await expect.element(page.getByText('Cette adresse email est déjà utilisée')).toBeVisible();
  expect(other.sent('accounts.login')).toEqual([]);
});

// Turned red by: a form with a password field that counts as a form with a password.
test('a registration survives a reload whole until a password is typed', async () => {
  await open();
  await field('Email').fill(nadia.email);
  await expect.poll(keepDrafts).toBe(true);
  await field('Mot de passe').fill('secret');
  await expect.poll(keepDrafts).toBe(false);
});
