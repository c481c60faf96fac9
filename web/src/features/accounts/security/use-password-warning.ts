import { errors } from '@almas/locale/errors';
import { security } from '@almas/locale/screens/security';
import { useState } from 'react';
import { api } from '../../../platform/network/index.ts';

/**
 * Shows that a password is common when its field loses the focus: as a warning, or as the error of the strict policy.
 * Without a response nothing is shown: the server checks anyway.
 */
export function usePasswordWarning(password: string, context: readonly string[] = []) {
  const [warning, setWarning] = useState({ of: '', said: {} as { hint?: string; error?: string } });
  const check = async () => {
    if (password === '') return;
    const body = { password, context: context.filter((text) => text !== '') };
    const result = await api.signIn.checkPassword({ body }).catch(() => undefined);
    if (result?.common)
      setWarning({
        of: password,
        said: result.accepted ? { hint: security.commonPassword } : { error: errors.WEAK_PASSWORD },
      });
  };
  /** `said` is the text for the field. */
  return { said: warning.of === password ? warning.said : {}, check: () => void check() };
}
