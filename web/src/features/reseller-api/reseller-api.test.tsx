import { resellerApi } from '@almas/locale/screens/reseller-api';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import { lost } from '../../../tests/api.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { configuration, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { setDraftOwner } from '../../platform/session/unsaved.ts';

const button = (name: string) => page.getByRole('button', { name });
const at = '2026-03-02T11:00:00.000Z';
const apiKey = {
  id: '4',
  name: 'Site de la boutique',
  prefix: 'alm_live_4_',
  scopes: ['catalogue' as const, 'orders' as const],
  networks: ['41.100.1.0/24'],
  test: false,
  createdAt: at,
  lastUsedAt: at,
  lastUsedFrom: '41.100.1.9',
  revokedAt: null,
};
const webhook = {
  id: '7',
  url: 'https://site.exemple.dz/almas',
  events: ['order.completed' as const],
  enabled: false,
  offReason: 'failed' as const,
  offAt: at,
  waiting: 3,
  createdAt: at,
};
const delivery = {
  id: '9',
  type: 'order.completed',
  object: 'order site-1',
  status: 'failed' as const,
  attempts: 10,
  error: 'HTTP 500',
  createdAt: at,
  nextAttemptAt: null,
  deliveredAt: null,
};
const listOf = <Item,>(...items: Item[]) => ({ items, nextCursor: null });

const open = (answers: Parameters<typeof openScreen>[2] = {}) =>
  openScreen('/settings', reseller(), {
    'configuration.get': { ...configuration, extensions: ['reseller-api'] },
    'apiKeys.list': listOf(apiKey),
    'webhooks.list': listOf(webhook),
    'webhooks.deliveries': listOf(delivery),
    ...answers,
  });

test('a reseller makes a key with its rights and addresses, and sees it once; a wrong address is said at its field [API-80]', async () => {
  const key = `alm_live_5_${'A'.repeat(43)}00000000`;
  const screen = await open({ 'apiKeys.create': { id: '5', key } });
  await expect.element(page.getByTestId('api-key')).toHaveTextContent('depuis 41.100.1.9');
  await button('Créer une clé').click();
  await page.getByLabelText('Nom').fill('Mon site');
  await page.getByRole('switch', { name: 'Lire le solde' }).click();
  await page.getByLabelText('Adresses autorisées').fill('41.100.1.0/99');
  await button('Créer').last().click();
  await expect
    .element(page.getByText('Une adresse ou un réseau est invalide', { exact: false }))
    .toBeVisible();
  expect(screen.sent('apiKeys.create')).toEqual([]);
  await page.getByLabelText('Adresses autorisées').fill('41.100.1.20\n41.100.2.0/24');
  await button('Créer').last().click();
  await expect.element(page.getByTestId('shown-secret')).toHaveTextContent(key);
  expect(screen.sent('apiKeys.create')).toMatchObject([
    {
      body: {
        name: 'Mon site',
        scopes: ['catalogue', 'orders'],
        networks: ['41.100.1.20', '41.100.2.0/24'],
        test: false,
      },
    },
  ]);
  await expectAccessible();
  await button('J’ai copié la clé').click();
  await expect.element(page.getByTestId('shown-secret')).not.toBeInTheDocument();
});

// Turned red by: a right or the test key kept beside the form.
test('a key that was being made when the session ended is there again with its rights, and stays a test key; without a right it is not sent [API-80]', async () => {
  await open();
  const right = (name: string) => page.getByRole('switch', { name });
  await button('Créer une clé').click();
  await page.getByLabelText('Nom').fill('Essai du site');
  await right('Lire le solde').click();
  await right('Clé d’essai').click();
  await expect.element(right('Clé d’essai')).toBeChecked();
  setDraftOwner('');
  const screen = await open({ 'apiKeys.create': { id: '5', key: 'alm_test_5_x' } });
  await button('Créer une clé').click();
  await expect.element(page.getByLabelText('Nom')).toHaveValue('Essai du site');
  await expect.element(right('Clé d’essai')).toBeChecked();
  await expect.element(right('Lire le solde')).not.toBeChecked();
  const create = page.getByRole('dialog').getByRole('button', { name: 'Créer', exact: true });
  for (const name of ['Lire le catalogue et ses prix', 'Commander et lire ses commandes']) {
    await right(name).click();
    await expect.element(right(name)).not.toBeChecked();
  }
  await create.click();
  await expect.element(page.getByText('Veuillez choisir au moins un droit')).toBeVisible();
  await expect.element(right('Lire le catalogue et ses prix')).toHaveFocus();
  expect(screen.sent('apiKeys.create')).toEqual([]);
  await expectAccessible();
  await right('Lire le catalogue et ses prix').click();
  await create.click();
  await expect.element(page.getByTestId('shown-secret')).toBeVisible();
  expect(screen.sent('apiKeys.create').map(({ body }) => body)).toEqual([
    { name: 'Essai du site', scopes: ['catalogue'], networks: [], test: true },
  ]);
});

