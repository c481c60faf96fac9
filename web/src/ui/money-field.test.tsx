import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../tests/accessible.ts';
import type { Answers } from '../../tests/api.ts';
import { deskOf } from '../../tests/desk.ts';
import { exactly, expectToast, press, takesPresses } from '../../tests/expectations.ts';
import { middleOf } from '../../tests/render.tsx';
import {
  administrator,
  configuration,
  emptyList,
  freeFireOffer,
  freeFireOffers,
  freeFireService,
  listOf,
  offer,
  product,
  rechargeRequest,
  reseller,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const karim = reseller({
  id: '11',
  firstName: 'Karim',
  lastName: 'Saadi',
  email: 'karim@exemple.dz',
  balance: 0,
});

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, administrator(), {
    ...deskOf({ accounts: [karim] }).answers,
    'configuration.get': { ...configuration, confirmAmountAbove: 20_000 },
    ...answers,
  });

async function openDialog(): Promise<{ dialog: Locator; screen: Awaited<ReturnType<typeof open>> }> {
  const screen = await open('/admin/users');
  await page.getByRole('button', { name: 'Recharger', exact: true }).click();
  return { screen, dialog: page.getByRole('dialog', { name: 'Recharger Karim Saadi' }) };
}

async function openQuickRecharge() {
  const screen = await open('/admin');
  await page.getByRole('combobox', { name: 'Rechercher' }).fill(karim.email);
  await page.getByRole('option').click();
  return screen;
}
const amount = page.getByLabelText('Montant (DA)');
const submit = page.getByRole('button', { name: 'Recharger', exact: true });
const question = page.getByRole('group', { name: 'Vérifiez le montant' });

// The readings of other spellings: contract/src/typed-amount.test.ts.
test('the quick recharge credits the amount that was typed with groups and a decimal comma (P29)', async () => {
  const screen = await openQuickRecharge();
  await userEvent.type(amount, '1 250,75');
  await submit.click();
  await expectToast('Recharge effectuée');
  expect(screen.sent('wallet.recharge')[0]?.body.amount).toBe(1250.75);
});

test('the mouse wheel does not change a typed amount, and the amount as it was read is shown next to it (P29)', async () => {
  const { dialog } = await openDialog();
  const field = dialog.getByLabelText('Montant (DA)');
  await field.fill('5000');
  await userEvent.hover(field);
  await userEvent.wheel(field, { delta: { y: 240 } });
  await press(field, '{ArrowDown}');
  await expect.element(field).toHaveValue('5000');
  await expect.element(dialog.getByText(/Montant lu : 5.000 DA/)).toBeVisible();
  await expect.element(dialog.getByText(/\+ 5.000 DA/)).toBeVisible();
  await expect.element(dialog.getByText(/Dinars entiers, de 1 DA à 1.000.000 DA/)).toBeVisible();
});

test('the recharge dialog of the accounts takes whole dinars from 1 only [USR-16]', async () => {
  const { dialog, screen } = await openDialog();
  const field = dialog.getByLabelText('Montant (DA)');
  for (const refused of ['0,5', '0.5', '10,25', '0']) {
    await field.fill(refused);
    await dialog.getByRole('button', { name: 'Recharger' }).click();
    await expect.element(field).toHaveAccessibleDescription(/Montant invalide/);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveFocus();
  }
  expect(screen.sent('wallet.recharge')).toEqual([]);
  await field.fill('1');
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  await takesPresses(field);
  await press(field, '{Enter}');
  await expectToast('Recharge effectuée');
  expect(screen.sent('wallet.recharge')[0]?.body.amount).toBe(1);
});

test('an ambiguous amount is refused with a sentence and sends nothing (P29)', async () => {
  const screen = await openQuickRecharge();
  await amount.fill('1,500');
  await expect
    .element(page.getByText(/Deux lectures possibles : écrivez 1500 pour des milliers/))
    .toBeVisible();
  // The same on an Arabic keyboard: the sentence names the number in Western digits.
  await amount.fill('\u0662\u060c\u0665\u0660\u0660');
  await expect
    .element(page.getByText(/Deux lectures possibles : écrivez 2500 pour des milliers/))
    .toBeVisible();
  await submit.click();
  await expectToast('Montant invalide');
  await expect.element(amount).toHaveAccessibleDescription(/Montant invalide/);
  for (const [text, why] of [
    ['12,345,67', 'Écrivez un nombre'],
    ['15,555', 'Deux lectures possibles'],
    ['1500,755', 'Deux décimales au plus'],
  ] as const) {
    await amount.fill(text);
    await expect.element(amount).toHaveAccessibleDescription(new RegExp(why));
    await submit.click();
  }
  expect(screen.sent('wallet.recharge')).toEqual([]);
});

