import type { Transaction } from '@almas/contract/wallet';
import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../tests/accessible.ts';
import { type Answers, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { factOf, press, textsOf } from '../../../tests/expectations.ts';
import {
  administrator,
  configuration,
  countedListOf,
  purchase,
  transaction,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const search = page.getByRole('searchbox', { name: 'Rechercher' });
const rows = page.getByRole('row');
const detail = page.getByRole('dialog', { name: 'Détail de la transaction' });
const clear = page.getByRole('button', { name: 'Effacer les filtres' });

const open = (items: readonly Transaction[], answers: Answers = {}, path = '/admin/transactions') =>
  openScreen(path, administrator(), {
    ...deskOf({}).answers,
    'wallet.transactions': countedListOf(...items),
    'wallet.transaction': ({ params }) => items.find(({ id }) => id === params.id) ?? transaction(),
    ...answers,
  });

const recharge = transaction({
  id: '1',
  amount: 3_000,
  balanceBefore: 0,
  balanceAfter: 3_000,
  reason: 'Recharge manuelle par admin',
});
const bought = transaction({
  id: '2',
  type: 'purchase',
  amount: 150,
  description: 'Achat Diamants',
  purchaseId: '40',
});

test('the transactions screen has a link back, the count, and a table whose rows open their details [TXN-01][TXN-02][TXN-08][TXN-09]', async () => {
  const screen = await open([bought, recharge]);
  await expect.element(page.getByText('2 transactions', { exact: true })).toBeVisible();
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'Utilisateur',
    'Date',
    'Type',
    'Description',
    'Montant',
    'Solde après',
    'Statut',
  ]);
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.nth(1)).toHaveTextContent('Amine Benali');
  await expect.element(rows.nth(1)).toHaveTextContent('-150 DA');
  await expect.element(rows.nth(2)).toHaveTextContent('+3 000 DA');
  await rows.nth(2).getByText('Recharge du solde').click();
  await expect.element(detail).toBeVisible();
  await expect.element(factOf(detail, 'Utilisateur')).toHaveTextContent('Amine Benali');
  await expect.element(factOf(detail, 'Solde avant')).toHaveTextContent('0 DA');
  await expect.element(factOf(detail, 'Solde après')).toHaveTextContent('3 000 DA');
  await expect.element(factOf(detail, 'Raison')).toHaveTextContent('Recharge manuelle par admin');
  await userEvent.keyboard('{Escape}');
  await expect.element(detail).toHaveLength(0);
  // The keyboard opens a row too.
  await press(rows.nth(1).getByRole('button'), '{Enter}');
  await expect.element(factOf(detail, 'Type')).toHaveTextContent('Achat');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('main').getByRole('link', { name: 'Tableau de bord' }).click();
  await expect.poll(screen.address).toBe('/admin');
});

// Turned red by: a button that asks for no scope.
test.each([
  [['reports'], []],
  [['reports', 'accounts'], ['Corriger']],
  [['reports', 'stock'], ['Afficher les codes']],
] as const)(
  'with the scopes %j the details of a recharge and of a purchase offer %j [TEA-14]',
  async (scopes, offered) => {
    await openScreen('/admin/transactions', administrator({ scopes: [...scopes] }), {
      ...deskOf({}).answers,
      'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
      'wallet.transactions': countedListOf(bought, recharge),
    });
    const found: string[] = [];
    for (const text of ['Recharge du solde', 'Achat Diamants']) {
      await rows.getByText(text).click();
      await expect.element(factOf(detail, 'Solde après')).toBeVisible();
      found.push(...textsOf(detail.getByRole('button', { name: /^(Corriger|Afficher les codes)$/ })));
      await userEvent.keyboard('{Escape}');
      await expect.element(detail).toHaveLength(0);
    }
    expect(found).toEqual(offered);
  },
);

