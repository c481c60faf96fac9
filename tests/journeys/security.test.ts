import type { Locator, Page } from '@playwright/test';
import { type Almas, attemptSignIn, expect, pauseClock, signOut, test } from '../support/browser.ts';
import { totp } from '../support/totp.ts';
import { createNamedReseller, expectToast, pressRowAction } from './support/accounts.ts';
import { boxesOf, boxOf, middleOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs } from './support/callers.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from './support/screen-checks.ts';
import { sql } from './support/sql.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

/** The code of an authenticator at the page's time, which is the server's. */
const codeOf = async (page: Page, secret: string) => totp(secret, 0, await page.evaluate(() => Date.now()));

/** Creates an administrator whom no other journey uses. */
async function ownAdministrator(almas: Almas) {
  const reseller = await createNamedReseller(almas, admin);
  await sql(almas, `UPDATE users SET role = 'admin' WHERE id = $1`, [reseller.id]);
  return reseller;
}

const openSecurity = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
  return page.getByRole('dialog', { name: 'Sécurité du compte' });
};

test('a temporary password is replaced at the first sign-in, before any screen', async ({ page, almas }) => {
  const reseller = await createNamedReseller(almas, admin);
  const { temporaryPassword } = await admin.call('POST', `/users/${reseller.id}/temporary-password`);
  await attemptSignIn(page, { email: reseller.email, password: temporaryPassword });
  await expect(page.getByRole('heading', { name: 'Choisissez votre mot de passe' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByLabel('Nouveau mot de passe').fill('123456');
  await page.getByLabel('Confirmer le mot de passe').fill('123457');
  await expect(page.getByText('Ce mot de passe est très courant : il sera facile à deviner.')).toBeVisible();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  await page.getByLabel('Nouveau mot de passe').fill('le-mien-propre');
  await page.getByLabel('Confirmer le mot de passe').fill('le-mien-propre');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

// Turned red by: a result without the pause in which it takes no press: on a phone its button is where the pressed one was.
test('a second tap leaves what is shown once on the screen: a temporary password and new recovery codes', async ({
  page,
  almas,
}) => {
  /** The second tap comes this long after the result is on the screen, by the page's clock. */
  const tapTwice = async (button: Locator, result: Locator, pause: number) => {
    await expect(button).toBeEnabled();
    const { x, y } = await middleOf(button);
    await pauseClock(page);
    await page.mouse.click(x, y);
    await expect(result).toBeVisible();
    await page.clock.runFor(pause);
    await page.mouse.click(x, y);
    await expect(result, `${pause} ms`).toBeVisible();
    await page.clock.runFor(900);
    await page.clock.resume();
  };
  const own = await ownAdministrator(almas);
  const reseller = await createNamedReseller(almas, admin);
  await enterAs(page, almas, own);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await page.goto(`/admin/users?account=${reseller.id}`);
  // The page's clock is moved below, the server's is not.
  const [shown, began] = [await page.evaluate(() => Date.now()), performance.now()];
  const serverNow = () => shown + performance.now() - began;
  const done = page.getByRole('button', { name: 'C’est transmis' });
  for (const pause of [50, 300, 700]) {
    await page.getByRole('button', { name: 'Mot de passe temporaire' }).click();
    await tapTwice(page.getByRole('button', { name: 'Donner un mot de passe' }), done, pause);
    await done.click();
    await expect(done).toHaveCount(0);
  }
  await page.goto('/admin');
  const dialog = await openSecurity(page);
  await dialog.getByText('Double authentification', { exact: true }).click();
  await dialog.getByLabel('Mot de passe actuel').fill('motdepasse');
  await dialog.getByRole('button', { name: 'Activer' }).click();
  const secret = ((await dialog.getByLabel('Clé à saisir à la main').textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  const codes = dialog.getByRole('list', { name: 'Vos dix codes de secours' });
  await dialog.getByLabel('Code à 6 chiffres').fill(await totp(secret, 0, serverNow()));
  await tapTwice(dialog.getByRole('button', { name: 'Confirmer' }), codes, 300);
  await dialog.getByRole('button', { name: 'C’est noté' }).click();
  await tapTwice(dialog.getByRole('button', { name: 'Nouveaux codes de secours' }), codes, 300);
});

test('an administrator turns the second factor on, signs in with it, and confirms a large recharge with it, which is then made', async ({
  page,
  almas,
}) => {
  const own = await ownAdministrator(almas);
  const reseller = await createNamedReseller(almas, admin);
  await enterAs(page, almas, own);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  const dialog = await openSecurity(page);
  await dialog.getByText('Double authentification', { exact: true }).click();
  await expect(dialog.getByText('Ce compte n’est protégé que par son mot de passe.')).toBeVisible();
  await dialog.getByLabel('Mot de passe actuel').fill('motdepasse');
  await dialog.getByRole('button', { name: 'Activer' }).click();
  await expect(dialog.getByRole('img', { name: 'Code QR de la double authentification' })).toBeVisible();
  await expectNoSideScroll(page);
  // The box of the key is below its label and does not cover it.
  const [label, key] = await boxesOf(
    dialog.getByText('Clé à saisir à la main', { exact: true }),
    dialog.getByLabel('Clé à saisir à la main'),
  );
  expect(key?.y).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0));
  const secret = ((await dialog.getByLabel('Clé à saisir à la main').textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  await dialog.getByLabel('Code à 6 chiffres').fill(await codeOf(page, secret));
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(
    dialog.getByRole('list', { name: 'Vos dix codes de secours' }).getByRole('listitem'),
  ).toHaveCount(10);
  const [recovery = ''] = await dialog.getByRole('listitem').allTextContents();
  // A press beside the dialog asks before the codes are gone.
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'Continuer la saisie' }).click();
  await dialog.getByRole('button', { name: 'C’est noté' }).click();
  await expect(dialog.getByText('La double authentification protège ce compte.')).toBeVisible();
  await page.keyboard.press('Escape');
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);

  await attemptSignIn(page, { email: own.email, password: 'motdepasse' });
  await expect(page.getByRole('heading', { name: 'Double authentification' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expectToast(page, 'Code incorrect');
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await sql(almas, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`, [
    own.id,
  ]);
  await sql(almas, 'UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [own.id]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/users?search=${encodeURIComponent(reseller.name)}`);
  const recharge = page
    .getByRole('row')
    .filter({ hasText: reseller.name })
    .getByRole('button', { name: 'Recharger' });
  const form = page.getByRole('dialog', { name: /^Recharger/ });
  // A press within 800 ms after the button has moved is ignored (P29): it is pressed until the form opens.
  await expect(async () => {
    if (await form.isHidden()) await recharge.click({ timeout: 2_000 });
    await expect(form).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await form.getByLabel('Montant (DA)').fill('150000');
  await form.getByRole('button', { name: 'Recharger' }).click();
  const confirm = page.getByRole('button', { name: /Confirmer|Oui/ });
  const stepUp = page.getByRole('dialog', { name: 'Confirmez cette action' });
  await expect(confirm.or(stepUp).first()).toBeVisible();
  if (!(await stepUp.isVisible())) await confirm.click();
  await expect(stepUp).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await stepUp.getByLabel('Code').fill(await codeOf(page, secret));
  await stepUp.getByRole('button', { name: 'Confirmer' }).click();
  await expect(stepUp).toHaveCount(0);
  await expect.poll(async () => (await admin.call('GET', `/users/${reseller.id}`)).balance).toBe(150_000);

  // The export of the accounts asks for a code as well, and goes on after it.
  await sql(almas, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`, [
    own.id,
  ]);
  await sql(almas, 'UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [own.id]);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  await stepUp.getByLabel('Code').fill(await codeOf(page, secret));
  await stepUp.getByRole('button', { name: 'Confirmer' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/);
});

test('a user ends all other sessions in the list of devices', async ({ page, almas, browser }) => {
  const reseller = await createNamedReseller(almas, admin);
  const elsewhere = await browser.newPage({ baseURL: almas.baseURL });
  await attemptSignIn(elsewhere, { email: reseller.email, password: 'motdepasse' });
  await expect(elsewhere).toHaveURL(/\/dashboard$/);
  await enterAs(page, almas, reseller);
  await page.goto('/dashboard');
  const dialog = await openSecurity(page);
  await expect(dialog.getByText('Cet appareil')).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).not.toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer toutes les autres sessions' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('list', { name: 'Sessions ouvertes' })).toBeFocused();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await elsewhere.close();
});

test('an administrator requires the second factor of a reseller, who enrols at the next sign-in', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/users?search=${encodeURIComponent(reseller.name)}`);
  await pressRowAction(page.getByRole('row').filter({ hasText: reseller.name }), 'Détails');
  await page.getByRole('button', { name: 'Demander la double authentification' }).click();
  await expect(page.getByText('Demandée à la prochaine connexion', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await attemptSignIn(page, { email: reseller.email, password: 'motdepasse' });
  await expect(page.getByRole('heading', { name: 'Protégez votre compte' })).toBeVisible();
  const secret = ((await page.getByLabel('Clé à saisir à la main').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code à 6 chiffres').fill(await codeOf(page, secret));
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'C’est noté' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('on a phone an administrator’s security dialog fits its width, and names this device on one line', async ({
  page,
  almas,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(page, almas, await ownAdministrator(almas));
  await page.goto('/admin');
  const dialog = await openSecurity(page);
  const own = dialog.getByText('Cet appareil', { exact: true });
  await expect(own).toBeVisible();
  expect((await boxOf(own)).height).toBeLessThan(30);
  await expect(dialog.getByText(/Dernière utilisation (à l'instant|il y a \d+ min)/).first()).toBeVisible();
  const sections = dialog.locator('fieldset').first();
  await expect
    .poll(() => sections.evaluate((box) => box.scrollWidth - box.clientWidth))
    .toBeLessThanOrEqual(0);
});
