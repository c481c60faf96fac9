import type { Settings } from '@almas/contract/settings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../tests/support/deferred.ts';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { refusal } from '../../tests/api.ts';
import { section } from '../../tests/expectations.ts';
import { configuration, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';
import { setTheme } from '../lib/color-scheme.ts';
import { refresh } from '../platform/network/index.ts';

const me = reseller();
const toggle = (name: string) => page.getByRole('switch', { name });
const save = page.getByRole('button', { name: 'Enregistrer' });
const saved = page.getByText('Paramètres sauvegardés');
const failed = 'Erreur lors de la sauvegarde des paramètres';
const initial: Settings = {
  emailNotifications: true,
  pushNotifications: true,
  smsNotifications: false,
  marketingEmails: false,
  twoFactorAuth: false,
  loginAlerts: true,
  theme: 'system',
  language: 'fr',
  currency: 'DZD',
  profileVisibility: 'private',
  dataSharing: false,
};
const stored = () => JSON.parse(localStorage.getItem(`almas.settings.${me.id}`) ?? 'null');

async function open(user = me, answers: Parameters<typeof openScreen>[2] = {}) {
  const screen = await openScreen('/settings', user, answers);
  await expect.element(save).toBeVisible();
  return screen;
}

test('the settings have switches for notifications and security with their defaults [SET-01][SET-02][SET-03][SET-06][SET-07]', async () => {
  await open();
  await expect.element(section('Notifications').getByRole('switch')).toHaveLength(4);
  await expect.element(section('Sécurité').getByRole('switch')).toHaveLength(2);
  for (const name of ['Notifications par email', 'Notifications push', 'Alertes de connexion'])
    await expect.element(toggle(name)).toBeChecked();
  for (const name of ['Notifications par SMS', 'Offres et nouveautés', 'Authentification à deux facteurs'])
    await expect.element(toggle(name)).not.toBeChecked();
  // The product sends none of these messages: the screen says so, and names the notifications that exist.
  await expect.element(section('Notifications')).toHaveTextContent('aucun email ni SMS n’est envoyé');
});

test('the settings are stored in the browser after one simulated second, without a call [SET-04][SET-05][SET-08][SET-09][SET-10][SET-11][SET-12]', async () => {
  await open();
  await toggle('Notifications par SMS').click();
  const calls = vi.mocked(fetch).mock.calls.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await save.click();
  await vi.advanceTimersByTimeAsync(990);
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  expect(stored()).toBeNull();
  await vi.advanceTimersByTimeAsync(20);
  await expect.element(saved).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  expect(vi.mocked(fetch).mock.calls).toHaveLength(calls);
  expect(stored()).toEqual({ ...initial, smsNotifications: true });
});

test('every switch of the settings keeps its saved state, on the screen and through the next save [SET-03][SET-12]', async () => {
  await open();
  await toggle('Notifications par SMS').click();
  await save.click();
  await expect.element(saved).toBeVisible();
  await expect.element(toggle('Notifications par SMS')).toBeChecked();
  await toggle('Offres et nouveautés').click();
  await save.click();
  await expect.poll(() => stored().marketingEmails).toBe(true);
  for (const name of ['Notifications par SMS', 'Offres et nouveautés'])
    await expect.element(toggle(name)).toBeChecked();
  expect(stored()).toMatchObject({ smsNotifications: true, marketingEmails: true });
});

// Turned red by: an answer that empties the whole form.
test('a switch that is pressed while the settings are being saved stays pressed, and the next save stores it', async () => {
  await open();
  await toggle('Notifications par SMS').click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await save.click();
  await toggle('Offres et nouveautés').click();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await expect.element(saved).toBeVisible();
  await expect.element(toggle('Notifications par SMS')).toBeChecked();
  await expect.element(toggle('Offres et nouveautés')).toBeChecked();
  await save.click();
  await expect.poll(() => stored().marketingEmails).toBe(true);
});

test('the settings stored in a browser belong to one user', async () => {
  await open();
  await toggle('Notifications push').click();
  await toggle('Authentification à deux facteurs').click();
  await save.click();
  await expect.element(saved).toBeVisible();
  await open();
  await expect.element(toggle('Notifications push')).not.toBeChecked();
  await expect.element(toggle('Authentification à deux facteurs')).toBeChecked();
  await open(reseller({ id: 'r2' }));
  await expect.element(toggle('Notifications push')).toBeChecked();
  await expect.element(toggle('Authentification à deux facteurs')).not.toBeChecked();
});

test('a browser that refuses to store the settings causes an error, and the switches keep their state [ERR-16]', async () => {
  await open();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await toggle('Offres et nouveautés').click();
  await save.click();
  await expect.element(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
  await expect.element(toggle('Offres et nouveautés')).toBeChecked();
});

test('settings that the server keeps for every device are sent to it, and a refusal shows an error [ERR-16]', async () => {
  const kept = { ...initial, smsNotifications: true };
  const screen = await open(me, {
    'configuration.get': { ...configuration, extensions: ['settings-sync'] },
    'settings.get': { ...initial, isSaved: false },
    'settings.save': refusal(422, 'INVALID_INPUT'),
  });
  await expect.element(page.getByText('Vos préférences, sur tous vos appareils.')).toBeVisible();
  await toggle('Notifications par SMS').click();
  await save.click();
  await expect.element(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
  screen.answer({ 'settings.save': kept, 'settings.get': { ...kept, isSaved: true } });
  await save.click();
  await expect.element(saved).toBeVisible();
  await expect.element(toggle('Notifications par SMS')).toBeChecked();
  expect(screen.sent('settings.save').map(({ body }) => body)).toEqual([
    { settings: kept },
    { settings: kept },
  ]);
});

// Turned red by: a form that sends the theme of the other devices with a switch, and turns this device to it.
test('a switch that is saved for every device leaves this device the theme that it shows', async () => {
  const screen = await open(me, {
    'configuration.get': { ...configuration, extensions: ['settings-sync'] },
    'settings.get': { ...initial, theme: 'light', isSaved: true },
    'settings.save': ({ body }) => body.settings,
  });
  setTheme('dark');
  await toggle('Notifications par SMS').click();
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(screen.sent('settings.save').map(({ body }) => body)).toEqual([
    { settings: { ...initial, smsNotifications: true, theme: 'dark' } },
  ]);
  expect(document.documentElement.dataset.colorScheme).toBe('dark');
  await expect.element(page.getByRole('main').getByRole('radio', { name: 'Sombre' })).toBeChecked();
});

test('settings that were never saved for every device begin with those of this device', async () => {
  const own = { ...initial, smsNotifications: true, loginAlerts: false };
  localStorage.setItem(`almas.settings.${me.id}`, JSON.stringify(own));
  const screen = await open(me, {
    'configuration.get': { ...configuration, extensions: ['settings-sync'] },
    'settings.get': { ...initial, isSaved: false },
    'settings.save': ({ body }) => body.settings,
  });
  await expect.element(toggle('Notifications par SMS')).toBeChecked();
  await expect.element(toggle('Alertes de connexion')).not.toBeChecked();
  await toggle('Offres et nouveautés').click();
  await save.click();
  await expect.element(saved).toBeVisible();
  expect(screen.sent('settings.save').map(({ body }) => body)).toEqual([
    { settings: { ...own, marketingEmails: true } },
  ]);
  screen.answer({ 'settings.get': { ...initial, isSaved: true } });
  await refresh('settings');
  await expect.element(toggle('Notifications par SMS')).not.toBeChecked();
});

test('a device without a chosen theme takes the one that is saved for every device', async () => {
  const answers: Parameters<typeof open>[1] = {
    'configuration.get': { ...configuration, extensions: ['settings-sync'] },
    'settings.get': { ...initial, theme: 'dark', isSaved: true },
  };
  const shown = () => document.documentElement.dataset.colorScheme;
  await open(me, answers);
  await expect.element(page.getByRole('main').getByRole('radio', { name: 'Sombre' })).toBeChecked();
  expect(shown()).toBe('dark');
  // The theme of the system, chosen here, is a choice too.
  setTheme('auto');
  const ofSystem = shown();
  await open(me, answers);
  await expect.element(page.getByRole('main').getByRole('radio', { name: 'Système' })).toBeChecked();
  expect(shown()).toBe(ofSystem);
});

test('the settings lead to the security where resellers change password and second factor themselves [CNT-86]', async () => {
  await open(me, {
    'configuration.get': { ...configuration, extensions: ['self-service-security'] },
    'security.sessions': { items: [] } as never,
  });
  await expect.element(page.getByText('Changez-le dans « Sécurité ».')).toBeVisible();
  await expect.element(page.getByText(/par le support/)).toHaveLength(0);
  await expectAccessible();
  await page.getByRole('main').getByRole('button', { name: 'Sécurité' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Sécurité du compte' })).toBeVisible();
});

test('the settings say that password and second factor are changed by the support [PRM-35][PRM-36]', async () => {
  for (const path of ['/profile', '/settings']) {
    await openScreen(path, me);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.css('input[type=password]')).toHaveLength(0);
    await expect.element(page.getByRole('button', { name: /mot de passe/i })).toHaveLength(0);
  }
  await expect.element(page.getByText('Le changement de mot de passe se fait par le support.')).toBeVisible();
  const twoFactor = toggle('Authentification à deux facteurs');
  await expect.element(twoFactor).toHaveAccessibleDescription(/L’activation se fait par le support/);
  await expect.element(twoFactor).toHaveAccessibleDescription(/n’est pas protégé/);
  await twoFactor.click();
  await save.click();
  await expect.element(saved).toBeVisible();
  await expect.element(twoFactor).toBeChecked();
  await expect
    .element(twoFactor)
    .toHaveAccessibleDescription(/n’est pas protégé.*demandez-la à un administrateur/);
});

test('the text next to the two-factor switch says that the account is protected, whatever the switch shows', async () => {
  await open(reseller({ secondFactor: true }));
  const twoFactor = toggle('Authentification à deux facteurs');
  await expect.element(twoFactor).not.toBeChecked();
  await expect
    .element(twoFactor)
    .toHaveAccessibleDescription('Votre compte est protégé par un second facteur.');
});

test('the settings are accessible and fit a phone', async () => {
  await open();
  await expectNoSideScroll();
  await expectAccessible();
});

// Turned red by: a switch that counts as unknown again while it is read after a failure.
test('settings that were shown without the configuration keep their changes while it is read again', async () => {
  const again = deferred();
  const screen = await open(me, { 'configuration.get': refusal(500, 'INTERNAL') });
  await toggle('Notifications par SMS').click();
  const before = screen.sent('configuration.get').length;
  const shown = save.element();
  screen.answer({
    'configuration.get': async () => {
      await again.promise;
      return configuration;
    },
  });
  const read = refresh('configuration');
  await expect.poll(() => screen.sent('configuration.get').length).toBeGreaterThan(before);
  again.resolve();
  await read;
  await expect.element(toggle('Notifications par SMS')).toBeChecked();
  expect(save.element()).toBe(shown);
});
