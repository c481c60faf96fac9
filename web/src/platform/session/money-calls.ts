import type { AlmasContract } from '@almas/contract';
import type { Outcome } from '@almas/contract/outcomes';
import type { Input, Output } from '@almas/contract/route';
import { common } from '@almas/locale/screens/common';
import { createListeners } from '../../lib/listeners.ts';
import { newKey } from '../../lib/new-key.ts';
import { readJson, storedNames, writeJson } from '../../lib/storage.ts';
import { api } from '../network/api.ts';
import { ApiError, OfflineError } from '../network/api-errors.ts';
import { accountOfPerson, signedInId } from './session.ts';

interface Routes {
  'purchases.create': AlmasContract['purchases']['create'];
  'freeFire.createRequest': AlmasContract['freeFire']['createRequest'];
  'rechargeRequests.create': AlmasContract['rechargeRequests']['create'];
  'credit.advance': AlmasContract['credit']['advance'];
}
export type MoneyCallName = keyof Routes;
export type MoneyBody<N extends MoneyCallName> = Input<Routes[N]>['body'];
type MoneyResult<N extends MoneyCallName> = Output<Routes[N]>;

/**
 * The state of a call. `sent`: its response is awaited. `lost`: no response came; the server is asked for the outcome.
 * `executed`: it took effect, and its result has not been shown yet. `closed`: it did not take effect and cannot any
 * more. `expired`: too old to ask, because the server may have deleted its key. `closed` and `expired` calls are listed
 * until the user dismisses them.
 */
type MoneyCallState = 'sent' | 'lost' | 'executed' | 'closed' | 'expired';

/** What the call is about, as it is shown in lists. */
export interface MoneyCallSubject {
  /** Of the offer, if the call is about one. */
  readonly id?: string;
  readonly what: string;
  /** DA; null when what was typed is no amount. */
  readonly amount: number | null;
}

/** One call, as the browser stores it: without its body and its response, so that no code is stored. */
export interface MoneyCall {
  readonly key: string;
  readonly name: MoneyCallName;
  /** The person who made it (session.ts). */
  readonly userId: string;
  readonly subject: MoneyCallSubject;
  /** Epoch milliseconds of the tap. */
  readonly startedAt: number;
  readonly state: MoneyCallState;
}

export interface Executed<N extends MoneyCallName = MoneyCallName> {
  readonly key: string;
  readonly result: MoneyResult<N>;
}

const inOrder = (calls: MoneyCall[]): MoneyCall[] => calls.sort((a, b) => a.startedAt - b.startedAt);

