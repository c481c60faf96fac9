import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import { refusal } from '../../tests/api.ts';
import { exactly, factOf } from '../../tests/expectations.ts';
import { adjustment, listOf, purchase, reseller, transaction } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const proof = 'https://exemple.dz/preuve.png';
const players = { validated: '12345678', refused: '23456789', pending: '34567890' };
const requested = (playerId: string) => ({
  playerId,
  offerId: 'ff_100_10',
  offerName: '100 + 10 Diamants',
  diamondsValue: 110,
  requestId: '7',
  unifiedTransactionId: '8',
});
const topUp = { type: 'freefire_request', amount: 150, description: 'Demande Free Fire' } as const;

const recharge = transaction({ createdAt: '2026-03-02T10:00:00.000Z' });
const bought = transaction({
  type: 'purchase',
  amount: 600,
  description: 'Achat Robux - 400',
  productName: 'Robux',
  balanceBefore: 5_000,
  balanceAfter: 4_400,
  createdAt: '2026-03-02T10:01:00.000Z',
  purchaseId: '40',
});
const decision = {
  note: 'Bien reçu',
  imageUrl: proof,
  validatedAt: '2026-03-02T10:03:00.000Z',
  refusedAt: null,
};
const validated = transaction({
  ...topUp,
  description: `Demande Free Fire ${players.validated}`,
  balanceBefore: 4_400,
  balanceAfter: 4_250,
  createdAt: '2026-03-02T10:02:00.000Z',
  freeFire: requested(players.validated),
  adminName: 'Nadia Haddad',
  requestStatus: 'validated',
  request: decision,
});
const refund = {
  amount: 150,
  balanceBefore: 4_100,
  balanceAfter: 4_250,
  createdAt: '2026-03-02T10:05:00.000Z',
};
const refused = transaction({
  ...topUp,
  description: `Demande Free Fire ${players.refused}`,
  balanceBefore: 4_250,
  balanceAfter: 4_100,
  createdAt: '2026-03-02T10:04:00.000Z',
  freeFire: requested(players.refused),
  requestStatus: 'refused',
  request: { note: 'ID introuvable', imageUrl: proof, validatedAt: null, refusedAt: refund.createdAt },
  refund,
});
const refunded = adjustment({ ...refund, freeFire: requested(players.refused) });
const pending = transaction({
  ...topUp,
  description: `Demande Free Fire ${players.pending}`,
  balanceBefore: 4_250,
  balanceAfter: 4_100,
  createdAt: '2026-03-02T10:06:00.000Z',
  freeFire: requested(players.pending),
  requestStatus: 'pending',
  request: { note: null, imageUrl: proof, validatedAt: null, refusedAt: null },
});

const pageOf = (items: readonly ReturnType<typeof transaction>[], adjustments = [refunded]) => ({
  ...listOf(...items),
  adjustments: [...adjustments],
});
const all = pageOf([pending, refused, validated, bought, recharge]);
const filtered: Record<string, typeof all> = {
  all,
  credit: pageOf([recharge], []),
  debit: pageOf([bought], []),
  freefire: pageOf([pending, refused, validated]),
};
const open = (answers: Parameters<typeof openScreen>[2] = {}) =>
  openScreen('/operations', reseller(), {
    'wallet.operations': ({ query }) => filtered[query.filter ?? 'all'] ?? all,
    ...answers,
  });

const rows = () => page.getByTestId('operation');
const row = (text: string) => rows().filter({ hasText: text });
const dialog = () => page.getByRole('dialog');
const fact = (name: string) => factOf(dialog(), name);
test('four filters narrow a reseller’s operations to all, credits, debits or Free Fire [OPS-01][OPS-02][OPS-03][OPS-04][OPS-05][OPS-06]', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Toutes les Opérations' })).toBeVisible();
  const filter = page.getByRole('group', { name: 'Type d’opération' });
  await expect.element(filter.getByRole('radio')).toHaveLength(4);
  // Five transactions, and the refund of the refused request (AMB-96).
  await expect.element(rows()).toHaveLength(6);
  const types = () =>
    rows()
      .elements()
      .map((one) => one.querySelector('span + span > span')?.firstChild?.textContent);
  await filter.getByText('Crédits').click();
  await expect.poll(types).toEqual(['Recharge']);
  await filter.getByText('Débits').click();
  await expect.poll(types).toEqual(['Achat']);
  await filter.getByText('Free Fire').click();
  await expect.poll(types).toEqual(['Free Fire', 'Free Fire', 'Free Fire', 'Free Fire']);
  await filter.getByText('Toutes').click();
  await expect.element(rows()).toHaveLength(6);
});

