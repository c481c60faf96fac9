import type { FreeFireCustomer } from '@almas/contract/free-fire';
import { freeFire } from '@almas/locale/screens/free-fire';
import { lists } from '@almas/locale/screens/lists';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import { type Answers, lost } from '../../../tests/api.ts';
import { exactly, press, pressAfter } from '../../../tests/expectations.ts';
import { freeFireOffers, freeFireService, listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const words = freeFire.customers;
const warning = page.getByText(freeFire.repeat.title);
const player = page.getByLabelText('ID Free Fire');
const send = page.getByRole('button', { name: 'Envoyer la demande' });
const anyway = page.getByRole('button', { name: 'Envoyer quand même' });
const customer = (playerId: string): FreeFireCustomer => ({
  id: playerId,
  playerId,
  label: '',
  lastOfferId: 'ff_100_10',
  lastOfferName: '100 + 10 Diamants',
  lastSentAt: '2026-03-02T10:00:00.000Z',
});
const known = [customer('111444555'), customer('111222333')];
const sentPlayers = ({ sent }: Awaited<ReturnType<typeof open>>) =>
  sent('freeFire.createRequest').map(({ body }) => body.freeFireId);

const accepted = {
  success: true,
  requestId: '7',
  status: 'pending',
  newBalance: 4_850,
  debitedAmount: 150,
} as const;
const open = (answers: Answers = {}) =>
  openScreen('/freefire', reseller(), {
    'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
    'freeFire.requests': listOf(),
    'freeFire.customers': listOf(),
    'freeFire.repeat': { repeat: null },
    'freeFire.createRequest': accepted,
    ...answers,
  });
async function fill(playerId: string) {
  await player.fill(playerId);
  await press(page.getByRole('radio', { name: '100 + 10 Diamants' }), ' ');
}

test('a Free Fire customer is suggested from the third digit on, and chosen by keyboard or by a tap [CNT-53]', async () => {
  const screen = await open({
    'freeFire.customers': ({ query: { search = '' } }) =>
      listOf(...known.filter(({ playerId }) => playerId.startsWith(search))),
  });
  const suggestion = (digits: string) => page.getByRole('option', { name: digits });
  await userEvent.type(player, '11');
  await expect.element(page.getByRole('listbox')).toHaveLength(0);
  await userEvent.type(player, '1');
  const list = page.getByRole('listbox', { name: words.suggestions });
  await expect.element(list.getByRole('option')).toHaveLength(2);
  expect(screen.sent('freeFire.customers').map(({ query }) => query.search)).toEqual(['111']);
  await expect.element(player).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible();
  await expectNoSideScroll();

  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(suggestion('111 222 333')).toHaveAttribute('aria-selected', 'true');
  await expect.element(player).toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  await expect.element(player).toHaveValue('111222333');
  await expect.element(list).toHaveLength(0);
  // Enter has chosen the customer and has not sent the form.
  await expect.element(page.getByText('Veuillez sélectionner une offre')).toHaveLength(0);

  await player.fill('1114');
  await suggestion('111 444 555').click();
  await expect.element(player).toHaveValue('111444555');
  await player.fill('1112');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).toHaveLength(0);
  await expect.element(player).toHaveValue('1112');
  expect(sentPlayers(screen)).toEqual([]);
});

// Turned red by: the advice for an account without customers, for any list without a row.
test('a search among customers that finds none says so, and not that there is no customer', async () => {
  await open({
    'freeFire.customers': ({ query: { search = '' } }) =>
      listOf(...known.filter(({ playerId }) => playerId.startsWith(search))),
  });
  await page.getByRole('button', { name: words.open }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await dialog.getByRole('searchbox').fill('999');
  await expect.element(dialog.getByText(lists.nothingFoundText)).toBeVisible();
  await expect.element(dialog.getByText(words.emptyText)).not.toBeInTheDocument();
});

test('a Free Fire customer is named, chosen and deleted in the list of customers [CNT-53]', async () => {
  let items = [customer('111222333')];
  const screen = await open({
    'freeFire.customers': () => listOf(...items),
    'freeFire.renameCustomer': ({ body: { label } }) => {
      const renamed = { ...customer('111222333'), label };
      items = [renamed];
      return renamed;
    },
    'freeFire.removeCustomer': () => {
      items = [];
      return undefined;
    },
  });
  await page.getByRole('button', { name: words.open }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await dialog.getByRole('button', { name: words.rename }).click();
  await dialog.getByLabelText(words.label).fill('Karim');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(dialog.getByText('Karim', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: words.rename })).toHaveFocus();
  expect(screen.sent('freeFire.renameCustomer')).toMatchObject([
    { params: { id: '111222333' }, body: { label: 'Karim' } },
  ]);
  await expectAccessible();
  await expectNoSideScroll();
  await dialog.getByRole('button', { name: words.choose }).click();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(player).toHaveValue('111222333');
  await expect.element(page.getByRole('form', { name: 'Nouvelle demande' }).getByText('Karim')).toBeVisible();

  await page.getByRole('button', { name: words.open }).click();
  await dialog.getByRole('button', { name: words.remove }).click();
  const question = page.getByRole('dialog', { name: words.removeTitle });
  await question.getByRole('button', { name: words.remove }).click();
  await expect.element(dialog.getByText(words.empty)).toBeVisible();
  // The focus of the row that has left is still in the dialog.
  await expect.element(dialog.css(':focus')).toHaveLength(1);
  expect(screen.sent('freeFire.removeCustomer')).toMatchObject([{ params: { id: '111222333' } }]);
});

const repeated = {
  repeat: { requestId: '6', status: 'pending', createdAt: '2026-03-02T10:00:00.000Z' },
} as const;
const isRepeat: Answers = {
  'freeFire.repeat': ({ query }) => (query.freeFireId === '12345678' ? repeated : { repeat: null }),
};

test('a Free Fire request repeated within 24 hours shows a warning beforehand, and is sent after one more press on « Envoyer quand même » [CNT-55]', async () => {
  const screen = await open(isRepeat);
  await fill('12345678');
  await expect.element(warning).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
  await send.dblClick();
  await expect.element(anyway).toBeEnabled();
  await expectAccessible();
  // Enter in the field asks again and sends nothing.
  await press(player, '{Enter}');
  expect(sentPlayers(screen)).toEqual([]);
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  await send.click();
  await anyway.click();
  await expect.element(player).toHaveValue('');
  expect(sentPlayers(screen)).toEqual(['12345678']);

  await fill('12345679');
  await expect.element(warning).toHaveLength(0);
  await send.click();
  await expect.element(player).toHaveValue('');
  expect(sentPlayers(screen)).toEqual(['12345678', '12345679']);
});

test('the question about a repeated request scrolls under the finger, and the second press of a double press leaves it open [CNT-55]', async () => {
  const screen = await open(isRepeat);
  await fill('12345678');
  await expect.element(warning).toBeVisible();
  const change = page.getByRole('button', { name: 'Modifier', exact: true });
  const secondPress = pressAfter(
    document.body,
    () => change.query() !== null,
    () => {
      const { left, top, width, height } = change.element().getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit instanceof HTMLElement) hit.click();
    },
  );
  await send.click();
  await secondPress;
  await anyway.click();
  await expect.element(player).toHaveValue('');
  expect(sentPlayers(screen)).toEqual(['12345678']);
});