test('the search, the type and the status are asked for, and stay in the address [TXN-03][TXN-04][TXN-05]', async () => {
  const narrowed: Answers = {
    'wallet.transactions': ({ query: { type, status } }) => {
      if (status === 'rejected') return countedListOf();
      if (type === 'purchase') return countedListOf(bought);
      return type === 'recharge' ? countedListOf(recharge) : countedListOf(bought, recharge);
    },
  };
  const screen = await open([], narrowed);
  const asked = () => screen.sent('wallet.transactions').at(-1)?.query;
  await search.fill('ZERROUKI');
  await expect.poll(() => asked()?.search).toBe('ZERROUKI');
  await expect.element(rows).toHaveLength(3);
  await page.getByLabelText('Type').selectOptions('Achat');
  await expect.element(rows).toHaveLength(2);
  await expect.element(rows.nth(1)).toHaveTextContent('Achat');
  await page.getByLabelText('Type').selectOptions('Tous les types');
  await page.getByLabelText('Statut').selectOptions('Terminé');
  await expect.element(rows).toHaveLength(3);
  await page.getByLabelText('Statut').selectOptions('Rejeté');
  await expect.element(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await page.getByLabelText('Statut').selectOptions('Terminé');
  await page.getByLabelText('Type').selectOptions('Recharge');
  await expect.element(rows).toHaveLength(2);
  expect(asked()).toMatchObject({ search: 'ZERROUKI', type: 'recharge', status: 'completed' });
  const again = await open([], narrowed, screen.address());
  await expect.element(page.getByLabelText('Type')).toHaveValue('recharge');
  await expect.element(page.getByLabelText('Statut')).toHaveValue('completed');
  await expect.element(rows).toHaveLength(2);
  await clear.click();
  await expect.element(search).toHaveValue('');
  await expect.poll(again.address).toBe('/admin/transactions');
});

test('the column headers `Date` and `Montant` sort the transactions, say so to a screen reader, and stay in the address', async () => {
  const [one, two, three] = [100, 200, 300].map((amount) => transaction({ amount })) as [
    Transaction,
    Transaction,
    Transaction,
  ];
  const sorted: Answers = {
    'wallet.transactions': ({ query: { sort, order } }) => {
      const newest = sort === 'amount' ? [three, two, one] : [two, one, three];
      return countedListOf(...(order === 'asc' ? newest.reverse() : newest));
    },
  };
  const screen = await open([], sorted);
  const amounts = () =>
    textsOf(rows)
      .slice(1)
      .map((text) => /\+(\d+)/.exec(text)?.[1]);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.poll(amounts).toEqual(['200', '100', '300']);
  await expect.element(head('Date')).toHaveAttribute('aria-sort', 'descending');
  await head('Date').getByRole('button').click();
  await expect.poll(amounts).toEqual(['300', '100', '200']);
  // A sort order does not count as a filter.
  await expect.element(clear).toHaveLength(0);
  await head('Montant').getByRole('button').click();
  await expect.poll(amounts).toEqual(['300', '200', '100']);
  await expect.element(head('Montant')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Date')).not.toHaveAttribute('aria-sort');
  await userEvent.keyboard('{Enter}');
  await expect.poll(amounts).toEqual(['100', '200', '300']);
  const again = await open([], sorted, screen.address());
  await expect.element(head('Montant')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(amounts).toEqual(['100', '200', '300']);
  await page.viewport(390, 844);
  await page.getByLabelText('Trier par').selectOptions('Date, croissant');
  await expect.poll(amounts).toEqual(['300', '100', '200']);
  expect(again.address()).toMatch(/order=asc/);
  await expectAccessible();
});

test('the dates are asked for from a day to a day, and reversed ones are named [TXN-06][TXN-07]', async () => {
  const screen = await open([], {
    'wallet.transactions': ({ query: { from = '', to = '' } }) =>
      to !== '' && from > to ? countedListOf() : countedListOf(recharge),
  });
  const asked = () => screen.sent('wallet.transactions').at(-1)?.query;
  const day = (name: string) => page.getByLabelText(name, { exact: true });
  await day('Du').fill('2026-03-02');
  await expect.poll(() => asked()?.from).toBe('2026-03-02');
  await day('Au').fill('2026-03-02');
  await expect.poll(asked).toMatchObject({ from: '2026-03-02', to: '2026-03-02' });
  await day('Du').fill('2026-03-03');
  await expect.element(page.getByText('La date de fin précède la date de début.')).toBeVisible();
  await day('Du').fill('');
  await expect.poll(() => asked()?.from).toBeUndefined();
  expect(asked()?.to).toBe('2026-03-02');
});

test('a usual period is one press, and the chosen days are in French', async () => {
  const screen = await open([], {
    'wallet.transactions': ({ query }) =>
      query.from ? countedListOf(bought) : countedListOf(bought, recharge),
  });
  const period = page.getByRole('group', { name: 'Période' });
  await expect.element(period.getByRole('radio', { name: 'Toutes' })).toBeChecked();
  await expect.element(rows).toHaveLength(3);
  await press(period.getByRole('radio', { name: '7 jours' }), ' ');
  await expect.element(rows).toHaveLength(2);
  await expect.element(page.getByText(/^Du \d+ \S+ \d{4} au \d+ \S+ \d{4}$/)).toBeVisible();
  expect((page.getByLabelText('Du', { exact: true }).element() as HTMLInputElement).value).toMatch(
    /^\d{4}-\d\d-\d\d$/,
  );
  screen.back();
  await expect.element(rows).toHaveLength(3);
  await press(period.getByRole('radio', { name: 'Aujourd’hui' }), ' ');
  await expect.element(page.getByText(/^Le \d+ \S+ \d{4}$/)).toBeVisible();
  await expectAccessible();
});

test('the transactions screen says that nothing was found, and offers a retry after a failed load [TXN-10][ERR-18]', async () => {
  await open([]);
  await expect.element(page.getByText('Aucune transaction trouvée')).toBeVisible();
  await expect.element(page.getByText('0 transaction', { exact: true })).toBeVisible();
  const screen = await open([], {
    'wallet.transactions': refusal(404, 'NOT_FOUND', 'Ressource introuvable'),
  });
  await expect
    .element(page.getByText("Impossible de charger l'historique des transactions", { exact: true }))
    .toBeVisible();
  screen.answer({ 'wallet.transactions': countedListOf() });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(page.getByText('Aucune transaction trouvée')).toBeVisible();
});

const paged: Answers = {
  'wallet.transactions': ({ query }) => ({
    ...countedListOf(...(query.cursor ? [recharge] : [bought, transaction(), transaction()])),
    nextCursor: query.cursor ? null : 'suite',
    count: 4,
  }),
};

test('the list of transactions loads its next page with `Afficher plus`', async () => {
  await open([], paged);
  await expect.element(rows).toHaveLength(4);
  await page.getByRole('button', { name: 'Afficher plus' }).click();
  await expect.element(rows).toHaveLength(5);
  await expect.element(page.getByText('4 transactions')).toBeVisible();
});

test('after the press on `Afficher plus` that shows the last rows, the focus is at the end of the list', async () => {
  await open([], paged);
  await press(page.getByRole('button', { name: 'Afficher plus' }), '{Enter}');
  await expect.element(rows).toHaveLength(5);
  await expect.element(page.getByText('Fin de la liste')).toHaveFocus();
});

test('text that is selected with the mouse in a row can be copied: the row does not open, and opens at the next press', async () => {
  await open([recharge]);
  const amount = rows.nth(1).getByText(/DA$/).first();
  await expect.element(amount).toBeVisible();
  const { left, right, top, height } = amount.element().getBoundingClientRect();
  await commands.drag(left + 2, top + height / 2, right - 2, top + height / 2);
  expect(getSelection()?.toString()).toMatch(/\d/);
  // If the selection had opened the details, this press could not reach the row.
  await amount.click();
  await expect.element(detail).toBeVisible();
});

test('a new transaction appears in the open list without a reload', async () => {
  const screen = await open([]);
  await expect.element(page.getByText('Aucune transaction trouvée')).toBeVisible();
  screen.answer({ 'wallet.transactions': countedListOf(recharge) });
  await screen.emit({ type: 'requests' });
  await expect.element(rows).toHaveLength(2);
});

test('`Validé`, `Refusé` and `Free Fire` ask for the rows that show these words [TXN-04][TXN-05]', async () => {
  const freeFire = (requestStatus: 'validated' | 'refused') =>
    transaction({ type: 'freefire_request', requestStatus, description: 'Free Fire 100 + 10' });
  const all = [freeFire('validated'), freeFire('refused'), recharge];
  const screen = await open([], {
    'wallet.transactions': ({ query: { type, status } }) =>
      countedListOf(
        ...all.filter(
          (entry) =>
            (!type || type === 'all' || entry.type.startsWith(type)) &&
            [undefined, 'all', entry.requestStatus ?? entry.status].includes(status),
        ),
      ),
  });
  await expect.element(rows).toHaveLength(4);
  for (const [field, choice, found] of [
    ['Statut', 'Validé', 1],
    ['Statut', 'Refusé', 1],
    ['Statut', 'Terminé', 1],
    ['Type', 'Free Fire', 2],
  ] as const) {
    await page.getByLabelText(field).selectOptions(choice);
    await expect.element(rows).toHaveLength(found + 1);
    for (const text of textsOf(rows).slice(1)) expect(text).toContain(choice);
    await page.getByLabelText('Statut').selectOptions('Tous les statuts');
    await page.getByLabelText('Type').selectOptions('Tous les types');
    // The next choice may find as many rows as this one: wait until all rows are back.
    await expect.element(rows).toHaveLength(4);
  }
  expect(screen.sent('wallet.transactions').length).toBeGreaterThan(4);
});

test('a transaction shows the names of its account and its administrator as the server gives them, and « N/A » for an unknown account [TXN-11][TXN-12][TXN-13][TXN-14][TXN-15]', async () => {
  const names = [
    'Samira Belkacem',
    'La direction',
    'chef',
    'Administrateur introuvable',
    'Administrateur inconnu',
  ];
  const lost = transaction({ description: 'Reprise', userName: 'Utilisateur Inconnu', userEmail: 'N/A' });
  await open([
    lost,
    ...names.map((adminName) => transaction({ description: `Par ${adminName}`, adminName })),
  ]);
  await expect.element(rows.nth(1)).toHaveTextContent('Utilisateur Inconnu');
  await expect.element(rows.nth(1)).toHaveTextContent('N/A');
  for (const name of names) {
    await rows.getByText(`Par ${name}`).click();
    await expect.element(factOf(detail, 'Administrateur')).toHaveTextContent(name);
    await userEvent.keyboard('{Escape}');
    await expect.element(detail).toHaveLength(0);
  }
});

test('an administrator who gives a reason sees the codes of a purchase, which are stored neither in the address nor in the browser, until the dialog closes [CNT-23]', async () => {
  const code = 'ABCD-EFGH-1234';
  const screen = await open([bought], { 'purchases.reveal': purchase() });
  await page.getByRole('button', { name: /^Détail : Achat/ }).click();
  await expect.element(detail.getByText('La consultation est inscrite au journal des actions')).toBeVisible();
  const show = detail.getByRole('button', { name: 'Afficher les codes' });
  await show.click();
  await expect.element(detail.getByText('Veuillez saisir la raison de la consultation')).toBeVisible();
  const reason = detail.getByLabelText('Raison de la consultation');
  await expect.element(reason).toHaveFocus();
  expect(screen.sent('purchases.reveal')).toEqual([]);
  await reason.fill('Code refusé chez le client');
  await press(reason, '{Enter}');
  await expect.element(detail.getByTestId('code')).toHaveAttribute('data-code', code);
  expect(screen.sent('purchases.reveal')).toMatchObject([
    { params: { id: '40' }, body: { reason: 'Code refusé chez le client' } },
  ]);
  expect(screen.address()).not.toContain(code);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(code);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /^Détail : Achat/ }).click();
  await expect.element(show).toBeVisible();
  await expect.element(detail.getByTestId('code')).toHaveLength(0);
});

// Turned red by: a replaced code that is shown like the one that was given for it.
test('an administrator who reads the codes of a purchase sees which one was replaced [CLM-19]', async () => {
  await open([bought], {
    'purchases.reveal': purchase({
      codes: [
        { id: '1', code: 'AAAA-1111', value: '60 UC', replaced: true },
        { id: '2', code: 'BBBB-2222', value: '60 UC' },
      ],
    }),
  });
  await page.getByRole('button', { name: /^Détail : Achat/ }).click();
  await detail.getByLabelText('Raison de la consultation').fill('Code refusé chez le client');
  await detail.getByRole('button', { name: 'Afficher les codes' }).click();
  await expect
    .element(detail.getByText('Code 1 remplacé, à ne plus donner :'))
    .toHaveTextContent('AAAA-1111');
  await expect.element(detail.getByTestId('code')).toHaveAttribute('data-code', 'BBBB-2222');
});
