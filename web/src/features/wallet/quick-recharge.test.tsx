import type { User } from '@almas/contract/accounts';
import { errors } from '@almas/locale/errors';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { exactly, expectToast, press, toasts } from '../../../tests/expectations.ts';
import { administrator, configuration, countedListOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const karim = reseller({
  id: '11',
  firstName: 'Karim',
  lastName: 'Saadi',
  email: 'karim@exemple.dz',
  balance: 250,
});

const search = () => page.getByRole('combobox', { name: 'Rechercher' });
const options = () => page.getByRole('option');
const amount = () => page.getByLabelText('Montant (DA)');
const note = () => page.getByLabelText(/^Note/);
/** The button next to the chosen reseller. */
const change = () => page.getByRole('button', { name: 'Changer' });
const submit = () => page.getByRole('button', { name: 'Recharger', exact: true });

/** Opens the dashboard; a search finds these accounts. */
async function open(found: readonly User[] = [karim], answers: Answers = {}) {
  const desk = deskOf({ accounts: found });
  const list = desk.answers['users.list'];
  return await openScreen('/admin', administrator(), {
    ...desk.answers,
    'users.list': (sent) =>
      sent.query.search === 'personne' || typeof list !== 'function' ? countedListOf() : list(sent),
    ...answers,
  });
}
async function choose(): Promise<void> {
  await search().fill(karim.email);
  await options().click();
}

test('the quick recharge asks for active resellers and shows those that a search finds, or that there is none [ADM-13][ADM-14][ADM-15]', async () => {
  const screen = await open();
  for (const text of ['Karim Saadi', karim.email, 'epicerie']) {
    await search().fill(text);
    await expect
      .poll(() => screen.sent('users.list').find(({ query }) => query.search === text)?.query)
      .toMatchObject({ status: 'active', role: 'reseller' });
    await expect.element(options()).toHaveLength(1);
    await expect.element(options()).toHaveTextContent('Karim Saadi');
  }
  await search().fill('personne');
  await expect.element(page.getByText('Aucun revendeur actif trouvé')).toBeVisible();
});

test('the quick recharge searches 300 ms after the last key, and shows at most five resellers [ADM-16][ADM-17]', async () => {
  const group = [1, 2, 3, 4, 5].map((count) => reseller({ id: `g${count}`, company: 'Groupe' }));
  const screen = await open(group);
  const requested = () => screen.sent('users.list').flatMap(({ query }) => query.search ?? []);
  await expect.element(page.getByText('Aucun compte en attente')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await search().fill('Group');
  vi.advanceTimersByTime(250);
  await search().fill('Groupe');
  vi.advanceTimersByTime(299);
  expect(requested()).toEqual([]);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(options()).toHaveLength(5);
  expect(requested()).toEqual(['Groupe']);
  expect(screen.sent('users.list').find(({ query }) => query.search)?.query.limit).toBe('5');
});

// Turned red by: Enter that is ignored while the list is read for any reason, and not only for another search text.
test('Enter chooses the shown reseller while the list is read again because another account changed', async () => {
  const screen = await open();
  await search().fill(karim.email);
  await expect.element(options()).toHaveLength(1);
  const held = deferred();
  screen.answer({
    'users.list': async () => {
      await held.promise;
      return countedListOf(karim);
    },
  });
  const before = screen.sent('users.list').length;
  await screen.emit({ type: 'requests' });
  await expect.poll(() => screen.sent('users.list').length).toBeGreaterThan(before);
  await press(search(), '{Enter}');
  await expect.element(change()).toBeVisible();
  held.resolve();
});

test('the quick recharge shows the balance before and after, then credits the amount with its note [ADM-18][ERR-25]', async () => {
  const screen = await open();
  await search().fill('Karim Saadi');
  await expect.element(options()).toHaveLength(1);
  await press(search(), '{Enter}');
  await expect.element(change()).toBeVisible();
  await expect.element(page.getByText(`${karim.company} · ${karim.email}`)).toBeVisible();
  await amount().fill('1000.5');
  await page.getByLabelText('Note').fill('Espèces au comptoir');
  await expect.element(page.getByLabelText('Effet sur le solde')).toHaveTextContent('250 DA');
  await expect.element(page.getByTestId('balance-after')).toHaveTextContent(exactly('1 250,50 DA'));
  expect(screen.sent('wallet.recharge')).toEqual([]);
  await submit().click();
  await expectToast('Recharge effectuée');
  expect(screen.sent('wallet.recharge')).toMatchObject([
    { params: { id: karim.id }, body: { amount: 1_000.5, note: 'Espèces au comptoir' } },
  ]);
  await expect.element(amount()).toHaveValue('');
  await expect.element(search()).toBeVisible();
});

test('the quick recharge without a note has the reason of the dashboard [ADM-22]', async () => {
  const screen = await open();
  await choose();
  await amount().fill('400');
  await press(amount(), '{Enter}');
  await expectToast('Recharge effectuée');
  expect(screen.sent('wallet.recharge')[0]?.body.note).toBe('Recharge rapide depuis le dashboard admin');
});

test('the quick recharge says what is missing or wrong and sends nothing [ADM-19][ADM-20][ADM-21]', async () => {
  const screen = await open();
  const expectOnly = async (text: string) => {
    await expectToast(text);
    await toasts().getByRole('button').click();
    await expect.element(toasts().getByText(text)).toHaveLength(0);
  };
  await amount().fill('500');
  await submit().click();
  await expectOnly('Données manquantes');
  await choose();
  await amount().fill('');
  await submit().click();
  await expectOnly('Données manquantes');
  for (const wrong of ['0', '-5']) {
    await amount().fill(wrong);
    await submit().click();
    await expectOnly('Montant invalide');
  }
  expect(screen.sent('wallet.recharge')).toEqual([]);
  await press(submit(), '{Enter}');
  await expect.element(toasts().getByText('Montant invalide')).toBeVisible();
  await amount().fill('');
  await press(submit(), '{Enter}');
  await expect.element(toasts().getByText('Données manquantes')).toBeVisible();
  expect(
    toasts()
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Données manquantes']);
});

const credited = (newBalance: number) =>
  ({
    success: true,
    transactionId: '1',
    amount: 300,
    balanceBefore: 0,
    newBalance,
    user: { ...karim, balance: newBalance },
  }) as const;

test('the quick recharge whose response is lost is the same call when it is sent again, and says so', async () => {
  const screen = await open([karim], { 'wallet.recharge': lost });
  await choose();
  await amount().fill('300');
  await submit().click();
  await expectToast(adminWallet.lost);
  await expect.element(amount()).toHaveValue('300');
  screen.answer({ 'wallet.recharge': credited(300) });
  await submit().click();
  await expectToast(/^Recharge effectuée – une seule fois, avec l’essai du \d/);
  // The next one is a recharge of its own, of the same amount too.
  await choose();
  await amount().fill('300');
  await submit().click();
  await expectToast('Recharge effectuée');
  const keys = screen.sent('wallet.recharge').map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

// Turned red by: a preview from the balance that the lost recharge has raised already.
test('a quick recharge whose response was lost is not previewed a second time', async () => {
  const after = page.getByTestId('balance-after');
  const screen = await open([karim], { 'wallet.recharge': lost });
  await choose();
  await amount().fill('300');
  await expect.element(after).toHaveTextContent(exactly('550 DA'));
  screen.answer({ 'users.get': { ...karim, balance: 550 } });
  await submit().click();
  await expectToast(adminWallet.lost);
  await expect.element(after).not.toBeInTheDocument();
  screen.answer({ 'wallet.recharge': credited(550) });
  await submit().click({ position: { x: 4, y: 4 } });
  await expectToast(/^Recharge effectuée – une seule fois/);
  await choose();
  await amount().fill('100');
  await expect.element(after).toHaveTextContent(exactly('650 DA'));
});

// Turned red by: keys that end with their form; a key that is forgotten when another reseller is chosen.
test('a quick recharge whose response was lost is the same call after another reseller, and after the page was opened again', async () => {
  const sara = reseller({ id: '12', firstName: 'Sara', lastName: 'Amrani', email: 'sara@exemple.dz' });
  const chooseOf = async ({ email, firstName }: User) => {
    await search().fill(email);
    await page.getByRole('option', { name: new RegExp(firstName) }).click();
  };
  const first = await open([karim, sara], { 'wallet.recharge': lost });
  await chooseOf(karim);
  await amount().fill('300');
  await submit().click();
  await expectToast(adminWallet.lost);
  await change().click();
  await chooseOf(sara);
  await change().click();
  await chooseOf(karim);
  await amount().fill('300');
  await submit().click();
  await expect.poll(() => first.sent('wallet.recharge')).toHaveLength(2);
  const second = await open([karim], { 'wallet.recharge': credited(300) });
  await chooseOf(karim);
  await amount().fill('300');
  await submit().click();
  await expectToast(/^Recharge effectuée – une seule fois, avec l’essai du \d/);
  const keys = [...first.sent('wallet.recharge'), ...second.sent('wallet.recharge')].map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

// Turned red by: a key that is kept for hours; the recharge of the afternoon would be taken for the lost one of the morning.
test('a quick recharge of the same amount an hour after a lost response and another reseller is a recharge of its own', async () => {
  const sara = reseller({ id: '12', firstName: 'Sara', lastName: 'Amrani', email: 'sara@exemple.dz' });
  const screen = await open([karim, sara], { 'wallet.recharge': lost });
  const recharge = async ({ email, firstName }: User) => {
    await search().fill(email);
    await page.getByRole('option', { name: new RegExp(firstName) }).click();
    await amount().fill('300');
    await submit().click();
  };
  await recharge(karim);
  await expectToast(adminWallet.lost);
  screen.answer({ 'wallet.recharge': credited(300) });
  await change().click();
  await recharge(sara);
  await expectToast('Recharge effectuée');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await recharge(karim);
  await expect.poll(() => screen.sent('wallet.recharge')).toHaveLength(3);
  const [first, , third] = screen.sent('wallet.recharge').map(({ key }) => key);
  expect(third).not.toBe(first);
});

test('a refused quick recharge shows the server’s sentence, or the fallback when it has none [ERR-05]', async () => {
  const sentence = 'Le compte doit être activé pour recevoir des recharges';
  const screen = await open([karim], {
    'wallet.recharge': refusal(409, 'RECHARGE_ACCOUNT_NOT_ACTIVE', sentence),
  });
  await choose();
  await amount().fill('10');
  await submit().click();
  await expectToast(sentence);
  screen.answer({ 'wallet.recharge': refusal(409, 'CONFLICT') });
  await amount().fill('10');
  await submit().click();
  await expectToast('Erreur de recharge');
});

test('a quick recharge whose response was lost and that is sent again with another amount says that the first one was made', async () => {
  const screen = await open([karim], { 'wallet.recharge': lost });
  await choose();
  await amount().fill('1000');
  await submit().click();
  await expectToast(adminWallet.lost);
  screen.answer({ 'wallet.recharge': refusal(409, 'KEY_REUSED', errors.KEY_REUSED) });
  await amount().fill('1500');
  await submit().click();
  await expectToast(errors.KEY_REUSED);
  // Sent once more after that message, it is a recharge of its own.
  screen.answer({ 'wallet.recharge': credited(2_500) });
  await submit().click();
  await expectToast('Recharge effectuée');
  const keys = screen.sent('wallet.recharge').map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

// Turned red by: a key that outlives the success of its call.
test('a second person who was asked for a credit is asked anew for the same one, on the same dashboard [TEA-11]', async () => {
  const proposal = {
    id: '1',
    userId: karim.id,
    userName: 'Karim Saadi',
    amount: 50_000,
    note: '',
    state: 'open' as const,
    proposedById: 'a1',
    proposedByName: 'Sami',
    createdAt: '2026-03-02T10:00:00.000Z',
    decidedByName: null,
    decidedAt: null,
  };
  const screen = await open([karim], {
    'wallet.recharge': refusal(409, 'SECOND_PERSON_REQUIRED'),
    'wallet.propose': proposal,
  });
  for (let asked = 1; asked <= 2; asked += 1) {
    await choose();
    await amount().fill('40000');
    await submit().click();
    await note().fill(`Chèque ${asked}`);
    await page.getByRole('button', { name: 'Demander à une seconde personne' }).click();
    await expect.poll(() => screen.sent('wallet.propose')).toHaveLength(asked);
    await expect.element(amount()).toHaveValue('');
    // What was written between the refusal and this press went with it.
    await expect.element(note()).toHaveValue('');
    await expect.element(change()).not.toBeInTheDocument();
  }
  const [first, second] = screen.sent('wallet.propose').map(({ key }) => key);
  expect(second).not.toBe(first);
});

// Turned red by: a question that is about an amount, and not about an account and what its field says.
test('what was asked about one reseller and one amount is not asked about others (P29)', async () => {
  const samir = reseller({ id: '12', firstName: 'Samir', lastName: 'Ziani', email: 'samir@exemple.dz' });
  const screen = await open([karim, samir], {
    'configuration.get': { ...configuration, confirmAmountAbove: 20_000 },
  });
  const take = async ({ email, firstName }: User) => {
    await search().fill(email);
    await options().filter({ hasText: firstName }).click();
  };
  const question = page.getByRole('group', { name: 'Vérifiez le montant' });
  await take(karim);
  await amount().fill('100000');
  await submit().click();
  await expect.element(question).toBeVisible();
  await change().click();
  await amount().fill('5000');
  await take(samir);
  await expect.element(amount()).toHaveValue('5000');
  await expect.element(question).not.toBeInTheDocument();
  await submit().click();
  await expectToast('Recharge effectuée');
  expect(screen.sent('wallet.recharge').map(({ params, body }) => [params.id, body.amount])).toEqual([
    [samir.id, 5_000],
  ]);
});

// Turned red by: an answer that empties the form, whatever was typed since the press.
test('a reseller and an amount that are chosen while a credit is under way stay when its answer arrives', async () => {
  const samir = reseller({ id: '12', firstName: 'Samir', lastName: 'Ziani', email: 'samir@exemple.dz' });
  const held = deferred();
  const desk = deskOf({ accounts: [karim, samir] });
  const credit = desk.answers['wallet.recharge'];
  const screen = await open([karim, samir], {
    'wallet.recharge': async (sent) => {
      await held.promise;
      return typeof credit === 'function' ? credit(sent) : lost;
    },
  });
  const take = async ({ email, firstName }: User) => {
    await search().fill(email);
    await options().filter({ hasText: firstName }).click();
  };
  await take(karim);
  await amount().fill('400');
  await submit().click();
  await expect.poll(() => screen.sent('wallet.recharge')).toHaveLength(1);
  await change().click();
  await take(samir);
  await amount().fill('700');
  held.resolve();
  await expectToast('Recharge effectuée');
  await expect.element(change()).toBeVisible();
  await expect.element(page.getByText(samir.email)).toBeVisible();
  await expect.element(amount()).toHaveValue('700');
});
