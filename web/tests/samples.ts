import type { AlmasContract } from '@almas/contract';
import type { User } from '@almas/contract/accounts';
import type { Purchase } from '@almas/contract/purchases';
import type { Output } from '@almas/contract/route';
import type { Adjustment, Transaction } from '@almas/contract/wallet';

/*
 * Records as the API answers them. A test names the fields that it is about.
 */
const moment = '2026-03-02T10:00:00.000Z';

export const emptyList = { items: [], nextCursor: null };
export const listOf = <Item>(...items: readonly Item[]) => ({ items: [...items], nextCursor: null });
export const countedListOf = <Item>(...items: readonly Item[]) => ({
  ...listOf(...items),
  count: items.length,
  capped: false,
});

export const configuration: Output<AlmasContract['configuration']['get']> = {
  extensions: [],
  passwordReset: false,
  confirmAmountAbove: 50_000,
  contact: { phone: null, email: null },
};

export const reseller = (fields: Partial<User> = {}): User => ({
  id: 'r1',
  email: 'amine@exemple.dz',
  role: 'reseller',
  status: 'active',
  balance: 5_000,
  firstName: 'Amine',
  lastName: 'Benali',
  displayName: 'Amine Benali',
  company: 'Cyber Sétif',
  phone: '0550123456',
  address: '',
  city: '',
  postalCode: '',
  lastRecharge: null,
  lastPurchase: null,
  activatedBy: 'a1',
  activatedAt: moment,
  deactivatedBy: null,
  deactivatedAt: null,
  deactivationReason: null,
  secondFactor: false,
  secondFactorRequired: false,
  createdAt: moment,
  updatedAt: moment,
  ...fields,
});

export const administrator = (fields: Partial<User> = {}): User =>
  reseller({
    id: 'a1',
    email: 'admin@almas.test',
    role: 'admin',
    balance: 0,
    firstName: 'Nadia',
    lastName: 'Haddad',
    displayName: 'Nadia Haddad',
    company: '',
    ...fields,
  });

let lastId = 100;
const newId = () => String(++lastId);

export const transaction = (fields: Partial<Transaction> = {}): Transaction => ({
  id: newId(),
  userId: 'r1',
  type: 'recharge',
  amount: 5_000,
  method: null,
  adminId: null,
  reason: null,
  description: 'Recharge du solde',
  productName: null,
  balanceBefore: 0,
  balanceAfter: 5_000,
  status: 'completed',
  createdAt: moment,
  processedBy: null,
  processedAt: null,
  completedAt: null,
  freeFire: null,
  metadata: null,
  userName: 'Amine Benali',
  userEmail: 'amine@exemple.dz',
  adminName: null,
  requestStatus: null,
  request: null,
  purchaseId: null,
  refund: null,
  ...fields,
});

export const adjustment = (fields: Partial<Adjustment> = {}): Adjustment => ({
  id: newId(),
  userId: 'r1',
  type: 'credit',
  amount: 150,
  description: 'Remboursement Free Fire',
  adminId: 'a1',
  transactionId: null,
  relatedTransactionId: null,
  balanceBefore: 0,
  balanceAfter: 150,
  metadata: {},
  createdAt: moment,
  source: 'freefire_refund',
  adminName: 'Nadia Haddad',
  freeFire: null,
  note: null,
  ...fields,
});

export const purchase = (fields: Partial<Purchase> = {}): Purchase => ({
  id: newId(),
  userId: 'r1',
  productId: 'p1',
  offerId: 'o1',
  productName: 'Diamants',
  offerName: '100 + 10',
  game: 'Free Fire',
  quantity: 1,
  unitPrice: 150,
  totalCost: 150,
  codes: [{ id: newId(), code: 'ABCD-EFGH-1234', value: '110 Diamants' }],
  status: 'completed',
  type: 'purchase',
  createdAt: moment,
  ...fields,
});
