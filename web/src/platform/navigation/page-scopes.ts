import type { Scope } from '@almas/contract/route';
import { useMay } from '../session/index.ts';

/** The scopes of an employee, any of which opens the page and those below it; a page below that needs another one is above it. */
const pages: readonly (readonly [path: string, scopes: readonly Scope[]])[] = [
  ['/admin/users', ['accounts']],
  ['/admin/freefire', ['requests', 'prices', 'settings']],
  ['/admin/products/new', ['prices']],
  ['/admin/products', ['stock', 'prices']],
  ['/admin/recharge', ['requests']],
  ['/admin/transactions', ['reports']],
];

/** Whether the signed-in administrator may open the page of a path. Those that are not listed are every administrator's. */
export function useMayOpen(): (path: string) => boolean {
  const may = useMay();
  return (path) => {
    const scopes = pages.find(([prefix]) => path.startsWith(prefix))?.[1];
    return scopes === undefined || may(...scopes);
  };
}
