import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Almas } from '../../support/browser.ts';
import { activate, type Caller, type Registered, register } from './callers.ts';

export interface Named {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
}

export interface Applicant extends Registered {
  readonly name: string;
  readonly company: string;
}

/** A word that no other journey searches for. */
export const unique = (word: string): string => `${word}${randomBytes(4).toString('hex')}`;

/** A registered account that waits. The last name is unique unless it is given. */
export async function applicant(almas: Almas, named: Named = {}): Promise<Applicant> {
  const { firstName = 'Lina', lastName = unique('Saadi'), company = 'Saadi Informatique' } = named;
  const registered = await register(almas, { firstName, lastName, company });
  return { ...registered, name: `${firstName} ${lastName}`, company };
}

/** The same, activated; `balance` in DA. */
export async function customer(
  almas: Almas,
  admin: Caller,
  { balance = 0, ...named }: Named & { readonly balance?: number } = {},
): Promise<Applicant & Caller> {
  const registered = await applicant(almas, named);
  return { ...(await activate(almas, admin, registered, balance)), ...registered };
}

/** Nothing waits any more: what earlier journeys left is settled. */
export async function settleAll(admin: Caller): Promise<void> {
  const requests = await admin.call('GET', '/recharge-requests?status=pending&limit=200');
  for (const { id } of requests.items) {
    await admin.call('POST', `/recharge-requests/${id}/reject`, { reason: 'Ménage' });
  }
  const accounts = await admin.call('GET', '/users?status=pending&limit=200');
  for (const { id } of accounts.items) await admin.call('POST', `/users/${id}/activate`);
}

/** A recharge request for `amount` DA. */
export const ask = (who: Caller, amount: number, method = 'ccp'): Promise<{ id: string }> =>
  who.call('POST', '/recharge-requests', { amount, method });

/** A toast says exactly this. */
export const expectToast = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })).toBeVisible();

/** An error of the server that says nothing itself, for the calls that match. */
export async function refuseSilently(page: Page, path: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { code: 'CONFLICT', message: '' } }),
  );
}

/** The server executes the calls that match, and their answers never arrive. @returns the function that ends it */
export async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(path);
}
