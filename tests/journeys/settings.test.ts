import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';

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
