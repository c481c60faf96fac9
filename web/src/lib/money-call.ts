import { api } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';
import { createMoneyCalls, type MoneyCall } from './money-calls.ts';
import { readJson, storedNames, writeJson } from './storage.ts';

/** A unique key, as a UUID. `randomUUID` exists on secure pages only; a shop's own network may serve plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Waits, or less when the network comes back meanwhile. */
const waitForNetwork = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
  });

/** An entry of its own for each call: two tabs never write over each other's. */
const prefix = 'almas.money-call.';

function loadCalls(): MoneyCall[] {
  const stored = storedNames(prefix).map((name) => readJson<MoneyCall>(name));
  const calls = stored.filter((call): call is MoneyCall => typeof call?.key === 'string');
  return calls.sort((a, b) => a.startedAt - b.startedAt);
}

/** What versions before this one kept: calls to be sent again, which nothing does any more. They are only asked about. */
function adoptFormerCalls(): void {
  type Former = Pick<MoneyCall, 'key' | 'name' | 'userId' | 'startedAt'>;
  for (const { key, name, userId, startedAt } of readJson<Former[]>('almas.money-calls') ?? [])
    writeJson(prefix + key, {
      key,
      name,
      userId,
      startedAt,
      state: 'lost',
      subject: { what: '', amount: null },
    });
  writeJson('almas.money-calls', null);
}
adoptFormerCalls();

export const moneyCalls = createMoneyCalls({
  send: (name, key, body) => {
    const [group, call] = name.split('.') as [keyof typeof api, string];
    const calls = api[group] as unknown as Record<string, (input: object) => Promise<unknown>>;
    const sent = calls[call];
    if (!sent) throw new Error(name);
    return sent({ body, key });
  },
  ask: ({ key, userId }) => api.outcomes.settle({ params: { key }, body: { userId } }),
  isOffline: () => !navigator.onLine,
  offline: () => new OfflineError('offline'),
  // A conflict or a fault of the server may come after the effect, for all that is known here.
  isRefusal: (error) => error instanceof ApiError && error.status < 500 && error.code !== 'CONFLICT',
  mayNotAsk: (error) => error instanceof ApiError && [401, 403, 422].includes(error.status),
  alone: (key, work) =>
    // Secure pages only; without it two tabs may ask about the same key, and learn the same.
    'locks' in navigator ? navigator.locks.request(prefix + key, work) : work(),
  load: loadCalls,
  save: (call) => writeJson(prefix + call.key, call),
  remove: (key) => writeJson(prefix + key, null),
  newKey,
  wait: waitForNetwork,
  now: Date.now,
});

if (!import.meta.env.SSR)
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) moneyCalls.reload();
  });

export type { MoneyCall };
