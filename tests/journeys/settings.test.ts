import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { withoutLiveEvents } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { section } from './support/sections.ts';
import { sql } from './support/sql.ts';

let me: Caller;
test.beforeEach(async ({ almas, page }) => {
  me = await reseller(almas, await administrator(almas));
  await enterAs(page, almas, me);
});

const toggle = (page: Page, name: string) => page.getByRole('switch', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' });
const saved = (page: Page) => page.getByText('Paramètres sauvegardés');
const stored = (page: Page, id: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `almas.settings.${id}`);

async function open(page: Page) {
  await page.goto('/settings');
  await expect(save(page)).toBeVisible();
}

test('the settings have switches for notifications and security with their defaults [SET-01][SET-02][SET-03][SET-06][SET-07]', async ({
  page,
}) => {
  await open(page);
  const notifications = section(page, 'Notifications').getByRole('switch');
  await expect(notifications).toHaveCount(4);
  await expect(section(page, 'Sécurité').getByRole('switch')).toHaveCount(2);
  for (const name of ['Notifications par email', 'Notifications push', 'Alertes de connexion'])
    await expect(toggle(page, name)).toBeChecked();
  for (const name of ['Notifications par SMS', 'Offres et nouveautés', 'Authentification à deux facteurs'])
    await expect(toggle(page, name)).not.toBeChecked();
  // The product sends none of these messages: the screen says so, and names the notifications that exist.
  await expect(section(page, 'Notifications')).toContainText('aucun email ni SMS n’est envoyé');
});

test('the settings are stored in the browser after one simulated second, without a call [SET-04][SET-05][SET-08][SET-09][SET-10][SET-11][SET-12]', async ({
  page,
}) => {
  await page.clock.install();
  await withoutLiveEvents(page);
  await open(page);
  await page.waitForLoadState('networkidle');
  await toggle(page, 'Notifications par SMS').check();
  await page.clock.pauseAt(Date.now() + 60_000);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The bell polls the notifications every 30 seconds.
    if (pathname.startsWith('/api/') && pathname !== '/api/notifications') calls.push(pathname);
  });
  await save(page).click();
  await page.clock.runFor(990);
  await expect(save(page)).toHaveAttribute('aria-busy', 'true');
  expect(await stored(page, me.id)).toBeNull();
  await page.clock.runFor(20);
  await expect(saved(page)).toBeVisible();
  await page.clock.runFor(500);
  expect(calls).toEqual([]);
  expect(await stored(page, me.id)).toEqual({
    emailNotifications: true,
    pushNotifications: true,
    smsNotifications: true,
    marketingEmails: false,
    twoFactorAuth: false,
    loginAlerts: true,
    theme: 'system',
    language: 'fr',
    currency: 'DZD',
    profileVisibility: 'private',
    dataSharing: false,
  });
});

test('every switch of the settings keeps its saved state, on the screen and through the next save [SET-03][SET-12]', async ({
  page,
}) => {
  await open(page);
  await toggle(page, 'Notifications par SMS').check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(toggle(page, 'Notifications par SMS')).toBeChecked();
  await toggle(page, 'Offres et nouveautés').check();
  await save(page).click();
  await expect.poll(async () => (await stored(page, me.id)).marketingEmails).toBe(true);
  for (const name of ['Notifications par SMS', 'Offres et nouveautés'])
    await expect(toggle(page, name)).toBeChecked();
  expect(await stored(page, me.id)).toMatchObject({ smsNotifications: true, marketingEmails: true });
});

test('settings that another tab saved are shown and survive the next save [SET-12]', async ({
  page,
  context,
}) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await toggle(other, 'Notifications par SMS').check();
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  await expect(toggle(page, 'Notifications par SMS')).toBeChecked();
  await toggle(page, 'Notifications push').uncheck();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await stored(page, me.id)).toMatchObject({ smsNotifications: true, pushNotifications: false });
});

test('the settings stored in a browser belong to one user', async ({ page, almas }) => {
  await open(page);
  await toggle(page, 'Notifications push').uncheck();
  await toggle(page, 'Authentification à deux facteurs').check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(toggle(page, 'Notifications push')).not.toBeChecked();
  await expect(toggle(page, 'Authentification à deux facteurs')).toBeChecked();
  await enterAs(page, almas, await reseller(almas, await administrator(almas)));
  await page.reload();
  await expect(toggle(page, 'Notifications push')).toBeChecked();
  await expect(toggle(page, 'Authentification à deux facteurs')).not.toBeChecked();
});

