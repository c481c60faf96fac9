import { freeFire } from '@almas/locale/screens/free-fire';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { chooseOffer, openAllDay, requestTopUp } from './support/top-up.ts';

const words = freeFire.customers;
const warning = (page: Page) => page.getByText(freeFire.repeat.title);
const player = (page: Page) => page.getByLabel('ID Free Fire');
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer la demande' });
const suggestion = (page: Page, digits: string) =>
  page.getByRole('option', { name: digits.replaceAll(' ', '\u00a0') });

// Invented names (docs/setup.md): an ID that ends in 0 has no player, and the look-up of one that ends in 9 never responds.
test.use({ environment: { PLAYER_LOOKUP: 'demo' } });

let admin: Caller;
let buyer: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  await openAllDay(admin);
  buyer = await reseller(almas, admin, { balance: 5_000 });
  await enterAs(page, almas, buyer);
});

/** How many requests the reseller has sent. */
const sentBy = async (user: Caller): Promise<number> =>
  (await user.call('GET', '/free-fire/requests')).items.length;

async function fillRequest(page: Page, playerId: string) {
  await player(page).fill(playerId);
  await chooseOffer(page);
}

test('a Free Fire customer is suggested from the third digit on, and chosen by keyboard or by a tap [CNT-53]', async ({
  page,
}) => {
  await requestTopUp(buyer, '111222333');
  await requestTopUp(buyer, '111444555');
  await page.goto('/freefire');
  await player(page).pressSequentially('11');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await player(page).pressSequentially('1');
  const list = page.getByRole('listbox', { name: words.suggestions });
  await expect(list.getByRole('option')).toHaveCount(2);
  await expect(player(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(suggestion(page, '111 222 333')).toHaveAttribute('aria-selected', 'true');
  await expect(player(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await page.keyboard.press('Enter');
  await expect(player(page)).toHaveValue('111222333');
  await expect(list).toHaveCount(0);
  // Enter has chosen the customer and has not sent the form.
  await expect(page.getByText('Veuillez sélectionner une offre')).toHaveCount(0);
  expect(await sentBy(buyer)).toBe(2);

  await player(page).fill('1114');
  await suggestion(page, '111 444 555').click();
  await expect(player(page)).toHaveValue('111444555');
  await player(page).fill('1112');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(player(page)).toHaveValue('1112');
});

test('a Free Fire customer is named, found by the name, chosen and deleted in the list of customers [CNT-53]', async ({
  page,
}) => {
  await requestTopUp(buyer, '111222333');
  await page.goto('/freefire');
  await page.getByRole('button', { name: words.open }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await dialog.getByRole('button', { name: words.rename }).click();
  await dialog.getByLabel(words.label).fill('Karim');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText('Karim', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: words.rename })).toBeFocused();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: words.choose }).click();
  await expect(dialog).toHaveCount(0);
  await expect(player(page)).toHaveValue('111222333');
  await expect(page.getByRole('form', { name: 'Nouvelle demande' }).getByText('Karim')).toBeVisible();

  await page.getByRole('button', { name: words.open }).click();
  await dialog.getByRole('button', { name: words.remove }).click();
  const question = page.getByRole('dialog', { name: words.removeTitle });
  await question.getByRole('button', { name: words.remove }).click();
  await expect(dialog.getByText(words.empty)).toBeVisible();
  // The focus of the row that has left is still in the dialog.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  expect(await sentBy(buyer)).toBe(1);
});

test('a Free Fire request repeated within 24 hours shows a warning beforehand, and is sent after one more press on « Envoyer quand même » [CNT-55]', async ({
  page,
}) => {
  await requestTopUp(buyer, '12345678');
  await page.goto('/freefire');
  await fillRequest(page, '12345678');
  await expect(warning(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const anyway = page.getByRole('button', { name: 'Envoyer quand même' });
  await send(page).dblclick();
  await expect(anyway).toBeEnabled();
  await expectAccessible(page);
  // Enter in the field asks again and sends nothing.
  await player(page).press('Enter');
  expect(await sentBy(buyer)).toBe(1);
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  await send(page).click();
  await anyway.click();
  await expect(player(page)).toHaveValue('');
  expect(await sentBy(buyer)).toBe(2);

  await fillRequest(page, '12345679');
  await expect(warning(page)).toHaveCount(0);
  await send(page).click();
  await expect(player(page)).toHaveValue('');
  expect(await sentBy(buyer)).toBe(3);
});

test('a press on `Envoyer` during the check for a repeated request waits for it, and a failed check does not prevent the request [CNT-55]', async ({
  page,
  allowed,
}) => {
  allowed.push(/net::ERR_FAILED/);
  await requestTopUp(buyer, '12345678');
  const release = await holdRequests(page, '**/api/free-fire/repeat?*');
  await page.goto('/freefire');
  await fillRequest(page, '12345678');
  await send(page).click();
  release();
  await expect(warning(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Envoyer quand même' })).toBeEnabled();
  expect(await sentBy(buyer)).toBe(1);
  await expect(player(page)).toHaveValue('12345678');

  await page.route('**/api/free-fire/repeat?*', (route) => route.abort());
  await fillRequest(page, '87654321');
  await send(page).click();
  await expect(player(page)).toHaveValue('');
  expect(await sentBy(buyer)).toBe(2);
});

// Turned red by: a look-up made while typing; a request that waits for the name; the name of the former player.
test('the name of a player is looked up by a tap, shown next to the ID, and does not delay the request [CNT-56]', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/free-fire/player?')) requested.push(request.url());
  });
  const look = page.getByRole('button', { name: freeFire.playerName.look });
  const name = page.getByTestId('player-name');
  await page.goto('/freefire');
  await player(page).fill('1234567');
  await expect(look).toHaveCount(0);
  await fillRequest(page, '12345671');
  await look.click();
  await expect(name).toHaveText('Nom du joueur : DZ•Karim');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await player(page).fill('12345670');
  await expect(name).toHaveText('');
  await look.click();
  await expect(name).toHaveText(freeFire.playerName.notFound);
  expect(requested).toHaveLength(2);
  await player(page).fill('12345679');
  await look.click();
  await send(page).click();
  await expect(player(page)).toHaveValue('');
  expect(await sentBy(buyer)).toBe(1);
  expect(requested).toHaveLength(3);
});
