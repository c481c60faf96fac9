import type { ApiOffer } from '@almas/contract/reseller-api';
import { sandboxOffers } from '@almas/contract/reseller-api';
import { sandboxTexts } from '@almas/locale/api';

/** In DA: the balance of every test key, whatever it has ordered. */
export const sandboxBalance = 100_000;

/** What a test key sees for sale. It reads nothing of the shop. */
export const sandboxCatalogue = (): ApiOffer[] =>
  Object.entries(sandboxOffers).map(([outcome, offerId]) => ({
    offerId,
    productId: '00000000-0000-4000-8000-000000000000',
    productName: sandboxTexts.product,
    game: sandboxTexts.product,
    offerName: sandboxTexts.offers[outcome as keyof typeof sandboxOffers],
    value: sandboxTexts.value,
    region: '',
    price: 100,
    breaks: [],
    stock: outcome === 'refused' ? 0 : 1_000,
  }));