test('an amount above the largest recharge is marked at its field with the sentence of the specification', async () => {
  const screen = await openQuickRecharge();
  await amount.fill('1 000 000,01');
  await expect.element(page.getByTestId('balance-after')).toHaveTextContent(exactly('-'));
  await submit.click();
  await expect
    .element(amount)
    .toHaveAccessibleDescription(/Montant trop élevé - maximum 1,000,000 DZD par recharge/);
  expect(screen.sent('wallet.recharge')).toEqual([]);
});

test('a recharge above the configured amount is sent only after one more confirmation (P29)', async () => {
  const screen = await openQuickRecharge();
  await amount.fill('20000,01');
  // Enter twice: the second one must not confirm.
  await press(amount, '{Enter}');
  await expect.element(question).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question.getByText(/20.000,01 DA/).first()).toBeVisible();
  await expect.element(question).toHaveTextContent('Karim Saadi');
  await expectAccessible();
  expect(screen.sent('wallet.recharge')).toEqual([]);
  await question.getByRole('button', { name: 'Modifier' }).click();
  await expect.element(amount).toHaveValue('20000,01');
  await submit.click();
  await question.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Recharge effectuée');
  const again = await openQuickRecharge();
  await amount.fill('20000');
  await submit.click();
  await expectToast('Recharge effectuée');
  const amounts = [screen, again].map(({ sent }) => sent('wallet.recharge').map(({ body }) => body.amount));
  expect(amounts).toEqual([[20_000.01], [20_000]]);
});

test('a double click on « Recharger » does not confirm the large amount that it asks about (P29)', async () => {
  for (const pause of [50, 160, 300, 450]) {
    const { dialog, screen } = await openDialog();
    await dialog.getByLabelText('Montant (DA)').fill('500000');
    const recharge = dialog.getByRole('button', { name: 'Recharger' });
    await takesPresses(recharge);
    await commands.pointAt(...middleOf(recharge.element()));
    // The page's timers stand still: how busy the machine is does not matter.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await commands.press(1);
    await expect.poll(() => vi.advanceTimersByTime(0) && question.length).toBe(1);
    // The worst case: the second press lands on the button that confirms.
    const confirm = question.getByRole('button', { name: 'Confirmer' });
    await commands.pointAt(...middleOf(confirm.element()));
    vi.advanceTimersByTime(pause);
    await commands.press(1);
    vi.useRealTimers();
    await expect.element(confirm).toBeEnabled();
    expect(screen.sent('wallet.recharge'), `${pause} ms`).toEqual([]);
  }
});

const priced = (price: number, name: string) =>
  product({ id: 'p1', offers: [offer({ id: 'o1', name, price, stock: 0 })] });
const freeFire: Answers = {
  'freeFire.stats': { total: 0, totalAmount: 0, today: 0, pending: 0 },
  'freeFire.service': freeFireService(),
  'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
  'freeFire.requests': emptyList,
  'freeFire.updateOffer': freeFireOffer(),
};
const price = page.getByLabelText('Prix (DA)');
const save = page.getByRole('button', { name: 'Sauvegarder tout' });
async function openProduct(shown: ReturnType<typeof product>) {
  const screen = await open('/admin/products/p1/edit', {
    'products.get': shown,
    'products.list': listOf(shown),
    'products.update': shown,
    'suppliers.list': emptyList,
    'codes.withheld': emptyList,
    'codes.releaseReservations': { released: 0 },
  });
  await expect.element(price).toBeVisible();
  return screen;
}
async function changeFreeFirePrice(text: string) {
  const screen = await open('/admin/freefire', freeFire);
  await page.getByRole('button', { name: 'Modifier le prix : 100 + 10 Diamants' }).click();
  await page.getByTestId('free-fire-offer').first().getByLabelText('Prix (DA)').fill(text);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  return screen;
}

