import type { SupplierConnection, SupplierOrder } from '@almas/contract/supplier-orders';
import { common } from '@almas/locale/screens/common';
import { lists } from '@almas/locale/screens/lists';
import { supplierOrders as words } from '@almas/locale/screens/supplier-orders';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast, factOf, takesPresses } from '../../../tests/expectations.ts';
import {
  administrator,
  configuration,
  emptyList,
  freeFireOffers,
  freeFireRequest,
  freeFireService,
  listOf,
  noRefusalReasons,
  offer,
  product,
} from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { lostText } from '../../platform/network/use-call-keys.ts';
import { setDraftOwner } from '../../platform/session/unsaved.ts';

const moment = '2026-03-02T11:00:00.000Z';
const orderOf = (fields: Partial<SupplierOrder> = {}): SupplierOrder => ({
  id: '1',
  connectionId: '3',
  supplierId: '4',
  supplierName: 'Diamants du Sud',
  offerId: '00000000-0000-0000-0000-000000000001',
  topUp: null,
  productName: 'Carte Free Fire',
  offerName: '110 Diamants',
  reference: 'ALM0001',
  number: '',
  quantity: 4,
  maxCost: 400,
  cost: null,
  delivered: 0,
  status: 'delivered',
  evidence: '',
  batchId: null,
  reversedAt: null,
  needsPerson: false,
  isRestock: false,
  orderedByName: 'Nadia Haddad',
  sentAt: moment,
  nextCheckAt: null,
  statusAt: moment,
  createdAt: moment,
  ...fields,
});
const connection: SupplierConnection = {
  id: '3',
  supplierId: '4',
  supplierName: 'Diamants du Sud',
  kind: 'idempotent',
  address: 'https://api.fournisseur.example',
  articles: [
    {
      offerId: '00000000-0000-0000-0000-000000000001',
      offerName: 'Carte Free Fire - 110 Diamants',
      article: 'FF-110',
      restock: 20,
      maxUnitCost: 140,
    },
  ],
  topUps: [],
  hasSecret: true,
  dailyCap: 50_000,
  spentToday: 12_500,
  paused: false,
  balance: 84_000,
  balanceAt: moment,
  openOrders: 1,
  unknownOrders: 1,
};

const withSuppliers = { ...configuration, extensions: ['suppliers' as const] };
const orders = () => page.getByRole('dialog', { name: words.title });
const unknownOnes = () => orders().getByRole('status').filter({ hasText: words.unknownTitle });

/** Opens the orders of the dashboard, of which `known` exist. */
async function open(known: readonly SupplierOrder[], answers: Answers = {}, tab = 'orders') {
  return await openScreen(`/admin?orders=${tab}`, administrator(), {
    ...deskOf({}).answers,
    'configuration.get': withSuppliers,
    'supplierOrders.list': ({ query: { status } }) =>
      listOf(...known.filter((order) => status === 'all' || order.status === status)),
    'supplierOrders.connections': listOf(connection),
    ...answers,
  });
}

// Turned red by: the advice to connect a supplier, for any list without a row.
test('a filter that no order passes says so, and does not advise to connect a supplier', async () => {
  await open([orderOf()]);
  await expect.element(orders().getByTestId('supplier-order')).toBeVisible();
  await orders().getByText(words.which.failed, { exact: true }).click();
  await expect.element(orders().getByText(lists.nothingFound)).toBeVisible();
  await expect.element(orders().getByText(words.emptyText)).not.toBeInTheDocument();
});

