import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Almas } from '../../support/browser.ts';
import { type Caller, callerFor } from './callers.ts';

export interface Named {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
}

export interface Applicant {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly company: string;
}

/** A word that no other journey searches for. */
export const unique = (word: string): string => `${word}${randomBytes(4).toString('hex')}`;

const password = 'motdepasse';

/** A registered account that waits. The last name is unique unless it is given. */
export async function applicant(almas: Almas, named: Named = {}): Promise<Applicant> {
  const { firstName = 'Lina', lastName = unique('Saadi'), company = 'Saadi Informatique' } = named;
  const email = `${unique('p')}@exemple.dz`;
  const answer = await fetch(`${almas.baseURL}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, firstName, lastName, company, phone: '0550123456' }),
  });
  if (!answer.ok) throw new Error(`register: ${answer.status}`);
  const { id } = (await answer.json()) as { id: string };
  return { id, email, name: `${firstName} ${lastName}`, company };
}

/** The same, activated; `balance` in DA. */
export async function customer(
  almas: Almas,
  admin: Caller,
  { balance = 0, ...named }: Named & { readonly balance?: number } = {},
): Promise<Applicant & Caller> {
  const person = await applicant(almas, named);
  await admin.call('POST', `/users/${person.id}/activate`);
  if (balance > 0) await admin.call('POST', `/users/${person.id}/recharge`, { amount: balance });
  return { ...(await callerFor(almas, person.email, password)), ...person };
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
