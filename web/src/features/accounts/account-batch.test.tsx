import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskOf } from '../../../tests/desk.ts';
import { administrator, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

test('an administrator activates pending accounts, or refuses them with one reason, in a batch', async () => {
  const pending = (firstName: string) =>
    reseller({ id: firstName, firstName, email: `${firstName}@exemple.dz`, status: 'pending' });
  const { answers } = deskOf({ accounts: [pending('Aya'), pending('Bilal'), pending('Chakib')] });
  const screen = await openScreen('/admin/users?status=pending', administrator(), answers);
  for (const [name, button, reason] of [
    ['Aya', 'Activer la sélection', null],
    ['Bilal', 'Refuser la sélection', 'Doublon'],
  ] as const) {
    await page.getByRole('checkbox', { name: `Sélectionner ${name} Benali` }).click();
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: /1 compte$/ });
    await expect.element(dialog).toHaveTextContent(`${name} Benali · ${name}@exemple.dz`);
    if (reason) await dialog.getByLabelText('Raison (facultatif)').fill(reason);
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await expect.element(dialog).toHaveTextContent('1 décision enregistrée');
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await expect.element(dialog).toHaveLength(0);
  }
  expect(screen.sent('users.activate').map(({ params }) => params.id)).toEqual(['Aya']);
  expect(screen.sent('users.deactivate')).toMatchObject([
    { params: { id: 'Bilal' }, query: { from: 'pending' }, body: { reason: 'Doublon' } },
  ]);
  expect(screen.sent('users.activate')).toMatchObject([{ query: { from: 'pending' } }]);
});