test('each operation shows type, description, date, signed amount and balance after [OPS-07][OPS-08][OPS-09][OPS-10][OPS-11][OPS-12]', async () => {
  await open();
  const credit = row('Recharge du solde');
  await expect.element(credit).toHaveTextContent('Recharge');
  await expect.element(credit.css('time')).toHaveAttribute('datetime', expect.stringMatching(/^\d{4}-/));
  await expect.element(credit).toHaveTextContent('+5 000 DA');
  await expect.element(credit).toHaveTextContent('Solde après 5 000 DA');
  const debit = row('Achat Robux - 400');
  await expect.element(debit).toHaveTextContent('-600 DA');
  await expect.element(debit).toHaveTextContent('Solde après 4 400 DA');
  await expect.element(row(players.pending)).toHaveTextContent('-150 DA');
  await expectAccessible();
  await expectNoSideScroll();
});

test('the row of a purchase opens its details without Free Fire fields [OPS-13][OPS-28]', async () => {
  await open();
  const opened = row('Achat Robux');
  await opened.click();
  await expect.element(fact('Type')).toHaveTextContent(exactly('Achat'));
  await expect.element(fact('Montant')).toHaveTextContent('-600 DA');
  await expect.element(fact('Date').css('time')).toBeVisible();
  await expect.element(fact('Description')).toHaveTextContent(exactly('Achat Robux - 400'));
  await expect.element(fact('Solde après')).toHaveTextContent('4 400 DA');
  await expect.element(dialog().getByText('ID joueur')).toHaveLength(0);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(opened).toHaveFocus();
});

test('the details of a validated Free Fire operation show every field and link to the proof [OPS-14][OPS-15][OPS-18][OPS-19][OPS-20][OPS-21][OPS-22][OPS-23][OPS-24][OPS-25][OPS-27]', async () => {
  await open();
  await row(players.validated).click();
  await expect.element(fact('Statut')).toHaveTextContent(exactly('Validé'));
  await expect.element(fact('ID joueur')).toHaveTextContent(players.validated);
  await expect.element(fact('Offre')).toHaveTextContent(exactly('100 + 10 Diamants'));
  await expect.element(fact('Diamants')).toHaveTextContent(exactly('110'));
  await expect.element(fact('Montant')).toHaveTextContent('150 DA');
  for (const name of ['Créée le', 'Validée le']) await expect.element(fact(name).css('time')).toBeVisible();
  await expect.element(fact('Traitée par')).toHaveTextContent(exactly('Nadia Haddad'));
  await expect.element(fact('Note de l’administrateur')).toHaveTextContent(exactly('Bien reçu'));
  await expect.element(fact('ID de transaction')).toHaveTextContent(/^\d+$/);
  const link = dialog().getByRole('link', { name: /Voir la preuve/ });
  await expect.element(link).toHaveAttribute('href', proof);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expectAccessible();
  await expectNoSideScroll();
});

test('the details of a refused Free Fire operation show its date, reason and refund, and no proof [OPS-17][OPS-22][OPS-24][OPS-26]', async () => {
  await open();
  await row(players.refused).click();
  await expect.element(fact('Statut')).toHaveTextContent(exactly('Refusé'));
  await expect.element(fact('Refusée le').css('time')).toBeVisible();
  await expect.element(fact('Note de l’administrateur')).toHaveTextContent(exactly('ID introuvable'));
  await expect.element(dialog().getByRole('link')).toHaveLength(0);
  await expect.element(fact('Remboursé le').css('time')).toBeVisible();
  await expect.element(fact('Solde après remboursement')).toHaveTextContent('4 250 DA');
});

