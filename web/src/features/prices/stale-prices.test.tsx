import type { SpecialPrice } from '@almas/contract/prices';
import { QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { type Answers, fakeApi, refusal } from '../../../tests/api.ts';
import { factOf, takesPresses } from '../../../tests/expectations.ts';
import { render } from '../../../tests/render.tsx';
import {
  administrator,
  configuration,
  emptyList,
  listOf,
  offer,
  product,
  reseller,
} from '../../../tests/samples.ts';
import { queryClient, refresh } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import { AccountPricesAction } from './account-prices.tsx';
import ProductPrices from './product-prices.tsx';

/* The prices of a reseller and of a level, while a colleague changes them too. */
const sold = product({
  id: 'p',
  name: 'Diamants',
  offers: [
    offer({ id: 'small', name: 'Petit', price: 500 }),
    offer({ id: 'large', name: 'Grand', price: 900 }),
  ],
});
const priced = (offerId: string, minQuantity: number, price: number): SpecialPrice => ({
  productId: 'p',
  offerId,
  productName: 'Diamants',
  offerName: offerId,
  minQuantity,
  price,
  basePrice: 500,
});
const row = (offerId: string, minQuantity: number, price: number) => ({ offerId, minQuantity, price });
const opened = [priced('small', 1, 490), priced('small', 10, 480), priced('large', 1, 890)];
const level = { id: '3', name: 'Gros', position: 0, accounts: 1, prices: 3 };
const otherLevel = { ...level, id: '4', name: 'Détail' };
const otherProduct = product({ id: 'q', name: 'Robux', offers: [offer({ id: 'robux', name: '400' })] });

const screens = {
  ofUser: {
    show: <AccountPricesAction user={reseller()} />,
    /** What chooses another form of prices. */
    chooser: 'Produit',
    other: 'q',
    choose: async () => {
      await page.getByRole('button', { name: 'Niveau et prix propres' }).click();
      await page.getByLabelText('Produit', { exact: true }).selectOptions('p');
    },
  },
  ofLevel: {
    show: <ProductPrices product={sold} />,
    chooser: 'Niveau',
    other: '4',
    choose: async () => undefined,
  },
};
const stored = (items: readonly SpecialPrice[]): Answers => ({
  'prices.ofUser': { level: null, items: [...items] },
  'prices.ofLevel': { items: [...items] },
});

const price = (name: string, index = 0) =>
  page.getByRole('group', { name, exact: true }).getByLabelText('Prix d’un code (DA)').nth(index);
const save = () => page.getByRole('button', { name: 'Enregistrer les prix' }).click();

describe.each(['ofUser', 'ofLevel'] as const)('prices %s', (kind) => {
  const call = kind === 'ofUser' ? 'prices.setOfUser' : 'prices.setOfLevel';
  async function open(answers: Answers = {}) {
    queryClient.clear();
    const api = fakeApi({
      'configuration.get': configuration,
      'products.list': listOf(sold, otherProduct),
      'prices.levels': listOf(level, otherLevel),
      'prices.changes': emptyList,
      ...stored(opened),
      ...answers,
    });
    render(
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={administrator()}>{screens[kind].show}</SignedInUser>
      </QueryClientProvider>,
    );
    await screens[kind].choose();
    await expect.element(price('Petit')).toHaveValue('490');
    return { ...api, bodies: () => api.sent(call).map(({ body }) => body) };
  }

  // Turned red by: a form that is shown anew whenever its prices are read.
  test('what was typed stays when the prices are read again, the same or other ones; a form in which nothing was typed follows them [PRC-42]', async () => {
    const screen = await open();
    const read = async (items: readonly SpecialPrice[]) => {
      const before = screen.sent(`prices.${kind}`).length;
      screen.answer(stored(items));
      await refresh('prices', 'products');
      expect(screen.sent(`prices.${kind}`).length).toBeGreaterThan(before);
    };
    await read([priced('small', 1, 485), ...opened.slice(1)]);
    await expect.element(price('Petit')).toHaveValue('485');
    await price('Petit').fill('470');
    await read([priced('small', 1, 485), ...opened.slice(1)]);
    await expect.element(price('Petit')).toHaveValue('470');
    await read([priced('small', 1, 475), ...opened.slice(1)]);
    await expect.element(price('Petit')).toHaveValue('470');
  });

  // Turned red by: a form that sends every offer of the product; one that does not say what it was opened on.
  test('the prices of the offers that were changed are sent alone, with those that they replace; the form then begins with what is stored [PRC-14]', async () => {
    const saved = [priced('small', 1, 470), ...opened.slice(1)];
    const screen = await open({
      'prices.setOfUser': { level: null, items: saved },
      'prices.setOfLevel': { items: saved },
    });
    await price('Petit').fill('470');
    screen.answer(stored(saved));
    await save();
    await expect.poll(screen.bodies).toHaveLength(1);
    expect(screen.bodies()).toEqual([
      {
        offerIds: ['small'],
        prices: [row('small', 1, 470), row('small', 10, 480)],
        expected: [row('small', 1, 490), row('small', 10, 480)],
      },
    ]);
    // Read again once the form has taken over what was saved.
    await expect.poll(() => screen.sent(`prices.${kind}`)).toHaveLength(2);
    await price('Grand').fill('880');
    await save();
    await expect.poll(screen.bodies).toHaveLength(2);
    expect(screen.bodies()[1]).toEqual({
      offerIds: ['large'],
      prices: [row('large', 1, 880)],
      expected: [row('large', 1, 890)],
    });
  });

  test('prices that a colleague has changed since are refused and shown; what was typed stays, the rest takes over what is stored, and the next press saves it [PRC-14]', async () => {
    const stale = refusal(409, 'PRICE_LIST_STALE', 'Des prix ont changé entre-temps');
    const screen = await open({ [call]: stale });
    await price('Petit').fill('470');
    const now = [priced('small', 1, 485), priced('small', 20, 460), priced('large', 1, 870)];
    screen.answer(stored(now));
    await save();
    const notice = page.getByRole('status').filter({ hasText: 'Enregistré entre-temps' });
    await expect.element(factOf(notice, 'Petit, dès 1 code')).toHaveTextContent('485');
    // It may be far above the button that was pressed.
    expect(notice.element().contains(document.activeElement?.firstElementChild ?? null)).toBe(true);
    await expect.element(factOf(notice, 'Petit, dès 10 codes')).toHaveTextContent('aucun');
    await expect.element(factOf(notice, 'Petit, dès 20 codes')).toHaveTextContent('460');
    await expect.element(price('Petit')).toHaveValue('470');
    await expect.element(price('Petit', 1)).toHaveValue('460');
    await expect.element(price('Grand')).toHaveValue('870');
    screen.answer({
      'prices.setOfUser': { level: null, items: now },
      'prices.setOfLevel': { items: now },
    });
    await save();
    await expect.poll(screen.bodies).toHaveLength(2);
    expect(screen.bodies()[1]).toEqual({
      offerIds: ['small'],
      prices: [row('small', 1, 470), row('small', 20, 460)],
      expected: [row('small', 1, 485), row('small', 20, 460)],
    });
    await expect.element(notice).not.toBeInTheDocument();
  });

  // Turned red by: an answer that takes the place of whatever is in the fields.
  test('a price that is typed while another one is being saved stays, over what was saved', async () => {
    const saved = [priced('small', 1, 470), ...opened.slice(1)];
    const held = deferred();
    const answer = async <Result,>(result: Result) => {
      await held.promise;
      return result;
    };
    const screen = await open({
      'prices.setOfUser': () => answer({ level: null, items: saved }),
      'prices.setOfLevel': () => answer({ items: saved }),
    });
    await price('Petit').fill('470');
    screen.answer(stored(saved));
    await save();
    await expect.poll(screen.bodies).toHaveLength(1);
    await price('Petit').fill('465');
    await price('Grand').fill('880');
    held.resolve();
    await expect.poll(() => screen.sent(`prices.${kind}`)).toHaveLength(2);
    await expect.element(price('Petit')).toHaveValue('465');
    await expect.element(price('Petit', 1)).toHaveValue('480');
    await expect.element(price('Grand')).toHaveValue('880');
    await save();
    await expect.poll(screen.bodies).toHaveLength(2);
    expect(screen.bodies()[1]).toEqual({
      offerIds: ['small', 'large'],
      prices: [row('small', 1, 465), row('small', 10, 480), row('large', 1, 880)],
      expected: [row('small', 1, 470), row('small', 10, 480), row('large', 1, 890)],
    });
  });

  // Turned red by: a question that sends what was asked about, whatever the fields say since.
  test('the question about an unusual price is gone when another price is typed', async () => {
    const screen = await open();
    await price('Petit').fill('100');
    await save();
    const question = page.getByRole('group', { name: 'Vérifiez le montant' });
    await expect.element(question).toBeVisible();
    await price('Petit').fill('470');
    await expect.element(question).not.toBeInTheDocument();
    expect(screen.bodies()).toEqual([]);
  });

  // Turned red by: another product or level that replaces the form at once.
  test('another product or level is shown after a question when prices are typed, and staying keeps them [PRC-42]', async () => {
    await open();
    const { chooser, other } = screens[kind];
    const choice = page.getByLabelText(chooser, { exact: true });
    const before = (choice.element() as HTMLSelectElement).value;
    await price('Petit').fill('470');
    await choice.selectOptions(other);
    const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
    await question.getByRole('button', { name: 'Continuer la saisie' }).click();
    await expect.element(price('Petit')).toHaveValue('470');
    expect((choice.element() as HTMLSelectElement).value).toBe(before);
    await choice.selectOptions(other);
    await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
    await expect.poll(() => (choice.element() as HTMLSelectElement).value).toBe(other);
  });
});

// Turned red by: a choice that is sent when it changes.
test('another level is given with a press of its own: an arrow key on the choice sends nothing [PRC-42]', async () => {
  queryClient.clear();
  const api = fakeApi({
    'configuration.get': configuration,
    'products.list': listOf(sold),
    'prices.levels': listOf(level, otherLevel),
    'prices.changes': emptyList,
    ...stored([]),
    'prices.setLevelOfUser': { level, items: [] },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>{screens.ofUser.show}</SignedInUser>
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Niveau et prix propres' }).click();
  const choice = page.getByLabelText('Niveau de prix');
  await expect.element(choice).toHaveTextContent('Gros');
  (choice.element() as HTMLSelectElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  const give = page.getByRole('button', { name: 'Changer le niveau' });
  expect(api.sent('prices.setLevelOfUser')).toEqual([]);
  await expect.element(choice).toHaveValue('3');
  await takesPresses(give);
  expect(api.sent('prices.setLevelOfUser')).toEqual([]);
  api.answer({ 'prices.ofUser': { level, items: [] } });
  await give.click();
  await expect
    .poll(() => api.sent('prices.setLevelOfUser').map(({ body }) => body))
    .toEqual([{ levelId: '3' }]);
  await expect.element(give).not.toBeInTheDocument();
  await expect.element(choice).toHaveValue('3');
});
