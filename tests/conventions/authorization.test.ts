import { contract } from '@almas/contract';
import { type Route, route } from '@almas/contract/route';
import { expect, test } from 'vitest';

const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

// The types are the test: an expected error that is none fails the type check of this file.
test('a call of administrators without a scope does not compile, nor a scope or a cashier where there is none [TEA-01]', () => {
  const base = { method: 'POST', path: '/api/example', summary: 'Exemple' } as const;
  // @ts-expect-error a call of administrators names its scope
  route({ ...base, access: 'admin' });
  // @ts-expect-error a cashier makes no call of administrators
  route({ ...base, access: 'admin', scope: 'stock', cashier: true });
  // @ts-expect-error an administrator makes no call of resellers
  route({ ...base, access: 'reseller', scope: 'stock' });
  // @ts-expect-error everybody makes a public call
  route({ ...base, access: 'public', cashier: true });
  // @ts-expect-error no such scope
  route({ ...base, access: 'admin', scope: 'everything' });
  route({ ...base, access: 'admin', scope: 'stock' });
  route({ ...base, access: 'reseller', cashier: true });
});

test('every call of administrators names a scope, and staff, the exports of codes, the search over everything, the accounts to pay to, the imports of bank statements, the switches, connections to suppliers, write-offs, losses of cash and ceilings are the owner’s [TEA-02]', () => {
  expect(routes.filter(({ access, scope }) => access === 'admin' && !scope).map(nameOf)).toEqual([]);
  expect(routes.filter(({ scope }) => scope === 'owner').map(nameOf)).toEqual([
    'GET /api/administrators',
    'PATCH /api/users/:id/scopes',
    'GET /api/administrators/days/:date',
    'GET /api/bank-accounts/:id/statements',
    'DELETE /api/bank-statements/:id',
    'POST /api/users/:id/write-offs',
    'PUT /api/collectors/:id/ceiling',
    'POST /api/collectors/:id/losses',
    'GET /api/products/:id/offers/:offerId/codes',
    'POST /api/supplier-connections',
    'PATCH /api/supplier-connections/:id',
    'POST /api/search',
    'PUT /api/business/payment-accounts',
    'PATCH /api/features/:name',
    'POST /api/exports/supplier-claims',
    'POST /api/exports/administrators',
  ]);
});

// Turned red by: a new file of personal data that asks for no code.
test('every file that an administrator takes out asks for a fresh code, but those without personal data [STA-07]', () => {
  const files = routes.filter(({ scope, produces }) => scope && produces?.startsWith('text/'));
  expect(files.filter(({ errors }) => !errors?.includes('STEP_UP_REQUIRED')).map(nameOf)).toEqual([
    'POST /api/exports/reconciliation',
    'POST /api/exports/products',
    'POST /api/exports/batches',
    'POST /api/exports/stock-cover',
    'POST /api/exports/suppliers',
    'POST /api/exports/price-levels',
    'POST /api/exports/price-changes',
    'POST /api/exports/price-lists',
    'POST /api/exports/announcements',
    'POST /api/exports/collectors',
    'POST /api/exports/cash-remittances',
    'POST /api/exports/margins',
    'POST /api/exports/stock-value',
    'POST /api/exports/supplier-orders',
  ]);
});

test('a cashier may sell, read and show the sales of the wallet, and make no other call', () => {
  expect(routes.filter(({ cashier }) => cashier).map(nameOf)).toEqual([
    'POST /api/logout',
    'GET /api/me',
    'GET /api/me/purchase-limit',
    'GET /api/products',
    'GET /api/products/:id',
    'GET /api/products/:id/redeem',
    'GET /api/my-prices',
    'POST /api/purchases',
    'GET /api/purchases',
    'GET /api/purchases/quick-sales',
    'GET /api/purchases/:id',
    'POST /api/purchases/:id/disclosures',
    'GET /api/purchases/:id/disclosures',
    'POST /api/outcomes/:key',
    'GET /api/free-fire/service',
    'GET /api/free-fire/offers',
    'GET /api/free-fire/requests',
    'GET /api/free-fire/requests/:id',
    'POST /api/free-fire/requests',
    'GET /api/free-fire/repeat',
    'GET /api/free-fire/player',
    'GET /api/free-fire/customers',
    'GET /api/free-fire/requests/:id/proof',
    'GET /api/announcements',
    'GET /api/events',
    'GET /api/shop',
    'GET /api/shop/prices/:offerId',
    'POST /api/till-closes',
    'GET /api/features',
  ]);
});
