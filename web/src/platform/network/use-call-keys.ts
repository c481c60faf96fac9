import { formatDateTime } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { useRef } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { ApiError, OfflineError } from './api-errors.ts';

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
}

/** The toast of a success. After a try without a response it says that both tries are one call. */
export const successToast = (
  done: string,
  { since }: Pick<Executed<unknown>, 'since'>,
): readonly [string, string?] => (since === null ? [done] : [done, adminWallet.once(formatDateTime(since))]);

/** The outcome of the call is unknown. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof OfflineError) return error.reason !== 'offline';
  return !(error instanceof ApiError) || error.status >= 500;
}

/**
 * The idempotency keys of a form or a list: one per subject, for as long as the form is open. A second try after a lost
 * response therefore is the same call (AMB-88). After KEY_REUSED (the key had another effect), which the user is shown, the next try
 * gets a new key.
 */
export function useCallKeys(): CallKeys {
  const keys = useRef(new Map<string, { readonly key: string; readonly since: string | null }>());
  const forget = (subject: string) => void keys.current.delete(subject);
  return {
    forget,
    withKey: async (subject, call) => {
      const { key, since } = keys.current.get(subject) ?? { key: newKey(), since: null };
      keys.current.set(subject, { key, since });
      const triedAt = new Date(serverNow()).toISOString();
      try {
        return { result: await call(key), since };
      } catch (error) {
        if (isUnanswered(error)) keys.current.set(subject, { key, since: since ?? triedAt });
        if (error instanceof ApiError && error.code === 'KEY_REUSED') forget(subject);
        throw error;
      }
    },
  };
}
