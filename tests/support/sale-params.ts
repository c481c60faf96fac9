import type { SaleParams } from '../../server/src/modules/purchases/sell-codes.ts';

type Order = Pick<SaleParams, 'buyerId' | 'productId' | 'offerId'> & Partial<SaleParams>;

/** The parameters of the first try of a sale of one code, without a key and with a high limit, for tests of the statement itself. */
export const saleParams = (order: Order): SaleParams => ({
  idempotencyKey: null,
  quantity: 1,
  inputHash: Buffer.alloc(32),
  attemptsAllowed: 1_000_000,
  notify: true,
  isFirstTry: true,
  sessionHash: null,
  expectedUnitPrice: null,
  expectedOffer: null,
  ...order,
});
