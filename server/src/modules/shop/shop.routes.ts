import { shop } from '@almas/contract/shop';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { readBalanceThreshold, saveBalanceThreshold } from './balance-threshold.ts';
import { readRetailPrice, saveRetailPrice } from './retail-prices.ts';
import { readShopProfile, saveShopProfile } from './shop-profile.ts';

/** What a reseller's tickets say of the shop, and the reseller's own prices. */
export const shopRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, shop, {
    profile: async ({ wallet }) => readShopProfile(services.db, wallet.id),
    saveProfile: saveShopProfile,
    balanceThreshold: async ({ wallet }) => readBalanceThreshold(services.db, wallet.id),
    saveBalanceThreshold,
    retailPrice: async ({ wallet, params, query }) =>
      readRetailPrice(services.db, wallet.id, params.offerId, query.day),
    saveRetailPrice,
  });
