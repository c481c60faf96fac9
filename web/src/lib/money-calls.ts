import type { AlmasContract } from '@almas/contract';
import type { Input, Output } from '@almas/contract/route';

interface Routes {
  'purchases.create': AlmasContract['purchases']['create'];
  'freeFire.createRequest': AlmasContract['freeFire']['createRequest'];
  'rechargeRequests.create': AlmasContract['rechargeRequests']['create'];
}
export type MoneyCallName = keyof Routes;
export type MoneyBody<N extends MoneyCallName> = Input<Routes[N]>['body'];
export type MoneyAnswer<N extends MoneyCallName> = Output<Routes[N]>;

/** One tap: its key and what it asked, never an answer (codes are not kept). */
export interface MoneyCall<N extends MoneyCallName = MoneyCallName> {
  readonly key: string;
  readonly name: N;
  readonly userId: string;
  readonly body: MoneyBody<N>;
  /** Epoch milliseconds of the tap. */
  readonly startedAt: number;
  /** An answer got lost; the call is being resolved with its key. */
  readonly lost: boolean;
}

interface Parts {
  readonly send: (call: MoneyCall) => Promise<unknown>;
  readonly load: () => MoneyCall[];
  readonly save: (calls: readonly MoneyCall[]) => void;
  readonly newKey: () => string;
  readonly isLost: (error: unknown) => boolean;
  /** The session ended meanwhile: the call is resolved after the next sign-in of the same user. */
  readonly isPostponed: (error: unknown) => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** The server forgets a key after 24 h at the earliest (AMB-88): asking again later could buy twice. */
export const resolvableMilliseconds = 20 * 3_600_000;

/** Milliseconds before the next attempt: 1 s, 2 s, 4 s … 30 s. */
export const pause = (attempt: number) => Math.min(1_000 * 2 ** attempt, 30_000);

/** Nothing could be learned about the call any more: the person looks at the list of operations. */
export class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

export function createMoneyCalls(parts: Parts) {
  let calls: readonly MoneyCall[] = parts.load();
  const inFlight = new Set<string>();
  const listeners = new Set<() => void>();

  function set(next: readonly MoneyCall[]) {
    calls = next;
    parts.save(next);
    for (const listener of listeners) listener();
  }
  const forget = (key: string) => set(calls.filter((call) => call.key !== key));
  const markLost = (key: string) =>
    set(calls.map((call) => (call.key === key ? { ...call, lost: true } : call)));

  async function settle(call: MoneyCall): Promise<unknown> {
    inFlight.add(call.key);
    try {
      for (let attempt = 0; ; attempt += 1) {
        if (parts.now() - call.startedAt > resolvableMilliseconds) throw new UnresolvedError();
        try {
          return await parts.send(call);
        } catch (error) {
          if (!parts.isLost(error)) throw error;
        }
        markLost(call.key);
        await parts.wait(pause(attempt));
      }
    } finally {
      inFlight.delete(call.key);
    }
  }

  /** The call with its answer or its refusal; afterwards it is forgotten, unless it waits for a sign-in. */
  async function resolve(call: MoneyCall): Promise<unknown> {
    try {
      const answer = await settle(call);
      forget(call.key);
      return answer;
    } catch (error) {
      if (parts.isPostponed(error)) markLost(call.key);
      else forget(call.key);
      throw error;
    }
  }

  return {
    /** Sends once per tap and resolves with the answer, however long the network is away. Throws the refusal. */
    start<N extends MoneyCallName>(name: N, userId: string, body: MoneyBody<N>): Promise<MoneyAnswer<N>> {
      const call: MoneyCall<N> = {
        key: parts.newKey(),
        name,
        userId,
        body,
        startedAt: parts.now(),
        lost: false,
      };
      set([...calls, call as MoneyCall]);
      return resolve(call as MoneyCall) as Promise<MoneyAnswer<N>>;
    },
    /** After a reload: the calls of this user that nobody waits for any more, each with its coming answer. */
    resume(userId: string): { call: MoneyCall; answer: Promise<unknown> }[] {
      return calls
        .filter((call) => call.userId === userId && !inFlight.has(call.key))
        .map((call) => ({ call, answer: resolve({ ...call, lost: true }) }));
    },
    current: () => calls,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