test('the theme is applied when the settings are saved, and survives a reload [SET-08]', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  const theme = page.getByRole('group', { name: 'Apparence' }).last();
  await expect(theme.getByRole('radio', { name: 'Système' })).toBeChecked();
  await theme.getByText('Sombre').click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-color-scheme', 'light');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(root).toHaveAttribute('data-color-scheme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-color-scheme', 'dark');
  await expect(theme.getByRole('radio', { name: 'Sombre' })).toBeChecked();
});

// Turned red by: a page that reads the stored theme only when it is loaded.
test('a theme that is chosen in one tab is applied in the other open tabs of the browser [SET-08]', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/operations');
  const choice = (tab: Page) => tab.getByRole('complementary').getByRole('group', { name: 'Apparence' });
  for (const [word, scheme] of [
    ['Sombre', 'dark'],
    ['Clair', 'light'],
    ['Sombre', 'dark'],
    ['Système', 'light'],
  ] as const) {
    await choice(page).getByText(word, { exact: true }).click();
    await expect(other.locator('html')).toHaveAttribute('data-color-scheme', scheme);
    await expect(choice(other).getByRole('radio', { name: word })).toBeChecked();
  }
});

test('a browser that refuses to store the settings causes an error, and the switches keep their state [ERR-16]', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await toggle(page, 'Offres et nouveautés').check();
  await save(page).click();
  const failed = 'Erreur lors de la sauvegarde des paramètres';
  await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
  await expect(toggle(page, 'Offres et nouveautés')).toBeChecked();
});

test('the settings lead to the security where resellers change password and second factor themselves [CNT-86]', async ({
  page,
}) => {
  await page.route('**/api/configuration', async (route) => {
    const response = await route.fetch();
    const given = await response.json();
    await route.fulfill({
      response,
      json: { ...given, extensions: [...given.extensions, 'self-service-security'] },
    });
  });
  await open(page);
  await expect(page.getByText('Changez-le dans « Sécurité ».')).toBeVisible();
  await expect(page.getByText(/par le support/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Sécurité' }).click();
  await expect(page.getByRole('dialog', { name: 'Sécurité du compte' })).toBeVisible();
});

test('the settings say that password and second factor are changed by the support [PRM-35][PRM-36]', async ({
  page,
}) => {
  for (const path of ['/settings', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /mot de passe/i })).toHaveCount(0);
  }
  await open(page);
  await expect(page.getByText('Le changement de mot de passe se fait par le support.')).toBeVisible();
  const twoFactor = toggle(page, 'Authentification à deux facteurs');
  await expect(twoFactor).toHaveAccessibleDescription(/L’activation se fait par le support/);
  await expect(twoFactor).toHaveAccessibleDescription(/n’est pas protégé/);
  await twoFactor.check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(twoFactor).toBeChecked();
  await expect(twoFactor).toHaveAccessibleDescription(/n’est pas protégé.*demandez-la à un administrateur/);
});

test('the text next to the two-factor switch says that the account is protected, whatever the switch shows', async ({
  page,
  almas,
}) => {
  await sql(almas, 'UPDATE users SET second_factor = true WHERE id = $1', [me.id]);
  await open(page);
  const twoFactor = toggle(page, 'Authentification à deux facteurs');
  await expect(twoFactor).not.toBeChecked();
  await expect(twoFactor).toHaveAccessibleDescription('Votre compte est protégé par un second facteur.');
});

test('the settings are accessible and fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('in the forced colours of the system a switch that is on and a theme that is chosen differ from the others', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await open(page);
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background(toggle(page, 'Notifications par email'))).not.toBe(
    await background(toggle(page, 'Notifications par SMS')),
  );
  for (const choice of [page.getByRole('main'), page.getByRole('navigation').locator('..')]) {
    const option = (name: string) => choice.getByRole('radio', { name }).locator('+ span');
    expect(await background(option('Système'))).not.toBe(await background(option('Sombre')));
  }
});
