import type { Cookie } from '@playwright/test';

type Cookies = (Pick<Cookie, 'name' | 'value'> & { url: string })[];
/** `credit`: also resellers who owe; `suppliers`: also orders to suppliers. @returns the cookies of each kind of user. */
export declare function prepareSampleData(
  baseURL: string,
  adminAccount: { readonly email: string; readonly password: string },
  options?: { readonly credit?: boolean; readonly suppliers?: boolean },
): Promise<Record<'admin' | 'reseller' | 'debtor' | 'empty' | 'pending', Cookies>>;
