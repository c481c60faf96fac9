import { expect, test } from '../support/browser.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { expectNoSideScroll } from './support/screen-checks.ts';

// Turned red by: gather-events.ts without the groups of `features`; the dialog without the name of who changed a switch.
test('an administrator turns a feature on and off with the keyboard, and an open screen of a reseller follows [SWI-01][SWI-03]', async ({
  page,
  almas,
  browser,
}) => {
  const admin = await administrator(almas);
  const shop = await browser.newPage();
  await enterAs(shop, almas, await reseller(almas, admin));
  await shop.goto('/settings');
  const shared = shop.waitForResponse((response) => response.url().endsWith('/api/settings'));

  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Fonctions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fonctions' });
  const toggle = dialog.getByRole('switch', { name: 'Préférences partagées entre appareils' });
  await expect(toggle).not.toBeChecked();
  await expectNoSideScroll(page);

  await takesPresses(toggle);
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Préférences partagées entre appareils : activée')).toBeVisible();
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeFocused();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Préférences partagées' })).toContainText(
    'changée par',
  );
  await shared;

  await page.keyboard.press('Space');
  await expect(page.getByText('Préférences partagées entre appareils : désactivée')).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await shop.close();
});
