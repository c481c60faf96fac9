import type { Cookie } from '@playwright/test';

type Cookies = (Pick<Cookie, 'name' | 'value'> & { url: string })[];
/** @returns the cookies of each kind of user. */
export declare function prepareSampleData(
  baseURL: string,
  adminAccount: { readonly email: string; readonly password: string },
): Promise<Record<'admin' | 'reseller' | 'empty' | 'pending', Cookies>>;
