import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';

test('the address / leads an administrator, a visitor and a reseller to their start page; a reseller who is deactivated waits there and can sign out [NAV-04][NAV-05][NAV-06][NAV-46][NAV-48]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const lina = await reseller(almas, admin);
  await enterAs(page, almas, admin);
  await page.goto('/');
  await expect(page).toHaveURL(/\/admin$/);
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await enterAs(page, almas, lina);
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
  await admin.call('POST', `/users/${lina.id}/deactivate`, {});
  await expect(page.getByRole('heading', { level: 1, name: "Compte en attente d'activation" })).toBeVisible();
  await expect(page.getByText('Inactif', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
