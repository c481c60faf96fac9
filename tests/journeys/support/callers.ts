import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Almas } from '../../support/browser.ts';

/** A user of the API of the journey's server, for the preparation of a journey. */
export interface Caller {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  // biome-ignore lint/suspicious/noExplicitAny: journeys read responses of every shape
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<any>;
}

const cookieName = 'almas_session';
const newKey = () => randomBytes(12).toString('hex');

/** Throws when the server refuses, so that a failed preparation is noticed. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** The session token that a response sets. */
const sessionIn = (response: Response): string =>
  new RegExp(`${cookieName}=([^;]+)`).exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';

const json = { 'content-type': 'application/json' };

const caller = (almas: Almas, user: Omit<Caller, 'call'>): Caller => ({
  ...user,
  call: async (method, path, body) => {
    const response = await send(`${almas.baseURL}/api${path}`, {
      method,
      headers: {
        cookie: `${cookieName}=${user.token}`,
        'idempotency-key': newKey(),
        ...(body === undefined ? {} : json),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return response.status === 204 ? undefined : await response.json();
  },
});

/** Signs a user in with a new session. */
export async function callerFor(almas: Almas, email: string, password: string): Promise<Caller> {
  const response = await send(`${almas.baseURL}/api/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password }),
  });
  const { id } = (await response.json()) as { id: string };
  return caller(almas, { id, email, password, token: sessionIn(response) });
}

const administrators = new WeakMap<Almas, Promise<Caller>>();

/** Signs the administrator in on another device. */
export const newAdministratorSession = (almas: Almas): Promise<Caller> =>
  callerFor(almas, almas.admin.email, almas.admin.password);

/** The administrator, signed in once for all tests of a file: checking a password takes 25 ms of CPU time. */
export function administrator(almas: Almas): Promise<Caller> {
  const known = administrators.get(almas) ?? newAdministratorSession(almas);
  administrators.set(almas, known);
  return known;
}

/** The password of every account that journeys register. */
const password = 'motdepasse';

export interface Registered {
  readonly id: string;
  readonly email: string;
  /** The token of the session that the registration opens. */
  readonly token: string;
}

/** Registers an account, which is pending afterwards. */
export async function register(
  almas: Almas,
  profile: {
    readonly firstName: string;
    readonly lastName: string;
    readonly company: string;
    readonly phone?: string;
  },
): Promise<Registered> {
  const email = `r${randomBytes(6).toString('hex')}@exemple.dz`;
  const response = await send(`${almas.baseURL}/api/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password, phone: '0550123456', ...profile }),
  });
  const { id } = (await response.json()) as { id: string };
  return { id, email, token: sessionIn(response) };
}

/** Activates a registered account and credits it; `balance` in DA. Its session is the one that its registration opened. */
export async function activate(
  almas: Almas,
  admin: Caller,
  { id, email, token }: Registered,
  balance: number,
): Promise<Caller> {
  await admin.call('POST', `/users/${id}/activate`);
  if (balance > 0) await admin.call('POST', `/users/${id}/recharge`, { amount: balance });
  return caller(almas, { id, email, password, token });
}

/** A new active reseller; `balance` in DA. */
export async function reseller(almas: Almas, admin: Caller, { balance = 0 } = {}): Promise<Caller> {
  const profile = { firstName: 'Amine', lastName: 'Benali', company: 'Cyber Sétif' };
  return activate(almas, admin, await register(almas, profile), balance);
}

/** Signs the browser of `page` in as a user, by its cookie. */
export const enterAs = (page: Page, almas: Almas, { token }: Pick<Caller, 'token'>): Promise<void> =>
  page
    .context()
    .addCookies([{ name: cookieName, value: token, url: almas.baseURL, httpOnly: true, sameSite: 'Strict' }]);

/**
 * Ends the browser's session when the next matching command is sent, and not earlier: a background read of the page (a product after
 * a live event) would get a 401 before the press.
 */
export async function endSessionWith(page: Page, path: string): Promise<void> {
  let isOver = false;
  await page.route(path, async (route) => {
    if (isOver || route.request().method() === 'GET') return route.fallback();
    isOver = true;
    await page.context().clearCookies();
    await route.continue();
  });
}

/** Signs an administrator in with a desktop viewport, for the journeys of an administrator's day. */
export async function administratorAtDesk(page: Page, almas: Almas): Promise<Caller> {
  const admin = await administrator(almas);
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  return admin;
}
