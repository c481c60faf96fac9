import { accountFlags } from './account-flags.ts';
import { accounts, users } from './accounts.ts';
import { administrators } from './administrators.ts';
import { announcements } from './announcements.ts';
import { auditTrail } from './audit-trail.ts';
import { bank } from './bank.ts';
import { business } from './business.ts';
import { claims } from './claims.ts';
import { codeBatches } from './code-batches.ts';
import { configuration } from './configuration.ts';
import { contact } from './contact.ts';
import { credit } from './credit.ts';
import { exports } from './exports.ts';
import { features } from './features.ts';
import { freeFire } from './free-fire.ts';
import { health } from './health.ts';
import { live } from './live.ts';
import { notifications } from './notifications.ts';
import { outcomes } from './outcomes.ts';
import { pictures } from './pictures.ts';
import { prices } from './prices.ts';
import { codes, products } from './products.ts';
import { purchases } from './purchases.ts';
import { push } from './push.ts';
import { rechargeRequests } from './recharge-requests.ts';
import { reports } from './reports.ts';
import { apiKeys, resellerApi } from './reseller-api.ts';
import type { Contract } from './route.ts';
import { search } from './search.ts';
import { security, signIn } from './security.ts';
import { settings } from './settings.ts';
import { shop } from './shop.ts';
import { staff } from './staff.ts';
import { statements } from './statements.ts';
import { statistics } from './statistics.ts';
import { stock } from './stock.ts';
import { supplierOrders } from './supplier-orders.ts';
import { suppliers } from './suppliers.ts';
import { wallet } from './wallet.ts';
import { webhooks } from './webhooks.ts';

/** The whole API: its table of contents. */
export const contract = {
  accounts,
  users,
  administrators,
  accountFlags,
  signIn,
  security,
  wallet,
  statements,
  rechargeRequests,
  bank,
  credit,
  products,
  pictures,
  codes,
  codeBatches,
  suppliers,
  supplierOrders,
  stock,
  prices,
  purchases,
  claims,
  apiKeys,
  resellerApi,
  webhooks,
  outcomes,
  freeFire,
  notifications,
  announcements,
  push,
  statistics,
  reports,
  search,
  auditTrail,
  health,
  live,
  contact,
  business,
  settings,
  shop,
  staff,
  configuration,
  features,
  exports,
} as const satisfies Contract;

export type AlmasContract = typeof contract;
