import type { Offer, Product } from '@almas/contract/products';
import type { QuickSale } from '@almas/contract/purchases';
import { expect, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Answers } from './api.ts';
import './expectations.ts';
import { emptyList, listOf, offer, product, purchase, reseller } from './samples.ts';
import { openScreen } from './screen.tsx';

/** A product of Roblox with the offer « Pack ». */
export const packed = (fields: Partial<Offer> = {}, more: readonly Offer[] = []): Product =>
  product({ id: 'p1', game: 'Roblox', offers: [...more, offer({ id: 'o1', name: 'Pack', ...fields })] });

/** What the API answers around a sale. */
export const saleAnswers = {
  'purchases.create': ({ body }) =>
    purchase({
      id: '40',
      offerId: body.offerId,
      quantity: body.quantity,
      createdAt: new Date().toISOString(),
      codes: Array.from({ length: body.quantity }, (_, index) => ({
        id: `c${index}`,
        code: `AAAA-000${index}`,
        value: '110 Diamants',
      })),
    }),
  'products.redeem': { text: '', link: '' },
  'shop.retailPrice': { price: null },
  'purchases.disclose': ({ body }) => ({
    id: '1',
    kind: body.kind,
    copyNumber: 1,
    duplicate: false,
    byAdministrator: false,
    createdAt: new Date().toISOString(),
  }),
  'purchases.disclosures': emptyList,
  'shop.profile': { name: 'Cyber Sétif', phone: '', footer: '', paperWidth: '58', showPrice: true },
  // Whether the offer is pinned.
  'purchases.quickSales': { items: [] },
} satisfies Answers;

/** Opens the offers of Roblox. */
export async function openGame(products: readonly Product[], balance = 10_000, answers: Answers = {}) {
  const screen = await openScreen('/catalog?game=Roblox', reseller({ balance }), {
    ...saleAnswers,
    'products.list': listOf(...products),
    'products.get': products[0] as Product,
    ...answers,
  });
  await expect.element(page.getByTestId('offer').first()).toBeVisible();
  return screen;
}

export const quickSale = (shown: Product, at = 0, fields: Partial<QuickSale> = {}): QuickSale => ({
  productId: shown.id,
  productName: shown.name,
  game: shown.game,
  offer: shown.offers[at] as Offer,
  sold: 2,
  pinned: false,
  ...fields,
});

/** Opens the dashboard of a reseller who has just bought: the offers of this product are the quick sales. */
export async function openQuickSales(shown: Product, balance = 2_000, answers: Answers = {}) {
  const screen = await openScreen('/dashboard', reseller({ balance }), {
    ...saleAnswers,
    'purchases.list': listOf(purchase({ createdAt: new Date().toISOString() })),
    'purchases.quickSales': { items: shown.offers.map((_, at) => quickSale(shown, at)) },
    'products.list': listOf(shown),
    'products.get': shown,
    ...answers,
  });
  await expect.element(quickSales().first()).toBeVisible();
  return screen;
}
export const quickSales = (): Locator => page.getByTestId('quick-sales').getByRole('button');

export const offerNamed = (name: string): Locator => page.getByTestId('offer').filter({ hasText: name });
export const buttonToBuy = (name: string): Locator =>
  offerNamed(name).getByRole('button', { name: 'Acheter 1 code' });
/** The code that was just bought. */
export const bought = page.getByRole('dialog', { name: 'Votre code' });

/** Keeps what is copied, in place of the clipboard of the machine. */
export function keepCopies(): readonly string[] {
  const copies: string[] = [];
  const writing = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockImplementation(async (text) => void copies.push(text));
  onTestFinished(() => writing.mockRestore());
  return copies;
}
