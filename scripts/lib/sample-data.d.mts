import type { Cookie } from '@playwright/test';

type Cookies = (Pick<Cookie, 'name' | 'value'> &
  Partial<Pick<Cookie, 'domain' | 'path'>> & { url?: string })[];
/** `credit`: also resellers who owe. @returns the cookies of each kind of user. */
export declare function prepareSampleData(
  baseURL: string,
  adminAccount: { readonly email: string; readonly password: string },
  options?: { readonly databaseUrl?: string; readonly arabic?: boolean },
): Promise<Record<'admin' | 'reseller' | 'debtor' | 'empty' | 'pending' | 'till' | 'cashier', Cookies>>;
