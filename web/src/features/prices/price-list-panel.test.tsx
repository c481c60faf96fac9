import type { PriceList, PriceListChange, PriceListPreview } from '@almas/contract/prices';
import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, refusal } from '../../../tests/api.ts';
import { pressAfter, takesPresses } from '../../../tests/expectations.ts';
import { middleOf, render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList, listOf } from '../../../tests/samples.ts';
import { queryClient, refresh } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { keepDrafts, setDraftOwner } from '../../platform/session/unsaved.ts';
import { PriceListPanel } from './price-list-panel.tsx';

const changeOf = (offerName: string, from: number, to: number): PriceListChange => ({
  key: offerName,
  line: 2,
  offerId: offerName,
  levelId: null,
  minQuantity: 1,
  productName: 'Diamants',
  offerName,
  levelName: null,
  from,
  to,
  unitCost: null,
});
const preview = (version: string, ...changes: PriceListChange[]): PriceListPreview => ({
  version,
  changes,
  unchanged: 0,
  unknown: [],
  missing: [],
});
const small = changeOf('Petit', 480, 460);
const large = changeOf('Grand', 900, 910);

const choice = (offer: string) => page.getByLabelText(`Changer le prix : Diamants – ${offer}`);
const submit = () => page.getByRole('button', { name: 'Enregistrer 1 prix' });

const pasted = 'Produit\tOffre\tPrix\nDiamants\tPetit\t460\nDiamants\tGrand\t910';
const list = () => page.getByRole('textbox', { name: 'Coller la liste' });
const panel = (key: string) => (
  <QueryClientProvider key={key} client={queryClient}>
    <SignedInUser value={administrator()}>
      <PriceListPanel />
    </SignedInUser>
  </QueryClientProvider>
);

async function open() {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  const api = fakeApi({
    'configuration.get': configuration,
    'prices.levels': emptyList,
    'prices.lists': emptyList,
    'prices.previewList': preview('1', small, large),
    'prices.applyList': { id: '7', changed: 1, belowCost: 0 },
  });
  const show = render(panel('first'));
  await list().fill(pasted);
  await choice('Grand').click();
  await expect.element(submit()).toBeVisible();
  return { ...api, show };
}

// Turned red by: a choice that begins anew with every version of the prices, with all changes ticked.
test('a change that was left out of a price list stays out when a colleague changes a price, which is said [PRC-43]', async () => {
  const api = await open();
  api.answer({ 'prices.previewList': preview('2', { ...small, from: 470 }, large) });
  await refresh('prices');
  await expect.element(page.getByRole('cell', { name: '470 DA' })).toBeVisible();
  await expect.element(choice('Grand')).not.toBeChecked();
  await expect.element(choice('Petit')).toBeChecked();
  await expect
    .element(page.getByText('2 prix changent · des prix ont changé entre-temps : les chiffres sont à jour'))
    .toBeVisible();
  await submit().click();
  await expect
    .poll(() => api.sent('prices.applyList'))
    .toMatchObject([{ body: { version: '2', chosen: ['Petit'] } }]);
});

// Turned red by: a confirmation that is sent for the prices of now instead of those that the question was about.
test('the question about a loss is confirmed for the prices that it was asked about', async () => {
  const api = await open();
  api.answer({ 'prices.applyList': refusal(409, 'PRICE_BELOW_COST', '460 DA pour un coût de 470 DA') });
  await submit().click();
  const question = page.getByRole('dialog', { name: 'Vendre à perte ?' });
  await expect.element(question).toBeVisible();
  api.answer({ 'prices.previewList': preview('2', { ...small, from: 470 }, large) });
  await refresh('prices');
  await expect.poll(() => page.getByText('470 DA', { exact: true }).length).toBe(1);
  await question.getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expect.poll(() => api.sent('prices.applyList')).toHaveLength(2);
  expect(api.sent('prices.applyList')[1]?.body).toMatchObject({ version: '1', confirmBelowCost: true });
});

// Turned red by: a list that is saved at once, with a price that lost a digit and has no cost to be compared with.
test('a price of a list that changes by more than 20 % is confirmed before anything is saved [PRC-42]', async () => {
  const api = await open();
  api.answer({ 'prices.previewList': preview('2', { ...small, to: 48 }, large) });
  await refresh('prices');
  await expect.element(page.getByRole('cell', { name: '48 DA', exact: true })).toBeVisible();
  await submit().click();
  const question = page.getByRole('group', { name: amounts.check });
  await expect.element(question.getByText('Diamants – Petit')).toBeVisible();
  await expect.element(question.getByText('48 DA', { exact: true })).toBeVisible();
  expect(api.sent('prices.applyList')).toEqual([]);
  await question.getByRole('button', { name: common.confirm }).click();
  await expect
    .poll(() => api.sent('prices.applyList'))
    .toMatchObject([{ body: { version: '2', chosen: ['Petit'] } }]);
});

// Turned red by: a paste without a draft.
test('a price list that was pasted when the session ended is there again, unless it is longer than what a tab keeps [PRC-43]', async () => {
  setDraftOwner('a1');
  onTestFinished(() => {
    setDraftOwner('');
    sessionStorage.clear();
  });
  const { show } = await open();
  setDraftOwner('');
  setDraftOwner('a1');
  show(panel('after the sign-in'));
  await expect.element(list()).toHaveValue(pasted);
  expect(keepDrafts()).toBe(true);
  await list().fill('x'.repeat(200_001));
  await expect.poll(keepDrafts).toBe(false);
});

const applied = (fields: Partial<PriceList>): PriceList => ({
  id: '7',
  createdAt: new Date().toISOString(),
  authorName: 'Nadia Haddad',
  source: '',
  changes: 1,
  undoes: null,
  undoneBy: null,
  undoUntil: new Date(Date.now() + 3_600_000).toISOString(),
  ...fields,
});

// Turned red by: the button of the list that undoes, which takes a press where the one that was pressed has been.
test('the second of two presses on « Annuler cette liste » does not undo the list that has undone it (P29)', async () => {
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  let lists = [applied({})];
  const api = fakeApi({
    'prices.lists': () => listOf(...lists),
    'prices.undoList': () => {
      lists = [applied({ id: '8', undoes: '7' }), applied({ undoneBy: '8' })];
      return { id: '8', changed: 1, belowCost: 0 };
    },
  });
  render(panel('undo'));
  const undo = (id: string) => page.getByRole('button', { name: `Annuler la liste n° ${id}` });
  await takesPresses(undo('7'));
  const [x, y] = middleOf(undo('7').element());
  const secondPress = pressAfter(
    document.body,
    () => undo('8').query() !== null,
    () => (document.elementFromPoint(x, y) as HTMLElement | null)?.click(),
  );
  await undo('7').click();
  await secondPress;
  await takesPresses(undo('8'));
  await expect.element(undo('8')).not.toHaveAttribute('aria-busy');
  expect(api.sent('prices.undoList').map(({ params }) => params.id)).toEqual(['7']);
});
