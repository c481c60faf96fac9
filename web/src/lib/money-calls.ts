import type { AlmasContract } from '@almas/contract';
import type { Outcome } from '@almas/contract/outcomes';
import type { Input, Output } from '@almas/contract/route';
import { common } from '@almas/locale/screens/common';
import { api } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';
import { signedInId } from './session.ts';
import { readJson, storedNames, writeJson } from './storage.ts';

interface Routes {
  'purchases.create': AlmasContract['purchases']['create'];
  'freeFire.createRequest': AlmasContract['freeFire']['createRequest'];
  'rechargeRequests.create': AlmasContract['rechargeRequests']['create'];
}
export type MoneyCallName = keyof Routes;
export type MoneyBody<N extends MoneyCallName> = Input<Routes[N]>['body'];
type MoneyAnswer<N extends MoneyCallName> = Output<Routes[N]>;

/**
 * What is known of a tap. `sent`: its answer is awaited. `lost`: no answer came; the server is asked what became of it.
 * `executed`: it took effect, and its result has not been shown yet. `closed`: it did not take effect and cannot any
 * more. `expired`: the server may have forgotten its key. The last two stay until the user dismisses them.
 */
type MoneyCallState = 'sent' | 'lost' | 'executed' | 'closed' | 'expired';

/** What a tap asked for, in the words that it is listed with. */
export interface MoneyCallSubject {
  /** The offer, when it is one. */
  readonly id?: string;
  readonly what: string;
  /** DA; null when what was typed is no amount. */
  readonly amount: number | null;
}

/** One tap: its key and what it asked for; neither what was sent nor an answer (codes are not kept). */
export interface MoneyCall {
  readonly key: string;
  readonly name: MoneyCallName;
  readonly userId: string;
  readonly subject: MoneyCallSubject;
  /** Epoch milliseconds of the tap. */
  readonly startedAt: number;
  readonly state: MoneyCallState;
}

/** Its outcome is awaited or still has to be shown; what is known to have failed only waits to be dismissed. */
export const isOpenCall = ({ state }: MoneyCall): boolean => state !== 'closed' && state !== 'expired';

export interface Executed<N extends MoneyCallName = MoneyCallName> {
  readonly key: string;
  readonly answer: MoneyAnswer<N>;
}

const inOrder = (calls: MoneyCall[]): MoneyCall[] => calls.sort((a, b) => a.startedAt - b.startedAt);

