/** The size of a business; `sales` are in the past, each with its code, purchase, transaction and ledger entry. */
export interface Size {
  readonly resellers: number;
  readonly offers: number;
  /** Available codes, spread evenly over the offers. */
  readonly codes: number;
  /** Additional available codes of the first offer. */
  readonly hotCodes: number;
  readonly sales: number;
  /** Recharges of each reseller, 9,000,000 DA together; 9 by default. */
  readonly recharges?: number;
}

export const price = 15_000;

export const offersPerProduct = 5;

const id = (kind: number, i: string) =>
  `('00000000-0000-4000-8${kind}00-' || lpad((${i})::text, 12, '0'))::uuid`;
export const resellerId = (i: string | number) => id(1, String(i));
export const productId = (i: string | number) => id(2, String(i));
export const offerId = (i: string | number) => id(3, String(i));
/** The same ids in TypeScript. */
export const uuidOf = (kind: 1 | 2 | 3, i: number) =>
  `00000000-0000-4000-8${kind}00-${String(i).padStart(12, '0')}`;
export const adminId = uuidOf(1, 0);
/** The number of an offer's product; as SQL and in TypeScript. */
export const productOfOfferText = (offer: string) => `(${offer} - 1) / ${offersPerProduct} + 1`;
export const productOfOffer = (offer: number) => Math.ceil(offer / offersPerProduct);
/** A session token of the reseller, the length of a real one; as SQL and in TypeScript. */
export const tokenText = (i: string) => `'seed' || lpad((${i})::text, 39, '0')`;
export const tokenOf = (reseller: number) => `seed${String(reseller).padStart(39, '0')}`;
