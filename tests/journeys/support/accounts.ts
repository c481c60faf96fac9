import { randomBytes, randomInt } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Almas } from '../../support/browser.ts';
import { activate, type Caller, type Registered, register } from './callers.ts';

export interface ResellerProfile {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly phone?: string;
}

/** A phone number that no other account has. */
const ownPhone = (): string => `05${String(randomInt(1e8)).padStart(8, '0')}`;

export interface PendingReseller extends Registered {
  readonly name: string;
  readonly company: string;
}

/** A word with a random suffix, which no other journey uses. */
export const uniqueWord = (word: string): string => `${word}${randomBytes(4).toString('hex')}`;

/** Registers an account, which is then pending. Last name and phone are its own unless they are given. */
export async function createPendingReseller(
  almas: Almas,
  profile: ResellerProfile = {},
): Promise<PendingReseller> {
  const { firstName = 'Lina', lastName = uniqueWord('Saadi'), company = 'Saadi Informatique' } = profile;
  const phone = profile.phone ?? ownPhone();
  const registered = await register(almas, { firstName, lastName, company, phone });
  return { ...registered, name: `${firstName} ${lastName}`, company };
}

/** Creates an active reseller with a unique name; `balance` in DA. */
export async function createNamedReseller(
  almas: Almas,
  admin: Caller,
  { balance = 0, ...profile }: ResellerProfile & { readonly balance?: number } = {},
): Promise<PendingReseller & Caller> {
  const registered = await createPendingReseller(almas, profile);
  return { ...(await activate(almas, admin, registered, balance)), ...registered };
}

/** Rejects the recharge requests and activates the accounts that other tests of the file left pending. */
export async function decideAllPending(admin: Caller): Promise<void> {
  const requests = await admin.call('GET', '/recharge-requests?status=pending&limit=200');
  for (const { id } of requests.items) {
    await admin.call('POST', `/recharge-requests/${id}/reject`, { reason: 'Ménage' });
  }
  const accounts = await admin.call('GET', '/users?status=pending&limit=200');
  for (const { id } of accounts.items) await admin.call('POST', `/users/${id}/activate`);
}

/** Creates a recharge request of `amount` DA. */
export const requestRecharge = (user: Caller, amount: number, method = 'ccp'): Promise<{ id: string }> =>
  user.call('POST', '/recharge-requests', { amount, method });

/** Expects a toast with exactly this text. */
export const expectToast = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })).toBeVisible();

/**
 * Lets the server execute the matching calls that write and drops their responses, of the first `calls` of them or of all.
 * @returns a function that ends this
 */
export async function dropResponses(
  page: Page,
  path: string,
  { calls = Number.POSITIVE_INFINITY } = {},
): Promise<() => Promise<void>> {
  let dropped = 0;
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET' || dropped >= calls) return route.fallback();
    dropped += 1;
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(path);
}

/** Presses an action of an account's row: those but the first are behind « … ». */
export async function pressRowAction(row: Locator, label: string): Promise<void> {
  const button = row.getByRole('button', { name: label, exact: true });
  await row.getByRole('button').first().waitFor();
  if (!(await button.isVisible())) await row.getByRole('button', { name: /^Autres actions/ }).click();
  await button.click();
}
