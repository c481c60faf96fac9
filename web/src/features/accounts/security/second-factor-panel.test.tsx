import { security } from '@almas/locale/screens/security';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, lost } from '../../../../tests/api.ts';
import { expectToast, pressTwice } from '../../../../tests/expectations.ts';
import { configuration, reseller } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';
import { refresh } from '../../../platform/network/index.ts';

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

const open = async (secondFactor: boolean, answers: Answers) => {
  const screen = await openScreen(
    '/profile',
    { ...reseller(), secondFactor },
    {
      'configuration.get': { ...configuration, extensions: ['self-service-security'] },
      'security.sessions': { items: [] },
      ...answers,
    },
  );
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
  await dialog.getByText(security.factor.tab, { exact: true }).click();
  return screen;
};

// Turned red by: a sentence that the network has failed alone. The old codes are dead, and the new ones were not shown.
test('after a lost answer the security dialog says that the recovery codes may be void and are to be renewed', async () => {
  const screen = await open(true, { 'security.renewRecoveryCodes': lost });
  await renew.click();
  await expectToast(security.factor.renewLost);
  screen.answer({ 'security.renewRecoveryCodes': { recoveryCodes: ['AAAA-1111'] } });
  await renew.click({ position: { x: 4, y: 4 } });
  await expect.element(codes).toBeVisible();
});

// Turned red by: the form of the enrolment, which stays and is refused because the factor is active.
test('after a lost answer to its first code the security dialog shows the active factor and says to renew its codes', async () => {
  const screen = await open(false, {
    'security.beginSecondFactor': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Almas?secret=ABCDEFGH' },
    'security.confirmSecondFactor': lost,
  });
  await dialog.getByLabelText(security.factor.password, { exact: true }).fill('ancien-secret-1937');
  await dialog.getByRole('button', { name: security.factor.begin }).click();
  await dialog.getByRole('textbox', { name: security.factor.code }).fill('123456');
  screen.answer({ 'accounts.session': { user: { ...reseller(), secondFactor: true } } });
  await dialog.getByRole('button', { name: security.factor.confirm }).click();
  await expectToast(security.factor.confirmLost);
  await expect.element(dialog.getByText(security.factor.on)).toBeVisible();
  await expect.element(renew).toBeVisible();
  // Turned off elsewhere, it begins anew: its secret is no secret of the server any more.
  screen.answer({ 'accounts.session': { user: reseller() } });
  await refresh('accounts');
  await expect.element(dialog.getByText(security.factor.on)).toHaveLength(0);
  await expect.element(dialog.getByLabelText(security.factor.password, { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: security.factor.code })).toHaveLength(0);
});
