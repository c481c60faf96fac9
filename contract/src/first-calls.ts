import type { AlmasContract } from './index.ts';
import { screens } from './limits.ts';
import type { Contract, Input, Route } from './route.ts';

/** A reading call of the contract that a screen makes as soon as it is shown. */
export interface FirstCall {
  readonly group: keyof AlmasContract;
  readonly name: string;
  readonly input: { readonly query?: Readonly<Record<string, string | number>> };
  /** The first page of a list that goes on. */
  readonly pages?: true;
  /** It comes with a page; a screen that has no page around it asks for it only where it shows it. */
  readonly onlyWithPage?: true;
}

function call<G extends keyof AlmasContract, N extends keyof AlmasContract[G] & string>(
  group: G,
  name: N,
  input: Input<Extract<AlmasContract[G][N], Route>> & FirstCall['input'],
): FirstCall {
  return { group, name, input };
}

/** The bell of the top bar, and the switches that decide what it and the screens show. */
const everywhere = [
  call('notifications', 'list', { query: { limit: screens.notifications } }),
  call('configuration', 'get', {}),
];

const catalogue = call('products', 'list', { query: {} });

/** What this reseller pays for the offers of the list. */
const ownPrices = call('prices', 'mine', {});

/**
 * What a reseller's screen first asks for, by its path: the server puts the responses into the page
 * (server/src/http/page-data.ts). The screen itself stays what decides: what is missing here it asks for.
 */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/dashboard': [
    call('wallet', 'operations', { query: { limit: 1 } }),
    call('rechargeRequests', 'list', { query: { limit: 1 } }),
    call('shop', 'balanceThreshold', {}),
    call('purchases', 'today', {}),
    { ...call('purchases', 'quickSales', {}), onlyWithPage: true },
    call('freeFire', 'service', {}),
    call('purchases', 'list', { query: { limit: screens.recentPurchases } }),
    call('products', 'list', { query: { status: 'active', limit: screens.dashboardProducts } }),
    ownPrices,
    ...everywhere,
  ],
  '/catalog': [catalogue, ownPrices, ...everywhere],
  '/operations': [
    { ...call('wallet', 'operations', { query: { filter: 'all' } }), pages: true },
    ...everywhere,
  ],
};

/** The same of a cashier, who may not make most of them; the page brings none. Other screens ask for what they show. */
export const cashierFirstCalls: typeof firstCalls = { '/catalog': [catalogue, ownPrices] };

/** Where a screen asks for the response of a first call. */
export function addressOf({ group, name, input }: FirstCall, routes: Contract): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(input.query ?? {})) query.set(field, String(value));
  const path = routes[group]?.[name]?.path ?? '';
  return query.size > 0 ? `${path}?${query}` : path;
}
