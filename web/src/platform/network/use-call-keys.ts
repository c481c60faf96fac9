import { formatDateTime } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { useRef } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { readJson, writeJson } from '../../lib/storage.ts';
import { ApiError, OfflineError } from './api-errors.ts';
import { callingPerson } from './rate-limit.ts';
import { type ActionOptions, useAction } from './use-action.ts';

interface Executed<Result> {
  readonly result: Result;
  /** The time of the first try under this key that got no response: it may be the one that was executed. ISO 8601. */
  readonly since: string | null;
}

interface CallKeys {
  /** Makes the call about a subject (an account, a request) with the key of that subject. */
  readonly withKey: <Result>(
    subject: string,
    call: (key: string) => Promise<Result>,
  ) => Promise<Executed<Result>>;
  /** The next call about the subject gets a new key. */
  readonly forget: (subject: string) => void;
  /**
   * The last call about the subject got no response. It may have had its effect, so that what the screen has read since is no bound for
   * the second try: the server answers that under the key.
   */
  readonly isUnanswered: (subject: string) => boolean;
  /** The subjects of the calls that got no response. */
  readonly unanswered: () => readonly string[];
  /** The form is used for something else: as if it had been closed and opened. */
  readonly beginAnew: () => void;
}

/** The toast of a success. After a try without a response it says that both tries are one call. */
export const successToast = (
  done: string,
  { since }: Pick<Executed<unknown>, 'since'>,
): readonly [string, string?] => (since === null ? [done] : [done, adminWallet.once(formatDateTime(since))]);

/** What an action with a key says when no response came. */
export const lostText = adminWallet.lost;

/** The outcome of the call is unknown. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof OfflineError) return error.reason !== 'offline';
  return !(error instanceof ApiError) || error.status >= 500;
}

/** A key and its first try without a response. */
interface Unanswered {
  readonly key: string;
  readonly since: string;
}

/** Milliseconds: within them the same call about the same subject is a second try, and no second payment. */
const keptMilliseconds = 30 * 60_000;

/** The keys of a call that got no response, by subject, stored for this person: they outlive their form and a reload for a while. */
const unanswered = (call: string) => {
  const name = () => `almas.call-keys.${callingPerson()}.${call}`;
  const read = (): Readonly<Record<string, Unanswered>> => {
    const isKept = ([, { since }]: [string, Unanswered]) =>
      Math.abs(serverNow() - Date.parse(since)) < keptMilliseconds;
    const stored = readJson<Record<string, Unanswered>>(name()) ?? {};
    return Object.fromEntries(Object.entries(stored).filter(isKept));
  };
  return {
    of: (subject: string): Unanswered | undefined => read()[subject],
    subjects: (): readonly string[] => Object.keys(read()),
    add: (subject: string, key: Unanswered) => writeJson(name(), { ...read(), [subject]: key }),
    remove: (subject: string) => {
      const { [subject]: _, ...others } = read();
      writeJson(name(), Object.keys(others).length > 0 ? others : null);
    },
  };
};

/**
 * The idempotency keys of a call: one per subject, for as long as its form is open, and for half an hour after a lost response. A second
 * try is therefore the same call (AMB-88), also when the form was closed or the page loaded again in between. After KEY_REUSED (the key
 * had another effect, or one that was undone since), which the user is shown, the next try gets a new key.
 * @param call the name of the call in the contract, `credit.pay`
 */
export function useCallKeys(call: string): CallKeys {
  const keys = useRef(new Map<string, { readonly key: string; readonly since: string | null }>());
  const stored = unanswered(call);
  const forget = (subject: string) => {
    keys.current.delete(subject);
    stored.remove(subject);
  };
  return {
    forget,
    isUnanswered: (subject) => stored.of(subject) !== undefined,
    unanswered: stored.subjects,
    beginAnew: () => keys.current.clear(),
    withKey: async (subject, send) => {
      const { key, since } = keys.current.get(subject) ??
        stored.of(subject) ?? { key: newKey(), since: null };
      keys.current.set(subject, { key, since });
      const triedAt = new Date(serverNow()).toISOString();
      try {
        const result = await send(key);
        stored.remove(subject);
        return { result, since };
      } catch (error) {
        if (isUnanswered(error)) {
          const first = { key, since: since ?? triedAt };
          keys.current.set(subject, first);
          stored.add(subject, first);
        }
        if (error instanceof ApiError && error.code === 'KEY_REUSED') forget(subject);
        throw error;
      }
    },
  };
}

interface KeyedActionOptions<Input extends readonly unknown[], Result>
  extends Omit<ActionOptions<Result>, 'success'> {
  /** What a key is kept for, an account or a request. */
  readonly subject: string | ((...input: Input) => string);
  /** The title of the success toast; undefined: nothing to say. */
  readonly done: string | ((result: Result) => string | undefined);
}

/**
 * An action (`useAction`) under the idempotency keys of its call (`useCallKeys`). It always says what a lost answer means: `lost` is
 * `lostText` where the call can be repeated as the screen stands.
 * @param call the name of the call in the contract, `credit.pay`
 */
export function useKeyedAction<Input extends readonly unknown[], Result>(
  call: string,
  send: (key: string, ...input: Input) => Promise<Result>,
  { subject, done, onDone, ...options }: KeyedActionOptions<Input, Result>,
) {
  const keys = useCallKeys(call);
  const action = useAction(
    (...input: Input) =>
      keys.withKey(typeof subject === 'string' ? subject : subject(...input), (key) => send(key, ...input)),
    {
      lost: lostText,
      ...options,
      success: (executed: Executed<Result>) => {
        const title = typeof done === 'string' ? done : done(executed.result);
        return title === undefined ? undefined : successToast(title, executed);
      },
      onDone: ({ result }: Executed<Result>) => onDone?.(result),
    },
  );
  return { ...action, isUnanswered: keys.isUnanswered };
}