test('a press on `Envoyer` during the check for a repeated request waits for it, and a failed check does not prevent the request [CNT-55]', async () => {
  const held = deferred();
  const screen = await open({
    'freeFire.repeat': async () => {
      await held.promise;
      return repeated;
    },
  });
  await fill('12345678');
  await send.click();
  held.resolve();
  await expect.element(warning).toBeVisible();
  await expect.element(anyway).toBeEnabled();
  expect(sentPlayers(screen)).toEqual([]);
  await expect.element(player).toHaveValue('12345678');

  screen.answer({ 'freeFire.repeat': lost });
  await fill('87654321');
  await send.click();
  await expect.element(player).toHaveValue('');
  expect(sentPlayers(screen)).toEqual(['87654321']);
});

test('a press on `Envoyer` waits at most two seconds for the check for a repeated request, and is then sent [CNT-55]', async () => {
  const screen = await open({ 'freeFire.repeat': () => new Promise(() => undefined) });
  await fill('12345678');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await send.click();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => sentPlayers(screen)).toEqual(['12345678']);
  await expect.element(player).toHaveValue('');
});

// Turned red by: a look-up made while typing; a request that waits for the name; the name of the former player.
test('the name of a player is looked up by a tap, shown next to the ID, and does not delay the request [CNT-56]', async () => {
  const screen = await open({
    'freeFire.service': freeFireService({ playerLookup: true }),
    'freeFire.player': ({ query: { freeFireId } }) => {
      if (freeFireId === '12345679') return new Promise(() => undefined);
      return freeFireId === '12345671'
        ? { result: 'found', name: 'DZ•Karim' }
        : { result: 'not-found', name: '' };
    },
  });
  const look = page.getByRole('button', { name: freeFire.playerName.look });
  const name = page.getByTestId('player-name');
  await player.fill('1234567');
  await expect.element(look).toHaveLength(0);
  await fill('12345671');
  await look.click();
  await expect.element(name).toHaveTextContent(exactly('Nom du joueur : DZ•Karim'));
  await expectAccessible();
  await expectNoSideScroll();
  await player.fill('12345670');
  await expect.element(name).toHaveTextContent(/^$/);
  await look.click();
  await expect.element(name).toHaveTextContent(exactly(freeFire.playerName.notFound));
  expect(screen.sent('freeFire.player')).toHaveLength(2);
  await player.fill('12345679');
  await look.click();
  await send.click();
  await expect.element(player).toHaveValue('');
  expect(sentPlayers(screen)).toEqual(['12345679']);
  expect(screen.sent('freeFire.player').map(({ query }) => query.freeFireId)).toEqual([
    '12345671',
    '12345670',
    '12345679',
  ]);
});

// Turned red by: a question that is kept for the player, and takes the focus when the last digit is typed again.
test('the question about a repeated request is not asked by itself when the same player is typed again [CNT-55]', async () => {
  await open(isRepeat);
  await fill('12345678');
  await send.click();
  await expect.element(anyway).toBeVisible();
  await player.fill('1234567');
  await expect.element(send).toBeVisible();
  await userEvent.type(player, '8');
  await expect.element(warning).toBeVisible();
  await expect.element(player).toHaveFocus();
  await expect.element(send).toBeVisible();
});

// Turned red by: a screen that knows its own presses alone.
test('a request whose answer is awaited keeps the form busy on a screen that was left and opened again', async () => {
  const held = deferred();
  const screen = await open({
    'freeFire.createRequest': async () => {
      await held.promise;
      return accepted;
    },
  });
  await fill('12345678');
  await send.click();
  await expect.poll(() => screen.sent('freeFire.createRequest')).toHaveLength(1);
  screen.go('/operations');
  await expect.element(player).toHaveLength(0);
  screen.go('/freefire');
  await fill('12345678');
  await expect.element(send).toHaveAttribute('aria-busy', 'true');
  (send.element() as HTMLElement).click();
  held.resolve();
  await expect.element(send).not.toHaveAttribute('aria-busy');
  expect(screen.sent('freeFire.createRequest')).toHaveLength(1);
});
