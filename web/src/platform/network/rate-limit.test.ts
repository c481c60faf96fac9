import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-errors.ts';
import { checkLimit, rememberLimit, setLimitedUser } from './rate-limit.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  setLimitedUser('amine');
});

const refused = (message: string, seconds: number | null = 60) =>
  new ApiError('TOO_MANY_PURCHASES', 429, message, {}, seconds);
const purchases = "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.";

test.each([
  ['purchases.create', {}],
  ['rechargeRequests.create', {}],
  ['freeFire.createRequest', {}],
  ['accounts.login', { email: 'a@b.dz' }],
])(
  'a limited call of %s is refused by the browser with the same message until the time has passed [LIM-11][LIM-13]',
  (call, body) => {
    rememberLimit(call, body, refused(purchases), 1_000);
    expect(kept.size).toBe(1);
    expect(() => checkLimit(call, body, 60_999)).toThrow(purchases);
    expect(() => checkLimit(call, body, 61_000)).not.toThrow();
  },
);

test('a limit kept by the browser belongs to one user and one action [LIM-12]', () => {
  rememberLimit('purchases.create', {}, refused(purchases), 0);
  expect(() => checkLimit('freeFire.createRequest', {}, 1)).not.toThrow();
  setLimitedUser('nadia');
  expect(() => checkLimit('purchases.create', {}, 1)).not.toThrow();
  setLimitedUser('amine');
  expect(() => checkLimit('purchases.create', {}, 1)).toThrow(purchases);
});

// Turned red by: a sentence that is stored without its language.
test('a limit kept by the browser is asked of the server again in another language', () => {
  rememberLimit('purchases.create', {}, refused(purchases), 0);
  const [name = '', text = ''] = [...kept][0] ?? [];
  kept.set(name, text.replace('"fr"', '"ar"'));
  expect(kept.get(name)).not.toBe(text);
  expect(() => checkLimit('purchases.create', {}, 1)).not.toThrow();
});

test('a limit of the sign-in belongs to the email, whatever its case', () => {
  rememberLimit('accounts.login', { email: ' Amine@Exemple.dz' }, refused('Trop de tentatives'), 0);
  expect(() => checkLimit('accounts.login', { email: 'amine@exemple.dz' }, 1)).toThrow('Trop de tentatives');
  expect(() => checkLimit('accounts.login', { email: 'nadia@exemple.dz' }, 1)).not.toThrow();
});

test('a refusal that is no rate limit, has no duration, or is of an unlimited call is not kept as a limit', () => {
  rememberLimit('purchases.create', {}, new ApiError('STOCK_SHORT', 409, 'Stock', {}, null), 0);
  rememberLimit('users.list', {}, refused(purchases), 0);
  rememberLimit('purchases.create', {}, refused(purchases, null), 0);
  expect(kept.size).toBe(0);
});

test('a refusal that was kept while the clock of the device was hours ahead ends when the clock is set', () => {
  const now = 1_000_000_000;
  rememberLimit('purchases.create', {}, refused(purchases, 600), now + 5 * 3_600_000);
  expect(() => checkLimit('purchases.create', {}, now)).not.toThrow();
  rememberLimit('purchases.create', {}, refused(purchases, 3_600), now);
  expect(() => checkLimit('purchases.create', {}, now)).toThrow(purchases);
});