test('a price above the configured amount asks for a confirmation, in a product and in a Free Fire offer', async () => {
  await openProduct(priced(30_000, 'Grand'));
  await price.fill('300 000');
  await save.click();
  await expect.element(question).toHaveTextContent('300 000 DA');
  await expect.element(question).toHaveTextContent('Grand');
  await question.getByRole('button', { name: 'Modifier' }).click();
  // The unchanged price needs no confirmation.
  await price.fill('30000');
  await save.click();
  await expectToast('Produit mis à jour avec succès');

  const screen = await changeFreeFirePrice('150000');
  await expect.element(question).toHaveTextContent('150 000 DA');
  await question.getByRole('button', { name: 'Modifier' }).click();
  expect(screen.sent('freeFire.updateOffer')).toEqual([]);
});

test('a price that falls by more than half asks once with the old and the new price, in a product and in a Free Fire offer [CNT-80]', async () => {
  const screen = await openProduct(priced(600, 'Petit'));
  await price.fill('60');
  await save.click();
  await expect.element(question).toHaveTextContent(/600.DA.*60.DA.*Petit.*plus de 20 %/);
  await expectAccessible();
  expect(screen.sent('products.update')).toEqual([]);
  await question.getByRole('button', { name: 'Confirmer' }).click();
  await expectToast('Produit mis à jour avec succès');
  expect(screen.sent('products.update')[0]?.body.offers[0].price).toBe(60);

  const other = await changeFreeFirePrice('15');
  await expect.element(question).toHaveTextContent(/150.DA.*15.DA/);
  await question.getByRole('button', { name: 'Modifier' }).click();
  expect(other.sent('freeFire.updateOffer')).toEqual([]);
});

test('the amount of a reseller’s recharge request may have spaces and a comma, and an ambiguous one is marked', async () => {
  const screen = await openScreen('/profile', karim, {
    'rechargeRequests.list': emptyList,
    'business.paymentAccounts': { items: [] },
    'rechargeRequests.create': rechargeRequest({ amount: 1500.5 }),
  });
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  const field = dialog.getByLabelText('Montant (DA)');
  await field.fill('1,500');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect.element(field).toHaveAccessibleDescription(/Le montant doit être supérieur à 0/);
  await field.fill('1 500,50 DA');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expectToast('Demande envoyée avec succès! Elle sera traitée par un administrateur.');
  expect(screen.sent('rechargeRequests.create').map(({ body }) => body.amount)).toEqual([1500.5]);
});

test('the price filters of the catalogue read grouped amounts and mark ambiguous ones', async () => {
  const offers = [
    offer({ id: 'o1', name: 'Petit', price: 900 }),
    offer({ id: 'o2', name: 'Moyen', price: 1_500 }),
  ];
  await openScreen('/catalog?game=Roblox', karim, {
    'products.list': listOf(product({ game: 'Roblox', offers })),
    'purchases.quickSales': { items: [] },
  });
  await expect.element(page.getByText('Petit')).toBeVisible();
  await page.getByLabelText('Prix minimum').fill('1.000');
  await expect.element(page.getByText('Petit')).toHaveLength(0);
  await expect.element(page.getByText('Moyen')).toBeVisible();
  await page.getByLabelText('Prix minimum').fill('1,000');
  await expect.element(page.getByText('Petit')).toBeVisible();
  await expect.element(page.getByText(/Deux lectures possibles/)).toBeVisible();
});

// Turned red by: a number whose groups turn around on an Arabic screen, where the box around it reads from right to left.
test('the number of the account to pay to reads from left to right whatever the direction of the screen', async () => {
  const number = '00799 99900 12345678 90';
  await openScreen('/profile', karim, {
    'rechargeRequests.list': emptyList,
    'business.paymentAccounts': { items: [{ method: 'ccp', number, holder: 'Almas', bank: '', qrCode: '' }] },
  });
  await page.getByRole('button', { name: 'Demander une recharge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  const shown = dialog.getByText(number);
  await expect.element(shown).toBeVisible();
  document.documentElement.dir = 'rtl';
  onTestFinished(() => {
    document.documentElement.dir = 'ltr';
  });
  const text = shown.element().firstChild as Text;
  const leftOf = (start: number, end: number) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf(0, 5)).toBeLessThan(leftOf(number.length - 2, number.length));
});
