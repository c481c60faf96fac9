import { limits } from '@almas/contract/limits';
import { api } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';
import { createMoneyCalls, type MoneyCall } from './money-calls.ts';
import { readJson, writeJson } from './storage.ts';

/** A key nobody else makes. `randomUUID` exists on secure pages only; a shop's own network may serve plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The answer may have been lost: only the same key, sent again, tells what happened. */
const isLost = (error: unknown) =>
  error instanceof OfflineError ||
  (error instanceof ApiError && (error.status === 503 || error.code === 'CONFLICT'));

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

const place = 'almas.money-calls';

export const moneyCalls = createMoneyCalls({
  send: (call) => {
    const [group, name] = call.name.split('.') as [keyof typeof api, string];
    const calls = api[group] as unknown as Record<string, (input: object) => Promise<unknown>>;
    const sent = calls[name];
    if (!sent) throw new Error(call.name);
    return sent({ body: call.body, key: call.key });
  },
  load: () => readJson<MoneyCall[]>(place) ?? [],
  save: (calls) => writeJson(place, calls.length > 0 ? calls : null),
  newKey: () => newKey().slice(0, limits.idempotencyKeyLength),
  isLost,
  isPostponed: (error) => error instanceof ApiError && error.code === 'UNAUTHENTICATED',
  wait: waitForNetwork,
  now: Date.now,
});

export type { MoneyCall };
