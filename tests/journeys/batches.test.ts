import { expect, test } from '../support/browser.ts';
import { applicant, ask, customer, settleAll, unique } from './support/accounts.ts';
import { administratorAtDesk, type Caller } from './support/callers.ts';
import { expectAccessible } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

// The answer that one journey cuts off.
test.use({ allowed: [/net::ERR_FAILED/] });

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administratorAtDesk(page, almas);
  await settleAll(admin);
});

test('chosen requests are approved in one go after a summary; one that a colleague has decided meanwhile is named, the others are credited once', async ({
  page,
  almas,
}) => {
  const users = [];
  for (const amount of [100, 200, 300]) {
    const person = await customer(almas, admin);
    users.push({ ...person, amount, request: (await ask(person, amount)).id });
  }
  const [first, second, third] = users;
  if (!first || !second || !third) throw new Error('three users');
  await page.goto('/admin/recharges');
  await page.getByRole('button', { name: 'Tout sélectionner (3)' }).click();
  await expect(page.getByText(spaced('3 sélections · Total : 600 DA'))).toBeVisible();
  await page.getByRole('checkbox', { name: `Sélectionner ${third.name}` }).uncheck();
  await expect(page.getByText(spaced('2 sélections · Total : 300 DA'))).toBeVisible();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 2 demandes' });
  const rows = dialog.getByRole('list', { name: 'Résultats' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(dialog).toContainText(spaced('Total : 300 DA'));
  await expectAccessible(page);
  await admin.call('POST', `/recharge-requests/${first.request}/reject`, { reason: 'Autre' });
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog).toContainText('1 décision enregistrée, 1 refusée');
  await expect(rows.filter({ hasText: first.name })).toContainText('Cette demande a déjà été traitée');
  await expect(rows.filter({ hasText: second.name })).toContainText('Approuvée');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  const balances = await Promise.all(
    users.map(async ({ id }) => (await admin.call('GET', `/users/${id}`)).balance),
  );
  expect(balances).toEqual([0, 200, 0]);
});

test('a batch whose answer is lost goes on with the same keys: nothing is credited twice', async ({
  page,
  almas,
}) => {
  const person = await customer(almas, admin);
  for (const amount of [50, 60]) await ask(person, amount);
  let cut = true;
  await page.route('**/approve', async (route) => {
    if (!cut) return route.fallback();
    cut = false;
    await route.fetch();
    await route.abort();
  });
  await page.goto('/admin/recharges');
  await page.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 2 demandes' });
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await dialog.getByRole('button', { name: 'Reprendre' }).click();
  await expect(dialog).toContainText('2 décisions enregistrées');
  expect((await admin.call('GET', `/users/${person.id}`)).balance).toBe(110);
});

test('pending accounts are activated, and refused with one reason, in one go', async ({ page, almas }) => {
  const company = unique('Lot');
  const [kept, refused] = [await applicant(almas, { company }), await applicant(almas, { company })];
  for (const [person, button, status] of [
    [kept, 'Activer la sélection', 'active'],
    [refused, 'Refuser la sélection', 'inactive'],
  ] as const) {
    await page.goto('/admin/users?status=pending');
    await page.getByRole('checkbox', { name: `Sélectionner ${person.name}` }).check();
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: /1 compte$/ });
    await expect(dialog).toContainText(`${person.name} · ${person.email}`);
    if (status === 'inactive') await dialog.getByLabel('Raison (facultatif)').fill('Doublon');
    await dialog.getByRole('button', { name: 'Confirmer' }).click();
    await expect(dialog).toContainText('1 décision enregistrée');
    const account = await admin.call('GET', `/users/${person.id}`);
    expect(account.status).toBe(status);
    if (status === 'inactive') expect(account.deactivationReason).toBe('Doublon');
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  }
});
