import type { ServedGroup } from './http/serve.ts';
import type { SessionCookie } from './http/session-cookie.ts';
import { accountFlagRoutes } from './modules/account-flags/account-flags.routes.ts';
import { accountRoutes } from './modules/accounts/accounts.routes.ts';
import { knownDevices } from './modules/accounts/known-device.ts';
import { securityRoutes } from './modules/accounts/security.routes.ts';
import type { Sessions } from './modules/accounts/sessions.ts';
import { signInRoutes } from './modules/accounts/sign-in.routes.ts';
import { userRoutes } from './modules/accounts/users.routes.ts';
import { administratorRoutes } from './modules/administrators/administrators.routes.ts';
import { announcementRoutes } from './modules/announcements/announcements.routes.ts';
import { auditTrailRoutes } from './modules/audit-trail/audit-trail.routes.ts';
import { bankRoutes } from './modules/bank/bank.routes.ts';
import { businessRoutes } from './modules/business/business.routes.ts';
import { claimRoutes } from './modules/claims/claims.routes.ts';
import { codeBatchRoutes } from './modules/codes/code-batches.routes.ts';
import { codeRoutes } from './modules/codes/codes.routes.ts';
import { configurationRoutes } from './modules/configuration/configuration.routes.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { creditRoutes } from './modules/credit/credit.routes.ts';
import { exportRoutes } from './modules/exports/exports.routes.ts';
import { featureRoutes } from './modules/features/features.routes.ts';
import { freeFireRoutes } from './modules/free-fire/free-fire.routes.ts';
import { liveRoutes } from './modules/live/live.routes.ts';
import { notificationRoutes } from './modules/notifications/notifications.routes.ts';
import { healthPanelRoutes } from './modules/operations/operations.routes.ts';
import { pushRoutes } from './modules/outbox/push.routes.ts';
import { outcomeRoutes } from './modules/outcomes/outcomes.routes.ts';
import { pictureRoutes } from './modules/pictures/pictures.routes.ts';
import { priceRoutes } from './modules/prices/prices.routes.ts';
import { productRoutes } from './modules/products/products.routes.ts';
import { purchaseRoutes } from './modules/purchases/purchases.routes.ts';
import { rechargeRequestRoutes } from './modules/recharge-requests/recharge-requests.routes.ts';
import { reportRoutes } from './modules/reports/reports.routes.ts';
import { apiKeyRoutes, resellerApiRoutes } from './modules/reseller-api/reseller-api.routes.ts';
import { searchRoutes } from './modules/search/search.routes.ts';
import { settingsRoutes } from './modules/settings/settings.routes.ts';
import { shopRoutes } from './modules/shop/shop.routes.ts';
import { staffRoutes } from './modules/staff/staff.routes.ts';
import { statementRoutes } from './modules/statements/statements.routes.ts';
import { statisticsRoutes } from './modules/statistics/statistics.routes.ts';
import { stockRoutes } from './modules/stock/stock.routes.ts';
import { supplierOrderRoutes } from './modules/supplier-orders/supplier-orders.routes.ts';
import { supplierRoutes } from './modules/suppliers/suppliers.routes.ts';
import { walletRoutes } from './modules/wallet/wallet.routes.ts';
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import type { Services } from './services.ts';

/** Every group of the contract with the module that serves it. */
export const servedGroups = (
  services: Services,
  sessions: Sessions,
  cookie: SessionCookie,
  devices = knownDevices(services.config.publicUrl, services.keyedHash),
): ServedGroup[] => [
  accountRoutes(services, sessions, cookie, devices),
  userRoutes(services),
  administratorRoutes(services),
  accountFlagRoutes(services),
  signInRoutes(services, { sessions, cookie, devices }),
  securityRoutes(services),
  walletRoutes(services),
  statementRoutes(services),
  rechargeRequestRoutes(services),
  bankRoutes(services),
  creditRoutes(services),
  purchaseRoutes(services),
  claimRoutes(services),
  apiKeyRoutes(services),
  resellerApiRoutes(services),
  webhookRoutes(services),
  supplierOrderRoutes(services),
  supplierRoutes(services),
  stockRoutes(services),
  outcomeRoutes(services),
  statisticsRoutes(services),
  reportRoutes(services),
  searchRoutes(services),
  auditTrailRoutes(services),
  healthPanelRoutes(services),
  freeFireRoutes(services),
  notificationRoutes(services),
  announcementRoutes(services),
  pushRoutes(services),
  liveRoutes(services, cookie),
  contactRoutes(services),
  businessRoutes(services),
  settingsRoutes(services),
  shopRoutes(services),
  staffRoutes(services, sessions, cookie),
  configurationRoutes(services),
  featureRoutes(services),
  priceRoutes(services),
  productRoutes(services),
  pictureRoutes(services),
  codeRoutes(services),
  codeBatchRoutes(services),
  exportRoutes(services),
];
