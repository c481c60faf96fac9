import { pages } from '@almas/contract/page-sizes';
import { apiQuery } from '../../platform/network/index.ts';

/** The reseller's own last 20 requests, newest first (RWO-14). */
export const ownRequests = apiQuery('rechargeRequests', 'list', {
  query: { limit: pages.ownRechargeRequests.default },
});
