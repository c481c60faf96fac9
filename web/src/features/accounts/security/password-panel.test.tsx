import { security } from '@almas/locale/screens/security';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lost } from '../../../../tests/api.ts';
import { expectToast } from '../../../../tests/expectations.ts';
import { configuration, reseller } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const words = security.password;
const dialog = page.getByRole('dialog', { name: security.title });

// Turned red by: a sentence that the network has failed alone. The next press finds the current password wrong.
test('after a lost answer the security dialog says that the password may have been changed', async () => {
  const screen = await openScreen('/profile', reseller(), {
    'configuration.get': { ...configuration, extensions: ['self-service-security'] },
    'signIn.checkPassword': { common: false, accepted: true },
    'security.sessions': { items: [] },
    'security.changePassword': lost,
  });
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
  await dialog.getByText(words.tab, { exact: true }).click();
  await dialog.getByLabelText(words.current, { exact: true }).fill('ancien-secret-1937');
  await dialog.getByLabelText(words.next, { exact: true }).fill('nouveau-secret-7391');
  await dialog.getByLabelText(words.confirmation, { exact: true }).fill('nouveau-secret-7391');
  await dialog.getByRole('button', { name: words.submit }).click();
  await expectToast(security.passwordLost);
  expect(screen.sent('security.changePassword')).toHaveLength(1);
});
