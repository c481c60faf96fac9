import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSideScroll } from '../../../tests/accessible.ts';
import { accountsOf, audited } from '../../../tests/accounts.ts';
import { factOf } from '../../../tests/expectations.ts';
import { administrator, configuration, emptyList, listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

test('an administrator sets the purchase limit of a reseller, and goes back to the default [CNT-51]', async () => {
  const limitOf = (perHour: number | null) => ({
    perHour: perHour ?? 20,
    isOwn: perHour !== null,
    byDefault: 20,
    used: 0,
    until: null,
  });
  const changed = audited({ action: 'user.set-purchase-limit' });
  let changes = 0;
  const screen = await openScreen('/admin/users?account=r1', administrator(), {
    ...accountsOf(reseller()).answers,
    'users.purchaseLimit': limitOf(null),
    'configuration.get': { ...configuration, extensions: ['reseller-api'] },
  });
  screen.answer({
    'users.setPurchaseLimit': ({ body }) => {
      const limit = limitOf(body.perHour);
      changes += 1;
      screen.answer({
        'users.purchaseLimit': limit,
        'auditTrail.list': changes < 2 ? emptyList : listOf(changed, { ...changed, id: '2' }),
      });
      return limit;
    },
  });
  const details = page.getByRole('dialog', { name: 'Compte de Amine Benali' });
  const fact = factOf(details, words.label);
  const dialog = page.getByRole('dialog', { name: words.title('Amine Benali') });
  const field = dialog.getByLabelText(words.label);
  const save = dialog.getByRole('button', { name: words.save });
  const open = async () => {
    await details.getByRole('button', { name: words.action }).click();
    await expect.element(dialog.getByText(words.hint(1, 1_000, 20))).toBeVisible();
    // It does not bound what the programs of the reseller order.
    await expect.element(dialog.getByText(words.apiOrders(60))).toBeVisible();
  };
  await expect.element(fact).toHaveTextContent('20 par défaut');
  await open();
  await field.fill('0');
  await save.click();
  await expect.element(dialog.getByText(words.invalid(1, 1_000))).toBeVisible();
  // As an Arabic keyboard writes 60.
  await field.fill('\u0666\u0660');
  await save.click();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(fact).toHaveTextContent('60');
  await expect.element(fact).not.toHaveTextContent('par défaut');

  await open();
  await expect.element(field).toHaveValue('60');
  await expectNoSideScroll();
  await dialog.getByRole('button', { name: words.reset(20) }).click();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(fact).toHaveTextContent('20 par défaut');
  expect(screen.sent('users.setPurchaseLimit').map(({ body }) => body.perHour)).toEqual([60, null]);
  await details.getByText('Journal', { exact: true }).click();
  await expect.element(details.getByText('Limite d’achats changée')).toHaveLength(2);
});
