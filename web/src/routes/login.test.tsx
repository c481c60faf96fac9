import type { User } from '@almas/contract/accounts';
import { common } from '@almas/locale/screens/common';
import { security } from '@almas/locale/screens/security';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../tests/support/deferred.ts';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { type Answers, lost, refusal } from '../../tests/api.ts';
import { deskOf } from '../../tests/desk.ts';
import { exactly, expectToast } from '../../tests/expectations.ts';
import { administrator, configuration, emptyList, freeFireService, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';
import { refresh } from '../platform/network/index.ts';

const amine = reseller();
const email = page.getByLabelText('Email', { exact: true });
const secret = page.getByLabelText('Mot de passe', { exact: true });
const submit = page.getByRole('button', { name: 'Se connecter' });

async function signIn(address: string, password = 'motdepasse'): Promise<void> {
  await email.fill(address);
  await secret.fill(password);
  await submit.click();
}

/** What the start page of a reseller asks for. */
const dashboard: Answers = {
  'wallet.operations': { ...emptyList, adjustments: [] },
  'freeFire.service': freeFireService(),
  'purchases.list': emptyList,
  'purchases.quickSales': { items: [] },
  'products.list': emptyList,
  'prices.mine': { version: '1', offers: [] },
  'rechargeRequests.list': emptyList,
  'purchases.today': { codes: 0, paid: 0 },
  'shop.balanceThreshold': { threshold: null },
};
const open = (answers: Answers = {}, path = '/login', user: User | null = null) =>
  openScreen(path, user, { ...dashboard, 'accounts.login': amine, ...answers });

// Turned red by: a sign-in that succeeds without a stored session cookie and shows the empty form again. When the user blocks all
// cookies, Chromium 150 reports them as enabled and stores none.
test('a user whose browser blocks cookies reads this at the sign-in, and no password is sent', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const screen = await open();
  await signIn(amine.email);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      exactly('Votre navigateur bloque les cookies. Autorisez-les pour ce site, puis réessayez.'),
    );
  await expect.element(email).toHaveValue(amine.email);
  expect(screen.sent('accounts.login')).toEqual([]);
  cookies.mockRestore();
});

test('the sign-in form asks for email and password and links to the registration [NAV-01][AUTH-01][AUTH-02]', async () => {
  const screen = await open();
  await expect.element(email).toBeVisible();
  await expect.element(secret).toHaveAttribute('type', 'password');
  await expectAccessible();
  await expectNoSideScroll();
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect.poll(screen.address).toBe('/register');
});

for (const [row, filled, text, left] of [
  ['email [AUTH-03]', secret, 'motdepasse', email],
  ['password [AUTH-04]', email, 'amine@exemple.dz', secret],
] as const)
  test(`the sign-in form sends nothing without the ${row}`, async () => {
    const screen = await open();
    await filled.fill(text);
    await submit.click();
    const sentence = 'Veuillez remplir tous les champs obligatoires';
    await expect.element(page.getByRole('alert')).toHaveTextContent(exactly(sentence));
    await expect.element(left).toHaveFocus();
    await expect.element(left).toHaveAccessibleDescription(sentence);
    expect(screen.sent('accounts.login')).toEqual([]);
  });

const wrong = refusal(401, 'INVALID_CREDENTIALS', 'Email ou mot de passe incorrect');

test('a refused sign-in shows the message of the server and selects the password, so that typing replaces it [AUTH-06][AUTH-07]', async () => {
  const screen = await open({ 'accounts.login': wrong });
  await signIn(amine.email, 'autre-chose');
  await expect.element(page.getByText('Email ou mot de passe incorrect')).toBeVisible();
  expect(screen.address()).toBe('/login');
  await expect.element(secret).toHaveFocus();
  screen.answer({ 'accounts.login': amine });
  await userEvent.keyboard('motdepasse');
  await userEvent.keyboard('{Enter}');
  await expect.poll(screen.address).toBe('/dashboard');
  expect(screen.sent('accounts.login').map(({ body }) => body.password)).toEqual([
    'autre-chose',
    'motdepasse',
  ]);
});

test('a visitor of a guarded page signs in and comes back to it, with a message [AUTH-12][NAV-39][NAV-40]', async () => {
  const screen = await open({}, '/catalog?game=Roblox');
  await expect.poll(screen.address).toBe('/login');
  await signIn(amine.email);
  await expectToast('Connexion réussie!');
  await expect.poll(screen.address).toBe('/catalog?game=Roblox');
});

test('a screen whose session has ended on the server leads to /login at its next call [AUTH-33]', async () => {
  const screen = await open({}, '/operations', amine);
  screen.answer({ 'wallet.operations': refusal(401, 'UNAUTHENTICATED'), 'accounts.session': { user: null } });
  await page.getByText('Débits').click();
  await expect.poll(screen.address).toBe('/login');
});