test('an unknown order is above all others, says what a person has to do, and is decided with its cost and codes [SUP-60]', async () => {
  const unknown = orderOf({ id: '9', status: 'unknown', needsPerson: true, reference: 'ALM0009' });
  const screen = await open([orderOf(), unknown], {
    'supplierOrders.resolve': { ...unknown, status: 'delivered', cost: 380 },
  });
  await expect.element(unknownOnes()).toBeVisible();
  await expect.element(unknownOnes()).toHaveTextContent(words.unknownPerson);
  const others = orders().getByTestId('supplier-order');
  await expect.element(others).toHaveLength(1);
  const above = unknownOnes().element().compareDocumentPosition(others.element());
  expect(above & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await unknownOnes().getByRole('button', { name: words.resolve }).click();
  const dialog = page.getByRole('dialog', { name: words.resolveTitle('ALM0009') });
  const save = dialog.getByRole('button', { name: words.save });
  await dialog.getByLabelText(words.outcome).selectOptions(words.outcomes.delivered);
  await dialog.getByLabelText(words.evidence).fill('Reçu 12');
  await dialog.getByLabelText(words.paid).fill('380');
  await dialog.getByLabelText(words.codes).fill('AAAA-1\n\n AAAA-2 ');
  await takesPresses(save);
  await save.click();
  await expectToast(words.resolved);
  const [sent] = screen.sent('supplierOrders.resolve');
  expect(sent?.params).toEqual({ id: '9' });
  expect(sent?.body).toEqual({
    outcome: 'delivered',
    evidence: 'Reçu 12',
    expectedStatus: 'unknown',
    cost: 380,
    codes: ['AAAA-1', 'AAAA-2'],
  });
});

// Turned red by: a cost that is judged under an outcome that has none, where its mistake shows nowhere.
test('an unreadable cost that was typed under another outcome does not stop the decision [SUP-60]', async () => {
  const unknown = orderOf({ id: '9', status: 'unknown', needsPerson: true, reference: 'ALM0009' });
  const screen = await open([unknown], { 'supplierOrders.resolve': { ...unknown, status: 'failed' } });
  await unknownOnes().getByRole('button', { name: words.resolve }).click();
  const dialog = page.getByRole('dialog', { name: words.resolveTitle('ALM0009') });
  await dialog.getByLabelText(words.outcome).selectOptions(words.outcomes.delivered);
  await dialog.getByLabelText(words.paid).fill('1,500');
  await dialog.getByLabelText(words.evidence).fill('Reçu 12');
  await dialog.getByLabelText(words.outcome).selectOptions(words.outcomes.failed);
  const save = dialog.getByRole('button', { name: words.save });
  await takesPresses(save);
  await save.click();
  await expectToast(words.resolved);
  expect(screen.sent('supplierOrders.resolve')[0]?.body).toEqual({
    outcome: 'failed',
    evidence: 'Reçu 12',
    expectedStatus: 'unknown',
  });
});

// Turned red by: one page that is taken for all of them.
test('of more unknown orders than one page the older ones are shown below, and the dashboard counts all of them [SUP-60]', async () => {
  const newer = orderOf({ id: '9', status: 'unknown' });
  const older = orderOf({ id: '8', status: 'unknown' });
  await open([], {
    'supplierOrders.list': ({ query: { status, cursor } }) => {
      if (status !== 'unknown') return emptyList;
      return cursor ? listOf(older) : { ...listOf(newer), nextCursor: '9' };
    },
    'supplierOrders.connections': listOf(
      { ...connection, unknownOrders: 50 },
      { ...connection, id: '8', unknownOrders: 2 },
    ),
  });
  await expect.element(page.getByText(words.panel.unknown(52))).toBeInTheDocument();
  await expect.element(unknownOnes().getByRole('listitem')).toHaveLength(1);
  await unknownOnes().getByRole('button', { name: common.showMore }).click();
  await expect.element(unknownOnes().getByRole('listitem')).toHaveLength(2);
});

// Turned red by: each pasted line taken for a code, serials and greetings among them.
test('of the message of a supplier the codes are sent with their serials and their last day, as the preview shows them, and a text without any is not sent [SUP-60][STK-03]', async () => {
  const unknown = orderOf({ id: '9', status: 'unknown', reference: 'ALM0009' });
  const screen = await open([unknown], {
    'supplierOrders.resolve': { ...unknown, status: 'delivered', cost: 380 },
  });
  await unknownOnes().getByRole('button', { name: words.resolve }).click();
  const dialog = page.getByRole('dialog', { name: words.resolveTitle('ALM0009') });
  const save = dialog.getByRole('button', { name: words.save });
  await dialog.getByLabelText(words.outcome).selectOptions(words.outcomes.delivered);
  await dialog.getByLabelText(words.evidence).fill('Reçu 12');
  await dialog.getByLabelText(words.paid).fill('380');
  await dialog.getByLabelText(words.codes).fill('Bonjour, vos codes arrivent demain');
  await takesPresses(save);
  await save.click();
  await expectToast('Codes invalides');
  const blocks = ['7734-8100-2260', '7734-8110-2261'].map(
    (pin, index) => `SN: 551900200${index}\nPIN: ${pin}\nExp: 3${index}/12/2099`,
  );
  await dialog.getByLabelText(words.codes).fill(`Bonjour,\n\n${blocks.join('\n\n')}\n\nMerci`);
  await expect.element(dialog.getByTestId('taken')).toHaveTextContent('7734-8110-2261');
  await takesPresses(save);
  await save.click();
  await expectToast(words.resolved);
  expect(screen.sent('supplierOrders.resolve').map(({ body }) => body)).toMatchObject([
    {
      codes: ['7734-8100-2260', '7734-8110-2261'],
      serials: ['5519002000', '5519002001'],
      expiresOn: '2099-12-30',
    },
  ]);
});

test('an administrator who decides an order that a colleague has settled reads so [SUP-60]', async () => {
  const unknown = orderOf({ id: '9', status: 'unknown', reference: 'ALM0009' });
  const screen = await open([unknown], {
    'supplierOrders.resolve': refusal(
      409,
      'SUPPLIER_ORDER_SETTLED',
      'Cette commande n’attend pas de décision',
    ),
  });
  await unknownOnes().getByRole('button', { name: words.resolve }).click();
  const dialog = page.getByRole('dialog', { name: words.resolveTitle('ALM0009') });
  await dialog.getByLabelText(words.evidence).fill('Rien sur le relevé');
  const save = dialog.getByRole('button', { name: words.save });
  await takesPresses(save);
  await save.click();
  await expectToast(/n’attend pas de décision/);
  expect(screen.sent('supplierOrders.resolve')).toHaveLength(1);
});

test('the orders are exported as they are filtered on screen [SUP-60]', async () => {
  const screen = await open([orderOf()], { 'exports.supplierOrders': 'Référence\nALM0001\n' });
  await orders().getByRole('group', { name: words.which.label }).getByText(words.which.delivered).click();
  await orders().getByRole('button', { name: lists.export.action }).click();
  await expectToast(lists.export.done);
  expect(screen.sent('exports.supplierOrders')).toMatchObject([{ body: { status: 'delivered' } }]);
});

test('a rehearsal is one press, and says how many orders it sends [SUP-61]', async () => {
  const screen = await open([], { 'supplierOrders.rehearse': { connectionId: '3', orders: 10 } });
  await expect.element(orders().getByText(words.rehearsal.text)).toBeVisible();
  await orders().getByRole('button', { name: words.rehearsal.run }).click();
  await expectToast(words.rehearsal.done(10));
  expect(screen.sent('supplierOrders.rehearse')).toHaveLength(1);
});

test('a connection shows its balance, the day’s spending and what is open, is paused in one press, and orders [SUP-63]', async () => {
  const screen = await open(
    [],
    {
      'supplierOrders.updateConnection': { ...connection, paused: true },
      'supplierOrders.order': orderOf({ status: 'planned' }),
    },
    'connections',
  );
  const item = orders().getByTestId('supplier-connection');
  await expect.element(item).toHaveTextContent(/84\s000/);
  await expect.element(item).toHaveTextContent(/12\s500 DA sur 50\s000 DA aujourd’hui/);
  await expect.element(item).toHaveTextContent('1 en cours');
  await item.getByRole('button', { name: words.connections.pause }).click();
  await expectToast(words.connections.saved);
  expect(screen.sent('supplierOrders.updateConnection')[0]?.body).toEqual({ paused: true });
  await item.getByRole('button', { name: words.order.open }).click();
  const dialog = page.getByRole('dialog', { name: words.order.title('Diamants du Sud') });
  await dialog.getByLabelText(words.order.quantity).fill('20');
  await dialog.getByLabelText(words.order.maxCost).fill('2800');
  const send = dialog.getByRole('button', { name: words.order.send });
  await takesPresses(send);
  await send.click();
  await expectToast(words.order.done);
  expect(screen.sent('supplierOrders.order')[0]?.body).toEqual({
    connectionId: '3',
    offerId: connection.articles[0]?.offerId,
    quantity: 20,
    maxCost: 2_800,
  });
});

test('a connection is edited with its articles and top-ups in one save, and neither its key nor its cap is sent when it stays [SUP-63]', async () => {
  const screen = await open(
    [],
    {
      'suppliers.list': emptyList,
      'products.list': emptyList,
      'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
      'supplierOrders.updateConnection': connection,
    },
    'connections',
  );
  await orders().getByRole('button', { name: words.connections.edit }).click();
  const dialog = page.getByRole('dialog', { name: words.connections.editTitle('Diamants du Sud') });
  // In no list of offers: it was deleted.
  const articles = dialog.getByRole('region', { name: words.connections.articles });
  await expect
    .element(articles.getByRole('listitem'))
    .toHaveTextContent(connection.articles[0]?.offerName ?? '-');
  const part = dialog.getByRole('region', { name: words.connections.topUps });
  await part.getByText(words.connections.addTopUp).first().click();
  await part.getByLabelText(words.connections.topUpOffer).selectOptions('310 + 31 Diamants');
  await part.getByLabelText(words.connections.articleName).fill('TOPUP-310');
  await part.getByLabelText(words.connections.maxTopUpCost).fill('410');
  // Saved before it was added, the line would be lost with the form.
  await dialog.getByRole('button', { name: words.connections.save }).click();
  await expectToast(words.connections.unfinished);
  expect(screen.sent('supplierOrders.updateConnection')).toEqual([]);
  await part.getByRole('button', { name: words.connections.addTopUp }).click();
  await expect.element(part.getByRole('listitem')).toHaveTextContent('TOPUP-310');
  await dialog.getByRole('button', { name: words.connections.save }).click();
  await expectToast(words.connections.saved);
  const { offerName: _name, ...article } = connection.articles[0] ?? { offerName: '' };
  expect(screen.sent('supplierOrders.updateConnection')[0]?.body).toEqual({
    settings: {
      address: connection.address,
      articles: [article],
      topUps: [{ offerId: 'ff_310_31', article: 'TOPUP-310', maxCost: 410 }],
    },
    expected: { address: connection.address, articles: [article], topUps: [] },
  });
});

// Turned red by: a second connection with a second cap after a lost answer.
test('a new connection whose answer was lost is sent again under the same key [SUP-63]', async () => {
  const screen = await open(
    [],
    {
      'suppliers.list': listOf({
        id: '4',
        name: 'Diamants du Sud',
        contact: '',
        note: '',
        archivedAt: null,
        claimHours: null,
        batches: 0,
        codes: 0,
      }),
      'products.list': emptyList,
      'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
      'supplierOrders.connect': lost,
    },
    'connections',
  );
  await orders().getByRole('button', { name: words.connections.add }).click();
  const dialog = page.getByRole('dialog', { name: words.connections.add });
  await dialog
    .getByRole('combobox', { name: words.connections.supplier, exact: true })
    .selectOptions('Diamants du Sud');
  await dialog.getByLabelText(words.connections.address).fill('https://api.fournisseur.example');
  await dialog.getByLabelText(words.connections.secret).fill('cle');
  await dialog.getByLabelText(words.connections.dailyCap).fill('1000');
  const add = dialog.getByRole('button', { name: words.connections.save });
  await takesPresses(add);
  await add.click();
  await expectToast(lostText);
  screen.answer({ 'supplierOrders.connect': connection });
  await takesPresses(add);
  await add.click();
  await expectToast(/^Connexion enregistrée.*une seule fois/s);
  const [first, second] = screen.sent('supplierOrders.connect').map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

const ofConnections: Answers = {
  'suppliers.list': emptyList,
  'products.list': emptyList,
  'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
  'supplierOrders.updateConnection': connection,
};
const editing = (supplier = connection.supplierName) =>
  page.getByRole('dialog', { name: words.connections.editTitle(supplier) });
const save = () => editing().getByRole('button', { name: words.connections.save }).click();
/** The settings of a connection as they are sent. */
const settingsOf = ({ address, articles }: SupplierConnection) => ({
  address,
  articles: articles.map(({ offerName: _name, ...article }) => article),
  topUps: [],
});
const [article] = connection.articles as [SupplierConnection['articles'][number]];
const robux = '00000000-0000-0000-0000-000000000002';
/** As a colleague has changed it: another price, one more article, another cap. */
const changed: SupplierConnection = {
  ...connection,
  dailyCap: 40_000,
  articles: [
    { ...article, maxUnitCost: 120 },
    {
      offerId: robux,
      offerName: 'Robux - 400',
      article: 'RBX-400',
      restock: 0,
      maxUnitCost: 900,
    },
  ],
};

test('settings that a colleague has changed since the form was opened are refused and shown; what was typed stays, and the next press saves it with what is stored [SUP-63]', async () => {
  const screen = await open(
    [],
    {
      ...ofConnections,
      'products.list': listOf(product({ name: 'Robux', offers: [offer({ id: robux, name: '400' })] })),
      'supplierOrders.updateConnection': refusal(
        409,
        'SUPPLIER_CONNECTION_CHANGED',
        'Cette connexion a été modifiée entre-temps',
      ),
    },
    'connections',
  );
  await orders().getByRole('button', { name: words.connections.edit }).click();
  const address = editing().getByLabelText(words.connections.address);
  await address.fill('https://nouveau.fournisseur.example');
  screen.answer({ 'supplierOrders.connections': listOf(changed) });
  await save();
  const notice = editing().getByRole('status').filter({ hasText: 'Enregistré entre-temps' });
  await expect.element(factOf(notice, 'Robux - 400')).toHaveTextContent('RBX-400');
  await expect.element(factOf(notice, article.offerName)).toHaveTextContent('FF-110');
  await expect.element(factOf(notice, words.connections.dailyCap)).toHaveTextContent(/40\s000/);
  await expect.element(address).toHaveValue('https://nouveau.fournisseur.example');
  await expect
    .element(editing().getByRole('region', { name: words.connections.articles }).getByRole('listitem'))
    .toHaveLength(2);
  screen.answer({ 'supplierOrders.updateConnection': changed });
  await save();
  await expectToast(words.connections.saved);
  const typed = { address: 'https://nouveau.fournisseur.example' };
  expect(screen.sent('supplierOrders.updateConnection').map(({ body }) => body)).toEqual([
    { settings: { ...settingsOf(connection), ...typed }, expected: settingsOf(connection) },
    { settings: { ...settingsOf(changed), ...typed }, expected: settingsOf(changed) },
  ]);
});

// Turned red by: a draft without what its form was opened on.
test('a connection that is there again after the end of the session sends what was typed in it alone, and says what it was opened on [SUP-63]', async () => {
  await open([], ofConnections, 'connections');
  await orders().getByRole('button', { name: words.connections.edit }).click();
  await editing().getByLabelText(words.connections.dailyCap).fill('60000');
  await expect.element(editing().getByLabelText(words.connections.dailyCap)).toHaveValue('60000');
  setDraftOwner('');
  const screen = await open(
    [],
    { ...ofConnections, 'supplierOrders.connections': listOf(changed) },
    'connections',
  );
  await orders().getByRole('button', { name: words.connections.edit }).click();
  await expect.element(editing().getByLabelText(words.connections.dailyCap)).toHaveValue('60000');
  await save();
  await expectToast(words.connections.saved);
  expect(screen.sent('supplierOrders.updateConnection')[0]?.body).toEqual({ dailyCap: 60_000 });
});

// Turned red by: one draft for the lines of all connections.
test.each([
  [words.connections.articles, words.connections.addArticle],
  [words.connections.topUps, words.connections.addTopUp],
])(
  'a line of « %s » that was begun for one supplier is there again for that one alone, and visible [SUP-63]',
  async (title, add) => {
    const known = {
      ...ofConnections,
      'supplierOrders.connections': listOf(connection, { ...connection, id: '8', supplierName: 'Autre' }),
    };
    const edit = (index: number) =>
      orders().getByRole('button', { name: words.connections.edit, exact: true }).nth(index).click();
    const begun = (supplier?: string) =>
      editing(supplier).getByRole('region', { name: title }).getByLabelText(words.connections.articleName);
    await open([], known, 'connections');
    await edit(0);
    await editing().getByRole('region', { name: title }).getByText(add).first().click();
    await begun().fill('COMMENCE');
    await expect.element(begun()).toHaveValue('COMMENCE');
    setDraftOwner('');
    const screen = await open([], known, 'connections');
    await edit(1);
    await editing('Autre').getByLabelText(words.connections.dailyCap).fill('700');
    await editing('Autre').getByRole('button', { name: words.connections.save }).click();
    await expectToast(words.connections.saved);
    expect(screen.sent('supplierOrders.updateConnection')[0]).toMatchObject({
      params: { id: '8' },
      body: { dailyCap: 700 },
    });
    await edit(0);
    await expect.element(begun()).toBeVisible();
    await expect.element(begun()).toHaveValue('COMMENCE');
  },
);

const topUpOf = (fields: Partial<SupplierOrder>) =>
  orderOf({
    offerId: null,
    quantity: 1,
    topUp: { requestId: '7', playerId: '12345678', resellerName: 'Amine Benali' },
    ...fields,
  });
const suppliers = [
  {
    connectionId: '3',
    supplierName: 'Diamants du Sud',
    paused: false,
    offers: [{ offerId: 'ff_100_10', maxCost: 140 }],
  },
  {
    connectionId: '5',
    supplierName: 'Autre',
    paused: true,
    offers: [{ offerId: 'ff_100_10', maxCost: 130 }],
  },
];
const pending = () => page.getByTestId('pending-item');
const decisions = (name: string) => pending().getByRole('button', { name, exact: true });

/** Opens the Free Fire requests, of which one is pending; `orders` are with suppliers. */
const openRequests = (orders: readonly SupplierOrder[], answers: Answers = {}) =>
  openScreen('/admin/freefire', administrator(), {
    'configuration.get': withSuppliers,
    'freeFire.stats': { total: 1, totalAmount: 150, today: 1, pending: 1 },
    'freeFire.service': freeFireService(),
    'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
    'freeFire.requests': ({ query }) =>
      query.status === 'pending' ? listOf(freeFireRequest({ id: '7' })) : emptyList,
    'business.refusalReasons': noRefusalReasons,
    'supplierOrders.topUps': { ...listOf(...orders), suppliers },
    ...answers,
  });

test('an administrator sends a pending Free Fire request to a supplier, after its highest cost was shown [SUP-40]', async () => {
  const order = topUpOf({ status: 'planned' });
  const sent: SupplierOrder[] = [];
  const screen = await openRequests([], {
    'supplierOrders.topUps': () => ({ ...listOf(...sent), suppliers }),
    'supplierOrders.topUp': () => {
      sent.push(order);
      return order;
    },
  });
  await takesPresses(decisions(words.topUp.open));
  await decisions(words.topUp.open).click();
  const dialog = page.getByRole('dialog', { name: words.topUp.title });
  const choice = dialog.getByRole('combobox', { name: words.topUp.supplier });
  await expect.element(choice).toHaveTextContent(/Diamants du Sud, au plus 140 DA/);
  await expect.element(choice).not.toHaveTextContent('Autre');
  const send = dialog.getByRole('button', { name: words.topUp.send });
  await takesPresses(send);
  await send.click();
  await expectToast(words.topUp.done);
  expect(screen.sent('supplierOrders.topUp')[0]?.body).toEqual({
    connectionId: '3',
    requestId: '7',
    expectedMaxCost: 140,
  });
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(words.topUp.what.planned);
});

test('a request is sent to its supplier again after the order whose response was lost has failed; before that, a second try is the same order [SUP-42]', async () => {
  let orders: SupplierOrder[] = [];
  const screen = await openRequests([], {
    'supplierOrders.topUps': () => ({ ...listOf(...orders), suppliers }),
    'supplierOrders.topUp': lost,
  });
  const send = async () => {
    await takesPresses(decisions(words.topUp.open));
    await decisions(words.topUp.open).click();
    const button = page
      .getByRole('dialog', { name: words.topUp.title })
      .getByRole('button', { name: words.topUp.send });
    await takesPresses(button);
    await button.click();
  };
  const keys = () => screen.sent('supplierOrders.topUp').map(({ key }) => key);
  await send();
  await expectToast(words.topUp.lost);
  await userEvent.keyboard('{Escape}');
  await send();
  await expect.poll(keys).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  orders = [topUpOf({ id: '9', status: 'failed', cost: 0 })];
  await screen.emit({ type: 'requests' });
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(words.topUp.what.failed);
  screen.answer({ 'supplierOrders.topUp': topUpOf({ id: '10', status: 'planned' }) });
  await send();
  await expectToast(words.topUp.done);
  const [first, second, third] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a request at a supplier cannot be decided, and an unknown order is decided where its request is [SUP-41]', async () => {
  const screen = await openRequests([topUpOf({ id: '9', status: 'unknown', reference: 'ALM0009' })], {
    'supplierOrders.resolve': lost,
  });
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(words.topUp.what.unknown);
  await expect.element(decisions('Valider')).toBeDisabled();
  await expect.element(decisions('Refuser')).toBeDisabled();
  await expect.element(decisions(words.topUp.open)).toHaveLength(0);
  await page.getByTestId('top-up').getByRole('button', { name: words.resolve }).click();
  const dialog = page.getByRole('dialog', { name: words.resolveTitle('ALM0009') });
  await dialog.getByLabelText(words.outcome).selectOptions(words.outcomes.delivered);
  await expect.element(dialog.getByLabelText(words.codes)).toHaveLength(0);
  expect(screen.sent('supplierOrders.resolve')).toHaveLength(0);
});

// Turned red by: a choice that appears under the hand with « Rien n’a été pris » chosen, for an order that is on its way by now.
test('a person who cancels a waiting order decides over that order alone, also when it is sent meanwhile [SUP-41]', async () => {
  let orders = [topUpOf({ id: '9', status: 'planned', reference: 'ALM0009' })];
  const screen = await openRequests([], {
    'supplierOrders.topUps': () => ({ ...listOf(...orders), suppliers }),
    'supplierOrders.resolve': refusal(409, 'SUPPLIER_ORDER_SENT', 'Cette commande a été envoyée'),
  });
  await page.getByTestId('top-up').getByRole('button', { name: words.resolve }).click();
  const dialog = page.getByRole('dialog', { name: words.resolveTitle('ALM0009') });
  await dialog.getByLabelText(words.evidence).fill('Annulée');
  orders = [topUpOf({ id: '9', status: 'accepted', reference: 'ALM0009' })];
  await screen.emit({ type: 'requests' });
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(words.topUp.what.accepted);
  await expect.element(dialog.getByLabelText(words.outcome)).toHaveLength(0);
  const save = dialog.getByRole('button', { name: words.save });
  await takesPresses(save);
  await save.click();
  await expectToast('Cette commande a été envoyée');
  expect(screen.sent('supplierOrders.resolve')[0]?.body).toEqual({
    outcome: 'failed',
    evidence: 'Annulée',
    expectedStatus: 'planned',
  });
  // What it is now is decided in a dialog of its own.
  await expect.element(dialog).toHaveLength(0);
  await page.getByTestId('top-up').getByRole('button', { name: words.resolve }).click();
  await expect.element(dialog.getByLabelText(words.outcome)).toBeVisible();
});

test('a request that was topped up without a receipt is validated and not refused; one that its supplier refused is sent again, and one that it cancelled names what it kept [SUP-42]', async () => {
  await openRequests([topUpOf({ status: 'delivered', delivered: 1, cost: 140 })]);
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(words.topUp.what.delivered);
  await expect.element(decisions('Valider')).toBeEnabled();
  await expect.element(decisions('Refuser')).toBeDisabled();
  await expect.element(decisions(words.topUp.open)).toHaveLength(0);
  await openRequests([topUpOf({ status: 'failed', cost: 0 })]);
  await expect.element(decisions('Refuser')).toBeEnabled();
  await expect.element(decisions(words.topUp.open)).toBeVisible();
  await openRequests([topUpOf({ status: 'failed', cost: 100 })]);
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(/le fournisseur a gardé 100 DA/);
});

// Turned red by: the newest order of a request alone.
test('a request that its first order topped up late, without a receipt, after a second one had failed, is neither refused nor sent again [SUP-42]', async () => {
  await openRequests([
    topUpOf({ id: '9', status: 'failed', cost: 0 }),
    topUpOf({ id: '8', status: 'delivered', delivered: 1, cost: 140 }),
  ]);
  await expect.element(page.getByTestId('top-up')).toHaveTextContent(words.topUp.what.delivered);
  await expect.element(decisions('Valider')).toBeEnabled();
  await expect.element(decisions('Refuser')).toBeDisabled();
  await expect.element(decisions(words.topUp.open)).toHaveLength(0);
});
