import type { Answers } from './api.ts';
import { everyPage } from './every-page.ts';
import {
  emptyList,
  freeFireRequest,
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
  const { account, request, topUp, recharge, sale } = office;
  const transactions = [recharge, sale];
  return {
    ...everyPage({
      accounts: [account],
      requests: [request],
      topUps: [topUp],
      transactions,
      products: [office.product],
    }),
    'freeFire.request': topUp,
    'wallet.transaction': ({ params }) => transactions.find(({ id }) => id === params.id) ?? recharge,
    'prices.changes': emptyList,
    'prices.levels': emptyList,
  };
}
