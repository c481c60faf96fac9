import type { User } from '@almas/contract/accounts';
import type { FreeFireRequest } from '@almas/contract/free-fire';
import type { Product } from '@almas/contract/products';
import type { Purchase } from '@almas/contract/purchases';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import type { Transaction } from '@almas/contract/wallet';
import type { Answers } from './api.ts';
import { deskOf } from './desk.ts';
import {
  countedListOf,
  emptyList,
  freeFireOffers,
  freeFireService,
  listOf,
  product,
  purchase,
} from './samples.ts';

interface Trade {
  readonly accounts?: readonly User[];
  readonly products?: readonly Product[];
  readonly purchases?: readonly Purchase[];
  readonly transactions?: readonly Transaction[];
  readonly topUps?: readonly FreeFireRequest[];
  readonly requests?: readonly RechargeRequest[];
}

/** What the API answers on every page of a reseller and of an administrator with these records. */
export function everyPage({
  accounts = [],
  products = [],
  purchases = [],
  transactions = [],
  topUps = [],
  requests = [],
}: Trade = {}): Answers {
  const isAsked = (asked = 'all', status = '') =>
    asked === 'all' || asked === status || (asked === 'processed' && status !== 'pending');
  return {
    ...deskOf({ accounts, requests }).answers,
    'products.list': countedListOf(...products),
    'products.get': ({ params }) => products.find(({ id }) => id === params.id) ?? product(),
    'products.redeem': { text: '', link: '' },
    'prices.mine': { version: '1', offers: [] },
    'purchases.list': listOf(...purchases),
    'purchases.get': ({ params }) => purchases.find(({ id }) => id === params.id) ?? purchase(),
    'purchases.today': { codes: 0, paid: 0 },
    'purchases.quickSales': { items: [] },
    'shop.retailPrice': { price: null },
    'wallet.operations': { ...listOf(...transactions), adjustments: [] },
    'wallet.transactions': countedListOf(...transactions),
    'freeFire.service': freeFireService(),
    'freeFire.offers': listOf(...freeFireOffers),
    'freeFire.customers': emptyList,
    'freeFire.requests': ({ query }) =>
      listOf(...topUps.filter(({ status }) => isAsked(query.status, status))),
    'freeFire.stats': { total: 0, totalAmount: 0, today: 0, pending: topUps.length },
    'business.paymentAccounts': { items: [] },
    'stock.sales': { items: [] },
    'suppliers.list': emptyList,
    'codes.withheld': emptyList,
    'codes.releaseReservations': { released: 0 },
  };
}
