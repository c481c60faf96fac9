import { errors } from '@almas/locale/errors';
import { security } from '@almas/locale/screens/security';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';

/**
 * Tells that a password is common once its field is left: a warning, or the refusal to come under the strict policy.
 * Without an answer nothing is said: the server decides anyway.
 */
export function usePasswordWarning(context: readonly string[] = []) {
  const [said, setSaid] = useState<{ readonly hint?: string; readonly error?: string }>({});
  const check = async (password: string) => {
    setSaid({});
    if (password === '') return;
    const body = { password, context: context.filter((text) => text !== '') };
    const answer = await api.signIn.checkPassword({ body }).catch(() => undefined);
    if (answer?.common)
      setSaid(answer.accepted ? { hint: security.commonPassword } : { error: errors.WEAK_PASSWORD });
  };
  /** `said` is for the field. */
  return { said, check: (password: string) => void check(password), forget: () => setSaid({}) };
}
