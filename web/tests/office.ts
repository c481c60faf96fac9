import type { Answers } from './api.ts';
import { deskOf } from './desk.ts';
import {
  countedListOf,
  emptyList,
  freeFireOffers,
  freeFireRequest,
  freeFireService,
  listOf,
  offer,
  product,
  rechargeRequest,
  reseller,
  transaction,
} from './samples.ts';

/** One record of each kind that an address names. */
export const office = {
  account: reseller({ id: '11', firstName: 'Karim', lastName: 'Saadi', email: 'karim@exemple.dz' }),
  request: rechargeRequest({
    id: '21',
    userId: '11',
    userName: 'Karim Saadi',
    userEmail: 'karim@exemple.dz',
    amount: 700,
    userInfo: { firstName: 'Karim', lastName: 'Saadi', balance: 5_000, status: 'active' },
  }),
  topUp: freeFireRequest({ id: '31', resellerName: 'Karim Saadi', userEmail: 'karim@exemple.dz' }),
  recharge: transaction({ id: '41', userId: '11', userName: 'Karim Saadi', userEmail: 'karim@exemple.dz' }),
  sale: transaction({
    id: '42',
    type: 'purchase',
    userId: '11',
    userEmail: 'karim@exemple.dz',
    purchaseId: '40',
  }),
  product: product({ id: '51', name: 'Robux', offers: [offer({ id: '52', name: 'Petite' })] }),
};

/** What the API answers on the screens of an administrator about these records. */
export function officeAnswers(): Answers {
  const transactions = [office.recharge, office.sale];
  return {
    ...deskOf({ accounts: [office.account], requests: [office.request] }).answers,
    'freeFire.stats': { total: 1, totalAmount: 150, today: 1, pending: 1 },
    'freeFire.service': freeFireService(),
    'freeFire.offers': { items: [...freeFireOffers], nextCursor: null },
    'freeFire.requests': ({ query }) => (query.status === 'pending' ? listOf(office.topUp) : emptyList),
    'freeFire.request': office.topUp,
    'wallet.transactions': countedListOf(...transactions),
    'wallet.transaction': ({ params }) => transactions.find(({ id }) => id === params.id) ?? office.recharge,
    'products.list': listOf(office.product),
    'products.get': office.product,
    'codes.withheld': emptyList,
    'codes.releaseReservations': { released: 0 },
    'prices.changes': emptyList,
    'prices.levels': emptyList,
    'stock.sales': { items: [] },
  };
}
