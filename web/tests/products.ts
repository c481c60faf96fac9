import type { Product } from '@almas/contract/products';
import { type Answers, refusal } from './api.ts';
import { emptyList, listOf, offer, product } from './samples.ts';

/** What the API answers about these products; an answer to a call that writes changes one with `change`. */
export function productsOf(...given: readonly Product[]) {
  let known = [...given];
  const get = (id = ''): Product => known.find((one) => one.id === id) ?? product();
  const change = (id = '', fields: Partial<Product>): Product => {
    const changed = { ...get(id), updatedAt: new Date().toISOString(), ...fields };
    known = known.map((one) => (one.id === id ? changed : one));
    return changed;
  };
  /** With the codes that were imported into one of its offers. */
  const stock = (id: string, offerId: string, codes: number): Product =>
    change(id, {
      offers: get(id).offers.map((one) => (one.id === offerId ? { ...one, stock: one.stock + codes } : one)),
    });
  const answers = {
    'products.list': () => listOf(...known),
    'products.get': ({ params }) =>
      known.find(({ id }) => id === params.id) ?? refusal(404, 'PRODUCT_NOT_FOUND', 'Produit introuvable'),
    'products.create': ({ body: { offers, ...info } }) => {
      const created = product({
        ...info,
        offers: offers.map((sent: object) => ({ ...offer(sent), stock: 0 })),
      });
      known = [...known, created];
      return created;
    },
    'products.update': ({ params, body: { offers, updatedAt: _, removedOffers: __, ...info } }) => {
      const stockOf = (id: string | null) => get(params.id).offers.find((one) => one.id === id)?.stock ?? 0;
      return change(params.id, {
        ...info,
        ...(offers && {
          offers: offers.map(({ id, ...sent }: { id: string | null }) =>
            offer({ ...sent, ...(id && { id }), stock: stockOf(id) }),
          ),
        }),
      });
    },
    'products.updateOffer': ({ params, body }) =>
      change(params.id, {
        offers: get(params.id).offers.map((one) =>
          one.id === params.offerId ? { ...one, price: body.price } : one,
        ),
      }),
    'products.setStatus': ({ params, body }) => change(params.id, body),
    'products.remove': ({ params }) => {
      known = known.filter(({ id }) => id !== params.id);
      return undefined;
    },
    'codes.releaseReservations': { released: 0 },
    'codes.withheld': emptyList,
    'stock.sales': { items: [] },
    'auditTrail.list': emptyList,
    'prices.levels': emptyList,
    'prices.changes': emptyList,
    'suppliers.list': emptyList,
  } satisfies Answers;
  return { answers, get, change, stock };
}