// Turned red by: a response about the session of before the sign-in that replaces the account of after it.
test('an answer about the session that was asked for before a sign-in, and arrives after it, ends nothing', async () => {
  const held = deferred();
  let answered = false;
  const screen = await open({
    'accounts.session': async () => {
      await held.promise;
      answered = true;
      return { user: null };
    },
  });
  await expect.poll(() => screen.sent('accounts.session')).toHaveLength(1);
  await signIn(amine.email);
  await expect.poll(screen.address).toBe('/dashboard');
  await expect.element(page.getByRole('button', { name: 'Menu du compte' })).toBeVisible();
  screen.answer({ 'accounts.session': { user: amine } });
  held.resolve();
  await expect.poll(() => answered).toBe(true);
  await page.getByRole('link', { name: 'Mes cartes et opérations' }).click();
  await expect.element(page.getByText('Aucune carte achetée')).toBeVisible();
});

const contact = {
  ...configuration,
  contact: { phone: '0550 12 34 56', email: 'aide@almas.dz', hours: 'Tous les jours, 9 h à 20 h' },
};

test('the sign-in says whom to ask about a forgotten password, and how to reach them when that is configured', async () => {
  await open();
  await expect.element(page.getByText('Mot de passe oublié ?')).toBeVisible();
  await expect
    .element(page.getByText(/Demandez un mot de passe temporaire à l’administrateur/))
    .toBeVisible();
  await expect.element(page.css('a[href^="tel:"], a[href^="mailto:"]')).toHaveLength(0);
  await open({ 'configuration.get': contact });
  await expect
    .element(page.getByRole('link', { name: 'Téléphone : 0550 12 34 56' }))
    .toHaveAttribute('href', 'tel:0550123456');
  await expect
    .element(page.getByRole('link', { name: 'Email : aide@almas.dz' }))
    .toHaveAttribute('href', 'mailto:aide@almas.dz');
  await expect.element(page.getByText('Tous les jours, 9 h à 20 h')).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
});

