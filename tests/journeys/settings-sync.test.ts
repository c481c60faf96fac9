import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';

test.use({ environment: { EXTENSIONS: 'settings-sync' } });

test('with settings-sync the server keeps the settings for every device', async ({
  page,
  anotherPage,
  almas,
}) => {
  const me = await reseller(almas, await administrator(almas));
  await enterAs(page, almas, me);
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Notifications par SMS' }).check();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Paramètres sauvegardés')).toBeVisible();
  expect(await me.call('GET', '/settings')).toMatchObject({ smsNotifications: true, theme: 'system' });
  const phone = await anotherPage();
  await enterAs(phone, almas, me);
  await phone.goto('/settings');
  await expect(phone.getByRole('switch', { name: 'Notifications par SMS' })).toBeChecked();
  await expect(phone.getByText('Vos préférences, sur tous vos appareils.')).toBeVisible();
});