test('a key form in which nothing was changed is closed without a question [API-80]', async () => {
  await open();
  await button('Créer une clé').click();
  await expect.element(page.getByLabelText('Nom')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

// Turned red by: events kept beside the form.
test('a webhook that was being changed when the session ended is there again with its events; without an event it is not sent [API-82]', async () => {
  await open();
  const event = (name: string) => page.getByRole('switch', { name });
  await button('Modifier').click();
  await event('Stock bas').click();
  await event('Commande livrée').click();
  await expect.element(event('Commande livrée')).not.toBeChecked();
  setDraftOwner('');
  const screen = await open({ 'webhooks.change': webhook });
  await button('Modifier').click();
  await expect.element(event('Stock bas')).toBeChecked();
  await expect.element(event('Commande livrée')).not.toBeChecked();
  await event('Stock bas').click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' });
  await save.click();
  await expect.element(page.getByText('Veuillez choisir au moins un événement')).toBeVisible();
  expect(screen.sent('webhooks.change')).toEqual([]);
  await event('Prix changé').click();
  await save.click();
  await expect.element(page.getByText('Webhook modifié')).toBeVisible();
  expect(screen.sent('webhooks.change').map(({ body }) => body)).toEqual([{ events: ['price.changed'] }]);
});

// Turned red by: a draft without what its form was opened on.
test('a webhook that is there again after the end of the session sends what was changed in it alone [API-82]', async () => {
  await open();
  await button('Modifier').click();
  const address = () => page.getByRole('dialog').getByLabelText('Adresse');
  await address().fill('https://site.exemple.dz/nouveau');
  await expect.element(address()).toHaveValue('https://site.exemple.dz/nouveau');
  setDraftOwner('');
  const screen = await open({
    'webhooks.list': listOf({ ...webhook, events: ['stock.low' as const] }),
    'webhooks.change': webhook,
  });
  await button('Modifier').click();
  await expect.element(address()).toHaveValue('https://site.exemple.dz/nouveau');
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(page.getByText('Webhook modifié')).toBeVisible();
  expect(screen.sent('webhooks.change').map(({ body }) => body)).toEqual([
    { url: 'https://site.exemple.dz/nouveau' },
  ]);
});

test('a reseller revokes a key after a question [API-81]', async () => {
  const screen = await open({ 'apiKeys.revoke': () => undefined });
  await button('Révoquer').click();
  await expect.element(page.getByText('ne pourra plus commander', { exact: false })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
  await expect.element(page.getByText('Clé révoquée')).toBeVisible();
  expect(screen.sent('apiKeys.revoke')).toMatchObject([{ params: { id: '4' } }]);
});

test('a webhook says why it is off and is turned on again; its deliveries say how its receiver answered [API-82]', async () => {
  const screen = await open({
    'webhooks.change': { ...webhook, enabled: true, offReason: null, offAt: null },
  });
  await expect
    .element(page.getByTestId('webhook'))
    .toHaveTextContent('votre site n’a accepté aucun des essais pendant trois jours');
  await expect.element(page.getByTestId('webhook')).toHaveTextContent('3 en attente');
  await button('Voir les envois').click();
  await expect.element(page.getByTestId('delivery')).toHaveTextContent('HTTP 500');
  await expect.element(page.getByTestId('delivery')).toHaveTextContent('site-1');
  await expectAccessible();
  await expectNoSideScroll();
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
  await button('Relancer').click();
  await expect.element(page.getByText('Webhook modifié')).toBeVisible();
  expect(screen.sent('webhooks.change')).toMatchObject([{ params: { id: '7' }, body: { enabled: true } }]);
});

// Turned red by: a lost answer that sounds as if nothing had been made. The second press would make a second webhook.
test('after a lost answer a reseller reads that the webhook may exist, and that its secret was not shown [API-82]', async () => {
  await open({ 'webhooks.create': lost });
  await button('Créer un webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Adresse').fill('https://site.exemple.dz/autre');
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expectToast(resellerApi.webhooks.createLost);
});

test('a reseller changes the address and the events of a webhook, whose secret stays [API-82]', async () => {
  const screen = await open({ 'webhooks.change': webhook });
  await button('Modifier').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Adresse').fill('http://site.exemple.dz/');
  await dialog.getByRole('switch', { name: 'Stock bas' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(dialog.getByText('L’adresse est invalide', { exact: false })).toBeVisible();
  await dialog.getByLabelText('Adresse').fill('https://site.exemple.dz/evenements');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(page.getByText('Webhook modifié')).toBeVisible();
  expect(screen.sent('webhooks.change')).toMatchObject([
    {
      params: { id: '7' },
      body: { url: 'https://site.exemple.dz/evenements', events: ['order.completed', 'stock.low'] },
    },
  ]);
});

test('without the switch the settings have no part for the API [API-83]', async () => {
  await open({ 'configuration.get': configuration });
  await expect.element(button('Enregistrer')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'API', exact: true })).not.toBeInTheDocument();
});
