import type { LimitedAction } from '@almas/contract/limits';
import { language } from '@almas/locale/formats';
import { readJson, writeJson } from '../../lib/storage.ts';
import { ApiError } from './api-errors.ts';

/**
 * The server counts the attempts (AMB-13). The browser stores its refusal in local storage, per user and action, and refuses with the
 * same sentence until that time has passed.
 */
const limitedCalls: Readonly<Record<string, LimitedAction>> = {
  'accounts.login': 'login_attempt',
  'purchases.create': 'purchase',
  'rechargeRequests.create': 'recharge_request',
  'freeFire.createRequest': 'freefire_request',
};

/** Milliseconds: an hour, the longest window of the limits. */
const longest = 3.6e6;

interface Refused {
  readonly until: number;
  readonly code: ApiError['code'];
  readonly message: string;
  /** Of the message. In another language the server is asked again. */
  readonly language: string;
}

let currentUser = '';
let person = '';
/** Sets the account whose limits are stored, and the person whose call keys are: of an account with cashiers, who sells. */
export const setLimitedUser = (userId: string, personId = userId) => {
  currentUser = userId;
  person = personId;
};
export const callingPerson = (): string => person;

/** The subject of a sign-in, which has no session: its email. */
function who(body: unknown): string {
  const email = (body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : currentUser;
}

const storageKey = (action: LimitedAction, body: unknown) => `almas.limit.${action}.${who(body)}`;

/** @throws ApiError 429 while a refusal of the server for this user and action is still valid */
export function checkLimit(call: string, body: unknown, now = Date.now()): void {
  const action = limitedCalls[call];
  if (!action) return;
  const refused = readJson<Refused>(storageKey(action, body));
  // Further ahead than any window: the clock of the device was wrong and has been corrected since.
  if (refused?.language !== language || refused.until <= now || refused.until > now + longest) return;
  throw new ApiError(refused.code, 429, refused.message, {}, Math.ceil((refused.until - now) / 1000));
}

/** Deletes the stored refusal of the signed-in user, so that the server decides again. */
export const clearLimit = (action: LimitedAction): void => writeJson(storageKey(action, undefined), null);

export function rememberLimit(call: string, body: unknown, error: ApiError, now = Date.now()): void {
  const action = limitedCalls[call];
  if (!action || error.status !== 429 || error.retryAfter === null) return;
  const { code, message } = error;
  const refused: Refused = { until: now + error.retryAfter * 1000, code, message, language };
  writeJson(storageKey(action, body), refused);
}