/** What the calls need of the browser and of the API; a test gives its own. */
interface Dependencies {
  readonly send: (name: MoneyCallName, key: string, body: unknown) => Promise<unknown>;
  /** Asks the server for the outcome of a call of this user; a key that the server does not know is closed by this. */
  readonly settle: (call: Pick<MoneyCall, 'key' | 'userId'>) => Promise<Outcome>;
  /** The device has no network: nothing that is sent now can arrive. */
  readonly isOffline: () => boolean;
  /** This tab is not on screen. */
  readonly isHidden: () => boolean;
  /** The server has refused the call and written nothing. After any other error the outcome is unknown. */
  readonly isRefusal: (error: unknown) => boolean;
  /** The server does not tell this session the outcome: it has ended, is another user's, or the account is not active. */
  readonly isDenied: (error: unknown) => boolean;
  /** Runs `work` while no other tab holds the lock of this key. */
  readonly withLock: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** The id of the signed-in user. */
  readonly user: () => string | undefined;
  readonly load: () => MoneyCall[];
  readonly save: (call: MoneyCall) => void;
  readonly remove: (key: string) => void;
  readonly newKey: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/** The server keeps a key for 48 h: an unknown one of this age has certainly never been executed. */
export const settleableMilliseconds = 20 * 3_600_000;
/** A call from further in the future than this was dated by a wrong clock: its age is unknown. */
const clockTolerance = 300_000;

/** Milliseconds before the server is asked again: 1 s, 2 s, 4 s … 30 s. */
export const retryDelay = (attempt: number) => Math.min(1_000 * 2 ** attempt, 30_000);

/** The call did not take effect, and cannot any more. */
export class ClosedError extends Error {}

/** The call is too old to ask for its outcome: the user is advised to look at the list of operations. */
export class UnresolvedError extends Error {}

/** The sentence for a call without effect, or of unknown outcome; undefined for any other error. */
export function moneyCallMessage(error: unknown): string | undefined {
  if (error instanceof ClosedError) return common.moneyCall.closed;
  if (error instanceof UnresolvedError) return common.moneyCall.unresolved;
  return undefined;
}

/**
 * The calls that move a reseller's money. Each is sent exactly once. When its response is lost, the server is asked for
 * the outcome of its key until it answers (docs/decisions/0010), also after a reload.
 */
export function createMoneyCalls(dependencies: Dependencies) {
  let calls: readonly MoneyCall[] = dependencies.load();
  /** Keys for whose outcome this tab is waiting, with whether no other tab works on them: what this tab knows of their calls is the truth. */
  const pending = new Map<string, boolean>();
  const isOwn = ({ key }: MoneyCall) => pending.get(key);
  const { subscribe, notify } = createListeners();

  function update(next: readonly MoneyCall[]) {
    calls = next;
    notify();
  }
  function store(call: MoneyCall) {
    dependencies.save(call);
    const others = calls.filter(({ key }) => key !== call.key);
    update(inOrder([...others, call]));
  }
  function forget(key: string) {
    dependencies.remove(key);
    update(calls.filter((call) => call.key !== key));
  }
  const isSettleable = ({ startedAt }: MoneyCall) => {
    const age = dependencies.now() - startedAt;
    return age >= -clockTolerance && age <= settleableMilliseconds;
  };

  /** Its outcome is unknown, or has not been shown yet and can be asked for again: after that « Mes cartes » has the code. */
  const isOpen = (call: MoneyCall) =>
    call.state === 'executed' ? isSettleable(call) : call.state === 'sent' || call.state === 'lost';
  /** The calls of a user whose outcome is unknown or has not been shown. */
  const openOf = (user: string | undefined) => calls.filter((call) => call.userId === user && isOpen(call));

  /** Asks until the outcome is known. @returns the response of the call. @throws ClosedError, UnresolvedError, or the error of `isDenied` */
  async function awaitOutcome(call: MoneyCall): Promise<unknown> {
    // A purchase that was executed keeps this state while its codes are asked for again.
    if (call.state === 'sent') store({ ...call, state: 'lost' });
    for (let attempt = 0; ; attempt += 1) {
      if (!isSettleable(call)) {
        if (call.state !== 'executed') store({ ...call, state: 'expired' });
        throw new UnresolvedError();
      }
      const outcome = await dependencies.settle(call).catch((error: unknown) => {
        if (dependencies.isDenied(error)) throw error;
      });
      // One of them is the response of the call; the others are null.
      if (outcome?.outcome === 'executed')
        return outcome.purchase ?? outcome.freeFireRequest ?? outcome.rechargeRequest ?? outcome.advance;
      if (outcome?.outcome === 'closed' || outcome?.outcome === 'refused') {
        store({ ...call, state: 'closed' });
        throw new ClosedError();
      }
      await dependencies.wait(retryDelay(attempt));
    }
  }

  /**
   * The result of an executed call, for its own user only: undefined when that user is no longer signed in. The call then stays as it
   * is until they sign in again. A purchase stays stored until its codes have been shown.
   */
  function deliver<N extends MoneyCallName>(call: MoneyCall, result: unknown): Executed<N> | undefined {
    const { key, name, userId } = call;
    if (dependencies.user() !== userId) return undefined;
    if (name === 'purchases.create') store({ ...call, state: 'executed' });
    else forget(key);
    return { key, result: result as MoneyResult<N> };
  }

  async function sendOnce(call: MoneyCall, body: unknown): Promise<unknown> {
    try {
      return await dependencies.send(call.name, call.key, body);
    } catch (error) {
      if (!dependencies.isRefusal(error)) return awaitOutcome(call);
      forget(call.key);
      throw error;
    }
  }

  async function whilePending<Result>(
    key: string,
    own: boolean,
    work: () => Promise<Result>,
  ): Promise<Result> {
    pending.set(key, own);
    try {
      return await dependencies.withLock(key, work);
    } finally {
      pending.delete(key);
    }
  }

  /** Takes over what another tab has stored; the calls that this tab works on stay as they are. */
  const reload = () => {
    const others = dependencies.load().filter((call) => !isOwn(call));
    update(inOrder([...others, ...calls.filter(isOwn)]));
  };

  return {
    /**
     * Sends once, and resolves when the outcome is known, however long that takes. Never settles when another user has signed in
     * meanwhile, since the result is not theirs.
     * @throws the refusal, OfflineError, ClosedError or UnresolvedError
     */
    async start<N extends MoneyCallName>(
      name: N,
      userId: string,
      body: MoneyBody<N>,
      subject: MoneyCallSubject,
    ): Promise<Executed<N>> {
      if (dependencies.isOffline()) throw new OfflineError('offline');
      const key = dependencies.newKey();
      const call: MoneyCall = { key, name, userId, subject, startedAt: dependencies.now(), state: 'sent' };
      // Earlier ones of this kind and subject that did not take effect: the list shows the new call instead.
      for (const before of calls)
        if (
          before.state === 'closed' &&
          before.name === name &&
          before.userId === userId &&
          before.subject.id === subject.id
        )
          forget(before.key);
      const result = await whilePending(key, true, async () => {
        // Under the lock: another tab asks for the outcome of a stored call as soon as it gets the lock.
        store(call);
        return deliver<N>(call, await sendOnce(call, body));
      }).catch((error) => {
        if ((dependencies.user() ?? userId) === userId) throw error;
      });
      return result ?? new Promise(() => undefined);
    },
    /**
     * After a reload or a sign-in: the outcomes of this user's open calls for which no screen waits. `undefined`: another tab has got
     * the outcome meanwhile and shows it, or the user is no longer signed in.
     * @param unknownOnly for the calls of other tabs: leaves out the purchases that were executed, whose codes a tab may be showing, and
     *   asks for nothing while this tab is hidden
     */
    resume(
      userId: string,
      unknownOnly = false,
    ): { call: MoneyCall; outcome: Promise<Executed | undefined> }[] {
      const open = openOf(userId).filter(
        ({ key, state }) => !(pending.has(key) || (unknownOnly && state === 'executed')),
      );
      return open.map((call) => ({
        call,
        outcome: whilePending(call.key, false, async () => {
          const stored = dependencies.load().find(({ key }) => key === call.key);
          if (!stored || !isOpen(stored) || (stored.state === 'executed' && call.state !== 'executed')) {
            reload();
            return undefined;
          }
          // A code that it shows is not seen; it asks again when it is shown.
          if (unknownOnly && dependencies.isHidden()) return undefined;
          pending.set(call.key, true);
          return deliver(call, await awaitOutcome(stored));
        }),
      }));
    },
    forget,
    openOf,
    /** Whether this tab has sent the call and awaits its response, also after its screen was left. */
    isAwaited: ({ key, state }: MoneyCall) => state === 'sent' && pending.get(key) === true,
    /** Another tab has changed or emptied the storage. */
    reload,
    current: () => calls,
    subscribe,
  };
}

/** Waits for so long, or until the network comes back. */
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

/** Each call has its own entry in the storage, its key behind this: two tabs never overwrite each other's. */
export const storedCallPrefix = 'almas.money-call.';

function loadCalls(): MoneyCall[] {
  const stored = storedNames(storedCallPrefix).map((name) => readJson<MoneyCall>(name));
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
  settle: ({ key, userId }) =>
    api.outcomes.settle({ params: { key }, body: { userId: accountOfPerson(userId) } }),
  isOffline: () => !navigator.onLine,
  isHidden: () => document.visibilityState === 'hidden',
  // After a conflict or a fault of the server the call may have taken effect.
  isRefusal: (error) => error instanceof ApiError && error.status < 500 && error.code !== 'CONFLICT',
  isDenied: (error) => error instanceof ApiError && [401, 403, 422].includes(error.status),
  withLock: (key, work) =>
    // On secure pages only. Without locks two tabs may ask about the same key, and get the same outcome.
    'locks' in navigator ? navigator.locks.request(storedCallPrefix + key, work) : work(),
  user: signedInId,
  load: loadCalls,
  save: (call) => writeJson(storedCallPrefix + call.key, call),
  remove: (key) => writeJson(storedCallPrefix + key, null),
  newKey,
  wait: waitForNetwork,
  now: Date.now,
});

if (!import.meta.env.SSR)
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(storedCallPrefix)) moneyCalls.reload();
  });
