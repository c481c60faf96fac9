import type { Page } from '@playwright/test';

/** A screen as it is photographed: who looks at it, and what is done first. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly as?: 'admin' | 'reseller' | 'debtor' | 'empty' | 'pending' | 'till' | 'cashier';
  readonly full?: boolean;
  /** @param admin the first administrator, who is asked for the password in some places */
  readonly act?: (page: Page, admin: { readonly password: string }) => Promise<unknown>;
}
export declare const shots: readonly Shot[];
