import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { audited } from '../../../tests/accounts.ts';
import type { Answers } from '../../../tests/api.ts';
import { everyPage } from '../../../tests/every-page.ts';
import {
  administrator,
  configuration,
  emptyList,
  freeFireRequest,
  listOf,
  rechargeRequest,
  transaction,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

type Held = NonNullable<ReturnType<typeof administrator>['scopes']>;

const moment = '2026-03-02T11:00:00.000Z';
const connection: SupplierConnection = {
  id: '3',
  supplierId: '4',
  supplierName: 'Diamants du Sud',
  kind: 'idempotent',
  address: 'https://api.fournisseur.example',
  articles: [{ offerId: 'o1', offerName: '110 Diamants', article: 'FF-110', restock: 20, maxUnitCost: 140 }],
  topUps: [],
  hasSecret: true,
  dailyCap: 50_000,
  spentToday: 0,
  paused: false,
  balance: 84_000,
  balanceAt: moment,
  openOrders: 0,
  unknownOrders: 0,
};

/** Opens a screen as an employee of these scopes. */
const openAs = (scopes: Held, path: string, answers: Answers = {}) =>
  openScreen(path, administrator({ scopes }), {
    ...everyPage({
      requests: [rechargeRequest({ id: 'q1', status: 'approved', transactionId: 't1' })],
      transactions: [transaction({ id: 't1' })],
      topUps: [freeFireRequest({ id: '7', status: 'pending' })],
    }),
    'configuration.get': { ...configuration, extensions: ['admin-scopes', 'suppliers'] },
    'supplierOrders.list': emptyList,
    'supplierOrders.topUps': { ...emptyList, suppliers: [] },
    'supplierOrders.connections': listOf(connection),
    ...answers,
  });

// Turned red by: both panels for either right. A press on what the other one needs is refused by the server.
test.each<[Held, boolean, boolean]>([
  [['prices'], false, true],
  [['settings'], true, false],
])(
  'an employee with %s sees on the Free Fire page the service: %s, and its prices: %s [TEA-14]',
  async (scopes, service, prices) => {
    await openAs(scopes, '/admin/freefire');
    await expect
      .element(page.getByRole('switch').or(page.getByTestId('free-fire-offer')).first())
      .toBeVisible();
    expect(page.getByRole('switch', { name: 'Service actif' }).elements().length > 0).toBe(service);
    expect(page.getByTestId('free-fire-offer').elements().length > 0).toBe(prices);
  },
);

// Turned red by: the form of a connection, with its address and its key, for each person who sees the connections.
test('an employee with the stock orders through a connection, and is not offered to add, to change or to pause one [TEA-14]', async () => {
  await openAs(['stock'], '/admin?orders=connections');
  const item = page.getByTestId('supplier-connection');
  await expect.element(item.getByRole('button', { name: 'Commander' })).toBeVisible();
  await expect.element(item.getByRole('button')).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Ajouter une connexion' })).not.toBeInTheDocument();
});

// Turned red by: a link of a name or a number to a page that is not among the rights.
test.each<[Held, path: string, shown: string]>([
  [['requests'], '/admin/recharge?request=q1', 't1'],
  [['requests'], '/admin/freefire', 'Amine Benali'],
  [['reports'], '/admin/transactions', 'Recharge du solde'],
])(
  'an employee with %s reads the accounts and the transactions on %s without links to their pages, as far as they are not allowed [TEA-14]',
  async (scopes, path, shown) => {
    await openAs(scopes, path);
    await expect.element(page.getByText(shown, { exact: true }).first()).toBeVisible();
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a, [role=dialog] a')];
    const pages = links.map(({ href }) => new URL(href).pathname);
    expect(pages.filter((to) => ['/admin/users', '/admin/transactions'].includes(to))).toEqual([]);
  },
);

test('an employee with the accounts and the requests follows the name of an account to its page [TEA-14]', async () => {
  await openAs(['requests', 'accounts'], '/admin/freefire');
  await expect.element(page.getByRole('link', { name: 'Amine Benali' }).first()).toBeVisible();
});

// Turned red by: a choice of person that is always empty, and links of the journal to pages that are not among the rights.
test('an employee with the reports alone is not offered to choose an administrator in the journal, and its subjects are no links [TEA-14]', async () => {
  await openAs(['reports'], '/admin/transactions?journal=1', {
    'auditTrail.list': listOf(audited({ id: '1' })),
  });
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  await expect.element(journal.getByRole('listitem')).toBeVisible();
  await expect.element(journal.getByLabelText('Administrateur')).not.toBeInTheDocument();
  await expect.element(journal.getByRole('listitem').getByRole('link')).not.toBeInTheDocument();
});
