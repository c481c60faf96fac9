import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pressTwice } from '../../../../tests/expectations.ts';
import { reseller } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const dialog = page.getByRole('dialog', { name: 'Sécurité du compte' });
const codes = dialog.getByRole('list', { name: 'Vos dix codes de secours' });
const renew = dialog.getByRole('button', { name: 'Nouveaux codes de secours' });

// Turned red by: a plain button in the place of the one that was pressed.
test('the second press of a double press on « C’est noté » does not replace the recovery codes just written down (P29)', async () => {
  await page.viewport(390, 844);
  const screen = await openScreen(
    '/profile',
    { ...reseller(), secondFactor: true },
    {
      'security.sessions': { items: [] },
      'security.renewRecoveryCodes': { recoveryCodes: ['AAAA-1111', 'BBBB-2222'] },
    },
  );
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
  await dialog.getByText('Double authentification', { exact: true }).click();
  await renew.click();
  await expect.element(codes).toBeVisible();
  const done = dialog.getByRole('button', { name: 'C’est noté' });
  await pressTwice(done, renew);
  expect(screen.sent('security.renewRecoveryCodes')).toHaveLength(1);
  await expect.element(codes).not.toBeInTheDocument();
});
