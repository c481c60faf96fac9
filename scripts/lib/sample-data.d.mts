import type { Cookie } from '@playwright/test';

type Cookies = (Pick<Cookie, 'name' | 'value'> & { url: string })[];
/** `credit`: also resellers who owe; `site`: one with a site of their own. @returns the cookies of each kind of user. */
export declare function prepareSampleData(
  baseURL: string,
  adminAccount: { readonly email: string; readonly password: string },
  options?: { readonly credit?: boolean; readonly site?: boolean },
): Promise<Record<'admin' | 'reseller' | 'debtor' | 'empty' | 'pending', Cookies>>;