test('a pending account that signs in sees whom to ask', async () => {
  const waiting = reseller({ status: 'pending' });
  await open({ 'accounts.login': waiting, 'configuration.get': contact });
  await signIn(waiting.email);
  await expect.element(page.getByRole('heading', { name: "Compte en attente d'activation" })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Téléphone : 0550 12 34 56' })).toBeVisible();
  await expectAccessible();
});

test('a disabled account that signs in gets its own message [AUTH-09]', async () => {
  await open({ 'accounts.login': refusal(403, 'ACCOUNT_DISABLED', 'Ce compte a été désactivé') });
  await signIn(amine.email);
  await expect.element(page.getByText('Ce compte a été désactivé')).toBeVisible();
});

for (const [row, message, shown] of [
  ['shows its own message [AUTH-10]', 'auth/internal: quota', 'auth/internal: quota'],
  ['without a message shows the default [AUTH-11]', '', 'Erreur de connexion'],
] as const)
  test(`any other error of the sign-in ${row}`, async () => {
    await open({ 'accounts.login': refusal(422, 'INVALID_INPUT', message) });
    await signIn(amine.email);
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
  });

test('an administrator who signs in goes to /admin [NAV-52]', async () => {
  const screen = await open({ ...deskOf({}).answers, 'accounts.login': administrator() });
  await signIn('admin@almas.test');
  await expect.poll(screen.address).toBe('/admin');
});

// Turned red by: a sign-in that leaves for the dashboard as soon as the session is read again. The codes are shown once.
test('the recovery codes of a second factor stay until the administrator has noted them, though the session is read again', async () => {
  const nadia = administrator({ secondFactor: true });
  const screen = await open({
    ...deskOf({}).answers,
    'accounts.login': { pending: 'enrolment' },
    'signIn.beginEnrolment': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Almas?secret=ABCDEFGH' },
    'signIn.confirmEnrolment': { ...nadia, recoveryCodes: ['AAAA-1111', 'BBBB-2222'] },
  });
  await signIn(nadia.email);
  await page.getByRole('textbox', { name: 'Code à 6 chiffres' }).fill('123456');
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect.element(page.getByText('BBBB-2222')).toBeVisible();
  screen.answer({ 'accounts.session': { user: nadia } });
  await refresh('accounts');
  await expect.element(page.getByText('BBBB-2222')).toBeVisible();
  expect(screen.address()).toBe('/login');
  await page.getByRole('button', { name: 'C’est noté' }).click();
  await expect.poll(screen.address).toBe('/admin');
});

const choosePassword = async () => {
  await page.getByLabelText(security.signIn.password, { exact: true }).fill('nouveau-secret-7391');
  await page.getByLabelText(security.signIn.confirmation, { exact: true }).fill('nouveau-secret-7391');
};
const goOn = () => page.getByRole('button', { name: security.signIn.submit }).click();

// Turned red by: the refusal of a link, or of a step, that the lost press has used.
test.each([
  ['the link of a reset', 'signIn.completeReset', 'RESET_LINK_INVALID'],
  ['a temporary password', 'signIn.setPassword', 'SIGN_IN_EXPIRED'],
] as const)(
  'a new password by %s whose answer was lost may be set, and the sign-in says to try it',
  async (_, name, code) => {
    const path = name === 'signIn.completeReset' ? `/login#reset=${'a'.repeat(43)}` : '/login';
    const screen = await open(
      {
        'accounts.login': { pending: 'password' },
        'signIn.checkPassword': { common: false, accepted: true },
        [name]: lost,
      },
      path,
    );
    if (name === 'signIn.setPassword') await signIn(amine.email);
    await choosePassword();
    await goOn();
    await expectToast(security.passwordLost);
    screen.answer({ [name]: refusal(422, code, 'Refusé') });
    await goOn();
    await expect.element(submit).toBeVisible();
    await expectToast(security.passwordLost);
    expect(screen.sent(name)).toHaveLength(2);
  },
);

// Turned red by: a sentence that the network has failed alone. The factor is active, and its recovery codes were never shown.
test('a second factor whose answer was lost may be active, and the sign-in says to use it and to renew its codes', async () => {
  const screen = await open({
    'accounts.login': { pending: 'enrolment' },
    'signIn.beginEnrolment': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Almas?secret=ABCDEFGH' },
    'signIn.confirmEnrolment': lost,
  });
  await signIn(amine.email);
  await page.getByRole('textbox', { name: 'Code à 6 chiffres' }).fill('123456');
  const confirm = page.getByRole('button', { name: 'Confirmer' });
  await confirm.click();
  await expectToast(security.enrolmentLost);
  screen.answer({ 'signIn.confirmEnrolment': refusal(422, 'SIGN_IN_EXPIRED', 'Refusé') });
  await confirm.click({ position: { x: 4, y: 4 } });
  await expect.element(submit).toBeVisible();
  await expectToast(security.enrolmentLost);
  expect(screen.sent('signIn.confirmEnrolment')).toHaveLength(2);
});

// Turned red by: a form that does nothing and says nothing.
test('a forgotten password without an address says at the field what is missing, and sends nothing', async () => {
  const screen = await open({
    'configuration.get': { ...configuration, passwordReset: true },
    'accounts.login': refusal(401, 'INVALID_CREDENTIALS', 'Refusé'),
  });
  await signIn(amine.email);
  await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  await page.getByRole('button', { name: security.signIn.send }).click();
  await expect.element(email).toHaveAccessibleDescription(new RegExp(common.requiredFields));
  await expect.element(email).toHaveFocus();
  expect(screen.sent('signIn.requestReset')).toEqual([]);
});

test('a reseller who signs in after asking for an administrator’s page goes to the dashboard', async () => {
  const screen = await open({}, '/admin/users');
  await expect.poll(screen.address).toBe('/login');
  await signIn(amine.email);
  await expect.poll(screen.address).toBe('/dashboard');
});

test('a signed-in user is redirected from /login and /register', async () => {
  for (const path of ['/login', '/register']) {
    const screen = await open({}, path, amine);
    await expect.poll(screen.address).toBe('/dashboard');
  }
});

// Turned red by: a link that is read once, when the page is opened.
test('the link of an e-mail asks for the new password, also in a window that shows the sign-in, and its token leaves the address', async () => {
  const link = (letter: string) => `/login#reset=${letter.repeat(43)}`;
  const screen = await open({
    'signIn.checkPassword': { common: false, accepted: true },
    'signIn.completeReset': () => undefined,
  });
  const title = page.getByRole('heading', { name: 'Nouveau mot de passe' });
  await expect.element(title).toHaveLength(0);
  for (const letter of ['a', 'b']) {
    screen.go(link(letter));
    await expect.element(title).toBeVisible();
    await expect.poll(screen.address).toBe('/login');
  }
  await page.getByLabelText('Nouveau mot de passe', { exact: true }).fill('motdepasse2');
  await page.getByLabelText('Confirmer le mot de passe', { exact: true }).fill('motdepasse2');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect.element(submit).toBeVisible();
  expect(screen.sent('signIn.completeReset').map(({ body }) => body.token)).toEqual(['b'.repeat(43)]);
  const opened = await open({}, link('c'));
  await expect.element(title).toBeVisible();
  await expect.poll(opened.address).toBe('/login');
});
