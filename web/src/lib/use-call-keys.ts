import { formatDateTime } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { useRef } from 'react';
import { ApiError, OfflineError } from './api-errors.ts';
import { newKey } from './money-calls.ts';
import { serverNow } from './server-clock.ts';

interface Executed<Answer> {
  readonly answer: Answer;
  /** When the first try under the same key got no answer: it may be the one that was executed. ISO 8601. */
  readonly since: string | null;
}

interface CallKeys {
  /** Makes the call about a subject (an account, a request) under its key. */
  readonly under: <Answer>(
    subject: string,
    call: (key: string) => Promise<Answer>,
  ) => Promise<Executed<Answer>>;
  /** The next call about it is one of its own. */
  readonly forget: (subject: string) => void;
}

/** The toast of a success: after a try without an answer it says that both are one call. */
export const doneOnce = (
  done: string,
  { since }: Pick<Executed<unknown>, 'since'>,
): readonly [string, string?] => (since === null ? [done] : [done, adminWallet.once(formatDateTime(since))]);

/** What became of the call is not known. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof OfflineError) return error.reason !== 'offline';
  return !(error instanceof ApiError) || error.status >= 500;
}

/**
 * The keys of the calls that a form or a list sends: one for each subject, for as long as it is open. A second try after a lost
 * answer is the same call (AMB-88). After the answer that the key has had another effect (KEY_REUSED), which the user reads, the next
 * try is a call of its own.
 */
export function useCallKeys(): CallKeys {
  const keys = useRef(new Map<string, { readonly key: string; readonly since: string | null }>());
  const forget = (subject: string) => void keys.current.delete(subject);
  return {
    forget,
    under: async (subject, call) => {
      const { key, since } = keys.current.get(subject) ?? { key: newKey(), since: null };
      keys.current.set(subject, { key, since });
      const triedAt = new Date(serverNow()).toISOString();
      try {
        return { answer: await call(key), since };
      } catch (error) {
        if (isUnanswered(error)) keys.current.set(subject, { key, since: since ?? triedAt });
        if (error instanceof ApiError && error.code === 'KEY_REUSED') forget(subject);
        throw error;
      }
    },
  };
}
