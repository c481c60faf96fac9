import { freeFire } from '@almas/locale/screens/free-fire';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { chooseOffer, openAllDay } from './support/top-up.ts';

// The look-up responds with invented names (docs/setup.md). The network ends in the middle of a request.
test.use({ environment: { PLAYER_LOOKUP: 'demo' }, allowed: [/net::ERR_FAILED/] });

const success = 'Demande envoyée avec succès! Elle sera traitée par un administrateur.';
const { customers, playerName, repeat } = freeFire;

test('a reseller sends a Free Fire request, sees its refusal and refund without a reload, and sends it again to the named customer; when the response is lost and the page closed, the next visit settles it [FFR-10][FFR-33][GEN-11][CNT-53][CNT-55][CNT-56]', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await openAllDay(admin);
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await enterAs(page, almas, buyer);
  const player = page.getByLabel('ID Free Fire');
  const send = page.getByRole('button', { name: 'Envoyer la demande' });
  const lines = page.getByRole('list', { name: 'Dernières demandes' }).getByRole('button');
  const balance = page.getByTestId('sidebar-balance').first();
  await openLive(page, () => page.goto('/freefire'));
  await expect(page.getByText('Aucune demande trouvée')).toBeVisible();
  await player.fill(' 12345671 ');
  await page.getByRole('button', { name: playerName.look }).click();
  await expect(page.getByTestId('player-name')).toHaveText(/^Nom du joueur : ./);
  await chooseOffer(page);
  await send.dblclick();
  await expect(page.getByText(success)).toBeVisible();
  await expect(balance).toHaveText('1850.0 DA');
  await expect(page.getByTestId('balance-now')).toHaveText(/^1\s850\sDA$/);
  await expect(player).toHaveValue('');
  await expect(lines).toHaveCount(1);
  await lines.click();
  const dialog = page.getByRole('dialog', { name: 'Demande Free Fire' });
  await expect(dialog.getByText('En attente', { exact: true })).toBeVisible();
  const { items } = await buyer.call('GET', '/free-fire/requests');
  expect(items).toHaveLength(1);
  expect(items[0].playerId).toBe('12345671');
  await admin.call('POST', `/free-fire/requests/${items[0].id}/refuse`, { note: 'Joueur introuvable' });
  await expect(dialog.getByText('Refusé', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Joueur introuvable')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lines).toContainText('Refusé');
  await expect(balance).toHaveText('2000.0 DA');

  await page.getByRole('button', { name: customers.open }).click();
  const list = page.getByRole('dialog', { name: customers.title });
  await list.getByRole('button', { name: customers.rename }).click();
  await list.getByLabel(customers.label).fill('Karim');
  await list.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(list.getByText('Karim', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: customers.choose }).click();
  await expect(player).toHaveValue('12345671');
  await chooseOffer(page);
  // Of a refused request no repeat is reported.
  await send.click();
  await expect(lines).toHaveCount(2);
  await player.fill('Karim');
  await page.getByRole('option', { name: '123\u00a0456\u00a071' }).click();
  await chooseOffer(page);
  await expect(page.getByText(repeat.title)).toBeVisible();
  await dropResponses(page, '**/api/free-fire/requests');
  await page.route('**/api/outcomes/*', (route) => route.abort());
  await send.click();
  await page.getByRole('button', { name: repeat.sendAnyway }).click();
  await expect(page.getByText('Vérification en cours…')).toBeVisible();
  // Once another page of the address reads the call, the browser has it: one that is busy can lose what a page stored in its last second.
  const other = await page.context().newPage();
  await other.goto('/healthz');
  const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('almas.money-call.'));
  await expect.poll(() => other.evaluate(isKept)).toBe(true);
  // The page is left before the network is back: only the next visit learns the outcome. It stays at the same address, because a busy test
  // browser can lose what a page stored that goes elsewhere.
  await page.goto('/healthz');
  // The message stays for some seconds, which a busy machine can take between two looks.
  await page.addInitScript((message) => {
    const note = () => {
      if (document.body?.innerText.includes(message)) document.documentElement.dataset.said = 'true';
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true });
  }, success);
  await page.goto('/freefire');
  await expect(page.getByText('Vérification en cours…').first()).toBeVisible();
  // Not before: a page that is still being left would learn the outcome.
  await page.unrouteAll();
  await expect(page.locator('html[data-said]')).toBeAttached();
  await expect(lines).toHaveCount(3);
  expect((await buyer.call('GET', '/me')).balance).toBe(1_700);

  await page.getByRole('button', { name: customers.open }).click();
  await list.getByRole('button', { name: customers.remove }).click();
  await page
    .getByRole('dialog', { name: customers.removeTitle })
    .getByRole('button', { name: customers.remove })
    .click();
  await expect(list.getByText(customers.empty)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lines).toHaveCount(3);
});