interface Parts {
  readonly send: (name: MoneyCallName, key: string, body: unknown) => Promise<unknown>;
  /** Asks the server what became of a call of this user, which closes an unknown key. */
  readonly ask: (call: Pick<MoneyCall, 'key' | 'userId'>) => Promise<Outcome>;
  /** The machine knows that it has no network: nothing that is sent now can arrive. */
  readonly isOffline: () => boolean;
  readonly offline: () => Error;
  /** The server's final no: nothing was written. Whatever else goes wrong leaves the outcome unknown. */
  readonly isRefusal: (error: unknown) => boolean;
  /** The server will not tell for now: the session is over or another user's, or the account may not ask. */
  readonly mayNotAsk: (error: unknown) => boolean;
  /** Runs `work` while no other tab works on the same key. */
  readonly alone: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** Whose session it is now. */
  readonly user: () => string | undefined;
  readonly load: () => MoneyCall[];
  readonly save: (call: MoneyCall) => void;
  readonly remove: (key: string) => void;
  readonly newKey: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** The server keeps a key for 48 h: an unknown one of this age has certainly never been executed. */
export const askableMilliseconds = 20 * 3_600_000;
/** How far back a clock may be corrected before the age of a tap is not known any more. */
const clockTolerance = 300_000;

/** Milliseconds before the next question: 1 s, 2 s, 4 s … 30 s. */
export const pause = (attempt: number) => Math.min(1_000 * 2 ** attempt, 30_000);

/** The call did not take effect, and cannot any more. */
export class ClosedError extends Error {}

/** The tap is too old for the server to tell: the user looks at the list of operations. */
export class UnresolvedError extends Error {}

/** The sentence for a money call that was settled without an effect, or could not be; undefined for any other error. */
export function moneyCallMessage(error: unknown): string | undefined {
  if (error instanceof ClosedError) return common.moneyCall.closed;
  if (error instanceof UnresolvedError) return common.moneyCall.unresolved;
  return undefined;
}

/**
 * The calls that move a reseller's money. Each is sent once, by a tap, and never again: when its answer is lost the
 * server is asked what became of its key until that is known (docs/decisions/0010), also after a reload.
 */
export function createMoneyCalls(parts: Parts) {
  let calls: readonly MoneyCall[] = parts.load();
  const waitedFor = new Set<string>();
  const isWaitedFor = ({ key }: MoneyCall) => waitedFor.has(key);
  const listeners = new Set<() => void>();

  function set(next: readonly MoneyCall[]) {
    calls = next;
    for (const listener of listeners) listener();
  }
  function put(call: MoneyCall) {
    parts.save(call);
    const others = calls.filter(({ key }) => key !== call.key);
    set(inOrder([...others, call]));
  }
  function forget(key: string) {
    parts.remove(key);
    set(calls.filter((call) => call.key !== key));
  }
  const isAskable = ({ startedAt }: MoneyCall) => {
    const age = parts.now() - startedAt;
    return age >= -clockTolerance && age <= askableMilliseconds;
  };

  /** Asks until the outcome is known. @throws ClosedError, UnresolvedError, or why the server will not tell for now */
  async function settle(call: MoneyCall): Promise<unknown> {
    // A purchase that is known to be executed stays so while its code is asked for again.
    if (call.state === 'sent') put({ ...call, state: 'lost' });
    for (let attempt = 0; ; attempt += 1) {
      if (!isAskable(call)) {
        if (call.state !== 'executed') put({ ...call, state: 'expired' });
        throw new UnresolvedError();
      }
      const outcome = await parts.ask(call).catch((error: unknown) => {
        if (parts.mayNotAsk(error)) throw error;
      });
      // The server names the one that the call has made.
      if (outcome?.outcome === 'executed')
        return outcome.purchase ?? outcome.freeFireRequest ?? outcome.rechargeRequest;
      if (outcome?.outcome === 'closed' || outcome?.outcome === 'refused') {
        put({ ...call, state: 'closed' });
        throw new ClosedError();
      }
      await parts.wait(pause(attempt));
    }
  }

  /**
   * The answer is for its user alone: undefined when the session is over or another user's. The call then stays as it is, and is asked
   * about when its user signs in again. A purchase is kept until its code has been shown.
   */
  function executed<N extends MoneyCallName>(call: MoneyCall, answer: unknown): Executed<N> | undefined {
    const { key, name, userId } = call;
    if (parts.user() !== userId) return undefined;
    if (name === 'purchases.create') put({ ...call, state: 'executed' });
    else forget(key);
    return { key, answer: answer as MoneyAnswer<N> };
  }

  async function sendOnce(call: MoneyCall, body: unknown): Promise<unknown> {
    try {
      return await parts.send(call.name, call.key, body);
    } catch (error) {
      if (!parts.isRefusal(error)) return settle(call);
      forget(call.key);
      throw error;
    }
  }

  async function awaited<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    waitedFor.add(key);
    try {
      return await parts.alone(key, work);
    } finally {
      waitedFor.delete(key);
    }
  }

  /** The calls of this kind and subject that did not take effect: a new tap takes their place in the list. */
  const closedBefore = ({ name, userId, subject }: MoneyCall) =>
    calls.filter(
      (call) =>
        call.state === 'closed' &&
        call.name === name &&
        call.userId === userId &&
        call.subject.id === subject.id,
    );

  return {
    /**
     * Sends once, and resolves with the answer, however long it takes to learn it. No other user who has signed in meanwhile hears of
     * it: then it never ends.
     * @throws the refusal, OfflineError, ClosedError or UnresolvedError
     */
    async start<N extends MoneyCallName>(
      name: N,
      userId: string,
      body: MoneyBody<N>,
      subject: MoneyCallSubject,
    ): Promise<Executed<N>> {
      if (parts.isOffline()) throw parts.offline();
      const key = parts.newKey();
      const call: MoneyCall = { key, name, userId, subject, startedAt: parts.now(), state: 'sent' };
      for (const before of closedBefore(call)) forget(before.key);
      put(call);
      const learned = await awaited(key, async () => executed<N>(call, await sendOnce(call, body))).catch(
        (error) => {
          if ((parts.user() ?? userId) === userId) throw error;
        },
      );
      return learned ?? new Promise(() => undefined);
    },
    /**
     * After a reload or a sign-in: what became of this user's calls that no screen waits for any more. `undefined`:
     * another tab has learned it meanwhile, or the user has gone.
     */
    resume(userId: string): { call: MoneyCall; outcome: Promise<Executed | undefined> }[] {
      const open = calls.filter((call) => call.userId === userId && isOpenCall(call) && !isWaitedFor(call));
      return open.map((call) => ({
        call,
        outcome: awaited(call.key, async () => {
          const stored = parts.load().find(({ key }) => key === call.key);
          if (!stored || !isOpenCall(stored)) {
            set(parts.load());
            return undefined;
          }
          return executed(call, await settle(stored));
        }),
      }));
    },
    forget,
    /** Takes a call that is only to be asked about. */
    adopt: put,
    /** Another tab has changed what is stored, or emptied it: what this one waits for is listed until it is known. */
    reload: () =>
      set(inOrder([...calls.filter(isWaitedFor), ...parts.load().filter((call) => !isWaitedFor(call))])),
    current: () => calls,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
  return inOrder(calls);
}

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
  user: signedInId,
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
