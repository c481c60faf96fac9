import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, refusal } from '../../../tests/api.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { office, officeAnswers } from '../../../tests/office.ts';
import { administrator, countedListOf } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const dialog = (name: RegExp | string) => page.getByRole('dialog', { name });
const open = (address: string, answers: Answers = {}) =>
  openScreen(address, administrator(), { ...officeAnswers(), ...answers });

test.each([
  ['/admin/users?account=11', /Karim Saadi/, office.account.email],
  ['/admin/recharge?request=21', 'Détail de la demande', office.account.email],
  ['/admin/freefire?request=31', 'Détails de la demande', office.account.email],
  ['/admin/transactions?transaction=41', 'Détail de la transaction', office.account.email],
  ['/admin/products?product=51', /Robux/, 'Petite'],
])(
  'the address %s opens its details, whose link is copied, and Back closes them',
  async (address, title, content) => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    onTestFinished(() => write.mockRestore());
    const screen = await open(address);
    await expect.element(dialog(title)).toHaveTextContent(content);
    await dialog(title).getByRole('button', { name: 'Copier le lien' }).click();
    await expectToast('Lien copié');
    expect(write.mock.calls).toEqual([[`${location.origin}${address}`]]);
    screen.back();
    await expect.element(page.getByRole('dialog')).toHaveLength(0);
    expect(screen.address()).toBe(address.split('?')[0]);
  },
);

test.each<[string, Answers, string]>([
  ['/admin/users?account=9', { 'users.get': refusal(404, 'USER_NOT_FOUND') }, 'Ce compte n’existe pas'],
  [
    '/admin/recharge?request=9',
    { 'rechargeRequests.get': refusal(404, 'REQUEST_NOT_FOUND') },
    'Cette demande n’existe pas',
  ],
  [
    '/admin/freefire?request=9',
    { 'freeFire.request': refusal(404, 'REQUEST_NOT_FOUND') },
    'Cette demande n’existe pas',
  ],
  [
    '/admin/transactions?transaction=9',
    { 'wallet.transaction': refusal(404, 'NOT_FOUND') },
    'Cette transaction n’existe pas',
  ],
  [
    '/admin/products?product=9',
    { 'products.get': refusal(404, 'PRODUCT_NOT_FOUND') },
    'Ce produit n’existe pas',
  ],
])(
  'the address %s of something that is missing opens a dialog that says so',
  async (address, answers, sentence) => {
    await open(address, answers);
    await expect.element(dialog('Introuvable')).toHaveTextContent(sentence);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).toHaveLength(0);
  },
);

test('the link of a name opens the account, that of a request its transaction, and Back returns to the dialog before', async () => {
  const request = { ...office.request, status: 'approved' as const, transactionId: '41' };
  const answers: Answers = {
    'rechargeRequests.list': countedListOf(request),
    'rechargeRequests.get': request,
  };
  const account = dialog(/Karim Saadi/);
  const transaction = dialog('Détail de la transaction');
  await open('/admin/recharge', answers);
  await page.getByRole('row').getByRole('link', { name: 'Karim Saadi' }).click();
  await expect.element(account).toHaveTextContent(office.account.email);
  const screen = await open('/admin/recharge?request=21', answers);
  await dialog('Détail de la demande').getByRole('link', { name: /^\d+$/ }).click();
  await expect.element(transaction).toHaveTextContent(office.account.email);
  await transaction.getByRole('link', { name: 'Karim Saadi' }).click();
  await expect.element(account).toHaveTextContent(office.account.email);
  screen.back();
  await expect.element(transaction).toHaveTextContent(office.account.email);
});

test('opening and closing details keeps the filters of the list, and Back returns to the filters before', async () => {
  const screen = await open('/admin/users');
  const search = page.getByRole('searchbox', { name: 'Rechercher' });
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  await userEvent.type(search, 'Karim Saadi');
  await expect.poll(screen.address).toBe('/admin/users?search=Karim+Saadi');
  await page.getByRole('group', { name: 'Statut du compte' }).getByText('Actifs', { exact: true }).click();
  await expect.poll(screen.address).toBe('/admin/users?search=Karim+Saadi&status=active');
  await page.getByRole('link', { name: 'Karim Saadi' }).click();
  await expect.poll(screen.address).toBe('/admin/users?search=Karim+Saadi&status=active&account=11');
  await expect.element(dialog(/Karim Saadi/)).toHaveTextContent(office.account.email);
  screen.back();
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
  expect(screen.address()).toBe('/admin/users?search=Karim+Saadi&status=active');
  screen.back();
  await expect.poll(screen.address).toBe('/admin/users?search=Karim+Saadi');
  await expect.element(search).toHaveValue('Karim Saadi');
  screen.back();
  await expect.poll(screen.address).toBe('/admin/users');
  await expect.element(search).toHaveValue('');
});

test('an address that needs a session is opened after the sign-in', async () => {
  const screen = await openScreen('/admin/users?account=11', null, {
    ...officeAnswers(),
    'accounts.login': administrator(),
  });
  await expect.poll(screen.address).toBe('/login');
  await page.getByLabelText('Email', { exact: true }).fill('admin@almas.test');
  await page.getByLabelText('Mot de passe', { exact: true }).fill('motdepasse');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect.element(dialog(/Karim Saadi/)).toHaveTextContent(office.account.email);
  expect(screen.address()).toBe('/admin/users?account=11');
});
