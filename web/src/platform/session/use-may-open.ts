import type { Scope } from '@almas/contract/route';
import { useMay } from './scopes.ts';

/** The scopes of an employee, any of which opens the page and those below it. */
const pages: readonly (readonly [path: string, scopes: readonly Scope[]])[] = [
  ['/admin/users', ['accounts']],
  ['/admin/freefire', ['requests', 'prices', 'settings']],
  ['/admin/products', ['stock', 'prices']],
  ['/admin/recharge', ['requests']],
  ['/admin/transactions', ['reports']],
];

/** Whether the signed-in administrator may open the page of a path; a page that is not listed is for every administrator. */
export function useMayOpen(): (path: string) => boolean {
  const may = useMay();
  return (path) => {
    const scopes = pages.find(([prefix]) => path.startsWith(prefix))?.[1];
    return scopes === undefined || may(...scopes);
  };
}
