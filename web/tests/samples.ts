import type { AlmasContract } from '@almas/contract';
import type { User } from '@almas/contract/accounts';
import type { FreeFireOffer, FreeFireRequest, FreeFireService } from '@almas/contract/free-fire';
import { nextOpening } from '@almas/contract/next-opening';
import type { Notification } from '@almas/contract/notifications';
import type { Offer, Product } from '@almas/contract/products';
import type { Purchase } from '@almas/contract/purchases';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import type { Output } from '@almas/contract/route';
import { serviceReason } from '@almas/contract/service-hours';
import type { Adjustment, Transaction } from '@almas/contract/wallet';
import { serverTime } from './clock.ts';

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
  contact: { phone: null, email: null, hours: null },
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

export const notification = (fields: Partial<Notification> = {}): Notification => ({
  id: newId(),
  userId: 'r1',
  type: 'balance_credited',
  title: 'Solde crédité',
  message: 'Votre solde a été crédité de 2500 DZD',
  data: null,
  read: false,
  readAt: null,
  createdAt: moment,
  updatedAt: moment,
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

export const freeFireRequest = (fields: Partial<FreeFireRequest> = {}): FreeFireRequest => ({
  id: newId(),
  userId: 'r1',
  playerId: '12345678',
  offer: { id: 'ff_100_10', name: '100 + 10 Diamants', value: 110, price: 150 },
  offerName: '100 + 10 Diamants',
  diamondsValue: 110,
  amount: 150,
  status: 'pending',
  createdAt: moment,
  updatedAt: moment,
  validatedAt: null,
  refusedAt: null,
  resellerName: 'Amine Benali',
  userEmail: 'amine@exemple.dz',
  note: null,
  balanceBefore: 5_000,
  balanceAfter: 4_850,
  imageUrl: null,
  processedBy: null,
  processedByName: null,
  transactionId: null,
  unifiedTransactionId: null,
  ...fields,
});

export const freeFireService = (fields: Partial<FreeFireService> = {}): FreeFireService => ({
  isActive: true,
  maintenanceMode: false,
  startHour: 0,
  // Without an end, so that no test depends on the hour.
  endHour: 24,
  workingDays: [0, 1, 2, 3, 4, 5, 6],
  lastUpdated: moment,
  updatedBy: null,
  online: true,
  reason: 'online',
  reasonText: 'Service en ligne',
  nextOpening: null,
  ...fields,
});

/** The service with these hours, and its state at the server's time. */
export function serviceByHours(fields: Partial<FreeFireService>): FreeFireService {
  const service = freeFireService(fields);
  const now = serverTime();
  const reason = serviceReason(service, now) as FreeFireService['reason'];
  const opening = nextOpening(service, now);
  return {
    ...service,
    reason,
    online: reason === 'online',
    nextOpening: opening === null ? null : new Date(opening).toISOString(),
  };
}

export const freeFireOffer = (fields: Partial<FreeFireOffer> = {}): FreeFireOffer => ({
  id: 'ff_100_10',
  name: '100 + 10 Diamants',
  value: 110,
  price: 150,
  status: 'active',
  description: '',
  createdAt: moment,
  updatedAt: moment,
  ...fields,
});
/** The five offers of the specification. */
export const freeFireOffers: readonly FreeFireOffer[] = [
  freeFireOffer(),
  freeFireOffer({ id: 'ff_310_31', name: '310 + 31 Diamants', value: 341, price: 450 }),
  freeFireOffer({ id: 'ff_520_52', name: '520 + 52 Diamants', value: 572, price: 750 }),
  freeFireOffer({ id: 'ff_1060_106', name: '1060 + 106 Diamants', value: 1_166, price: 1_500 }),
  freeFireOffer({ id: 'ff_2180_218', name: '2180 + 218 Diamants', value: 2_398, price: 3_000 }),
];

export const rechargeRequest = (fields: Partial<RechargeRequest> = {}): RechargeRequest => ({
  id: newId(),
  userId: 'r1',
  userEmail: 'amine@exemple.dz',
  userName: 'Amine Benali',
  userCompany: 'Cyber Sétif',
  amount: 1_000,
  method: 'ccp',
  methodName: 'CCP',
  status: 'pending',
  phoneNumber: null,
  createdAt: moment,
  updatedAt: moment,
  processedAt: null,
  processedBy: null,
  notes: null,
  paymentProof: null,
  rejectionReason: null,
  transactionId: null,
  userInfo: { firstName: 'Amine', lastName: 'Benali', balance: 0, status: 'active' },
  ...fields,
});

export const health: Output<AlmasContract['health']['read']> = {
  database: { state: 'ok', role: 'primary', writable: true, bytes: 1_000_000 },
  disk: null,
  pool: { state: 'ok', busy: 0, waiting: 0, size: 10 },
  oldestRequest: { state: 'ok', seconds: 0 },
  backup: { state: 'ok', at: moment, succeeded: true },
  audit: { state: 'ok', at: moment, succeeded: true },
  archive: null,
  outbox: { state: 'ok', waiting: 0, oldestSeconds: 0, dead: 0, letters: [] },
  jobs: { state: 'ok', list: [] },
  version: '1.2.0',
  checkedAt: moment,
};

/** Of an installation that sells. */
export const firstSteps: Output<AlmasContract['statistics']['firstSteps']> = {
  product: true,
  codes: true,
  paymentAccounts: true,
  resellers: true,
  freeFire: true,
  secondFactor: true,
  backup: true,
  sold: true,
};

export const noRefusalReasons = { recharge: [], freeFire: [] };

type Statistics = Output<AlmasContract['statistics']['summary']>;
export const statistics = (fields: Partial<Statistics> = {}): Statistics => ({
  users: { total: 12, admins: 1, resellers: 11, active: 8, pending: 3, inactive: 1 },
  products: { total: 5, active: 4 },
  recharges: {
    total: 1_250,
    pending: 6,
    approved: 1_200,
    rejected: 40,
    cancelled: 4,
    totalAmount: 1_250_000,
    pendingAmount: 6_000,
  },
  freeFire: { pending: 0 },
  unreadNotifications: 2,
  ...fields,
});

export const offer = (fields: Partial<Offer> = {}): Offer => ({
  id: newId(),
  name: '100 + 10',
  value: '110 Diamants',
  price: 150,
  region: 'DZ',
  stock: 3,
  ...fields,
});

export const product = (fields: Partial<Product> = {}): Product => ({
  id: newId(),
  name: 'Diamants',
  game: 'Free Fire',
  category: '',
  description: '',
  imageUrl: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
  offers: [offer()],
  createdAt: moment,
  updatedAt: moment,
  lastSale: null,
  ...fields,
});