test('the refund of a refused request is an operation of its own, and each balance follows from the one before [OPS-12]', async () => {
  await open();
  const refund = row('Remboursement Free Fire');
  await expect.element(refund).toHaveTextContent('Remboursé');
  await expect.element(refund).toHaveTextContent('+150 DA');
  const figures = rows()
    .elements()
    .map((one) => {
      const [, sign, amount, after] =
        /([+-])([\d\s,]+) DA.*?après ([\d\s,]+) DA/.exec((one.textContent ?? '').replace(/\s/g, ' ')) ?? [];
      const number = (text = '') => Number(text.replace(/\s/g, '').replace(',', '.'));
      return { change: number(amount) * (sign === '-' ? -1 : 1), after: number(after) };
    });
  for (const [index, { change, after }] of figures.entries())
    expect(after).toBe((figures[index + 1]?.after ?? 0) + change);
  await refund.click();
  await expect.element(fact('Statut')).toHaveTextContent(exactly('Remboursé'));
  await expect.element(fact('ID joueur')).toHaveTextContent(players.refused);
  await expect.element(fact('Montant')).toHaveTextContent('+150 DA');
  await expect.element(fact('Remboursé le').css('time')).toBeVisible();
  await expect.element(fact('Solde avant')).toHaveTextContent('4 100 DA');
  await expect.element(fact('Solde après')).toHaveTextContent('4 250 DA');
  await expectAccessible();
  await expectNoSideScroll();
});

test('the details of a pending Free Fire operation, or of a validated one without an image, have no proof [OPS-16][OPS-26]', async () => {
  await open();
  await row(players.pending).click();
  await expect.element(fact('Statut')).toHaveTextContent(exactly('En attente'));
  await expect.element(dialog().getByRole('link')).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  const bare = { ...validated, request: { ...decision, imageUrl: null } };
  await open({ 'wallet.operations': pageOf([bare]) });
  await row(players.validated).click();
  await expect.element(fact('Statut')).toHaveTextContent(exactly('Validé'));
  await expect.element(dialog().getByRole('link')).toHaveLength(0);
});

test('the operations say that there are none, that none matches the filter, or that they cannot be read [ERR-17][ERR-18]', async () => {
  await open({ 'wallet.operations': pageOf([], []) });
  await expect.element(page.getByText('Aucune transaction trouvée')).toBeVisible();
  // No filter is set, so the message does not mention one.
  await expect.element(page.getByText('Aucun mouvement ne correspond à ce choix.')).toHaveLength(0);
  await page.getByText('Crédits', { exact: true }).click();
  await expect.element(page.getByText('Aucun mouvement ne correspond à ce choix.')).toBeVisible();
  await open({ 'wallet.operations': refusal(422, 'INVALID_INPUT', 'Données invalides') });
  await expect.element(page.getByText('Erreur de chargement', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText("Impossible de charger l'historique des transactions", { exact: true }))
    .toBeVisible();
  await expect
    .element(
      page
        .getByRole('region', { name: 'Messages' })
        .getByText("Erreur de chargement – Impossible de charger l'historique des transactions"),
    )
    .toBeVisible();
});
test('a purchase in the operations opens its codes in one tap, and from its details [OPS-13]', async () => {
  await open({
    'purchases.get': purchase({ id: '40' }),
    'products.redeem': { text: '', link: '' },
  });
  await page.viewport(390, 844);
  await page.getByRole('button', { name: /^Voir les codes/ }).click();
  await expect.element(dialog().getByTestId('code')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toHaveLength(0);
  await row('Achat Robux').click();
  await dialog().getByRole('button', { name: 'Voir les codes' }).click();
  await expect.element(dialog().getByTestId('code')).toBeVisible();
});

test('the open details of a pending Free Fire operation show the administrator’s decision when it is made', async () => {
  const screen = await open();
  await row(players.pending).click();
  await expect.element(fact('Statut')).toHaveTextContent(exactly('En attente'));
  const decided = { ...pending, requestStatus: 'validated', request: decision } as const;
  screen.answer({ 'wallet.operations': pageOf([decided], []) });
  await screen.emit({ type: 'requests' });
  await expect.element(fact('Statut')).toHaveTextContent(exactly('Validé'));
  await expect.element(dialog().getByRole('link')).toHaveAttribute('href', proof);
});
