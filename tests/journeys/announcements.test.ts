import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

// Turned red by: an announcement that counts as a notification of one account, a dialog without its switch.
test('an administrator publishes an announcement; a reseller finds it under the bell, shares it and reads it once [PRC-51]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const shop = await reseller(almas, admin);
  await admin.call('PATCH', '/features/announcements', { enabled: true });
  await enterAs(page, almas, admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Publier une annonce' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publier une annonce' });
  await dialog.getByLabel('Sujet').selectOption({ label: 'Stock' });
  await dialog.getByLabel('Titre').fill('PUBG 660 UC de retour');
  await dialog.getByLabel('Texte').fill('Le stock est plein.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Partager' })).toBeVisible();
  await enterAs(page, almas, shop);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: (data: { text: string }) => {
        (window as unknown as { sharedText: string }).sharedText = data.text;
        return Promise.resolve();
      },
    });
  });
  await page.goto('/dashboard');
  await hasStarted(page);
  await expect(page.getByTestId('unread-badge')).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const announcement = page.getByTestId('announcement');
  await expect(announcement).toContainText('PUBG 660 UC de retour');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await announcement.getByRole('button', { name: 'Partager' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sharedText?: string }).sharedText))
    .toBe('PUBG 660 UC de retour\nLe stock est plein.');
  await announcement.getByRole('button', { name: 'Marquer comme lu' }).click();
  await expect(announcement.getByRole('button', { name: 'Marquer comme lu' })).toHaveCount(0);
  expect((await shop.call('GET', '/announcements')).unread).toBe(0);
});
