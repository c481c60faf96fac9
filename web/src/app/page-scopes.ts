import type { Scope } from '@almas/contract/route';

/** The scopes of an employee, any of which opens the page and those below it. */
const pages: readonly (readonly [path: string, scopes: readonly Scope[]])[] = [
  ['/admin/users', ['accounts']],
  ['/admin/freefire', ['requests', 'prices', 'settings']],
  ['/admin/products', ['stock', 'prices']],
  ['/admin/recharge', ['requests']],
  ['/admin/transactions', ['reports']],
];

/** Undefined: a page for every administrator. */
export const pageScopes = (path: string): readonly Scope[] | undefined =>
  pages.find(([prefix]) => path.startsWith(prefix))?.[1];
