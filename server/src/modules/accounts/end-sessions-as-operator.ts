import { stored as texts } from '@almas/locale';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { accountsStore } from './accounts.store.ts';
import { endSessionsOf } from './end-sessions.ts';
import { endEveryPendingSignIn } from './pending-sign-ins.ts';
import { endEverySession } from './sessions.ts';

/**
 * Ends every session of an account of any role, from the command line. Recorded in the audit trail as the operator's.
 * @returns how many sessions ended; undefined when no account has this email
 */
export const endSessionsByEmail = (
  services: Pick<Services, 'db'>,
  email: string,
): Promise<number | undefined> =>
  transaction(services.db, async (tx) => {
    const known = await accountsStore.credentials.first(tx, email, '');
    const user = known && (await accountsStore.lockById.first(tx, known.id));
    if (!user) return undefined;
    const { ended, action } = await endSessionsOf(tx, user);
    await recordAction(tx, operator, undefined, action);
    return ended;
  });

/** The same for every account, administrators included. @returns how many sessions ended */
export const endAllSessions = (services: Pick<Services, 'db'>): Promise<number> =>
  transaction(services.db, async (tx) => {
    const ended = await endEverySession(tx);
    await endEveryPendingSignIn(tx);
    await recordAction(tx, operator, undefined, {
      action: 'user.end-sessions',
      subject: { type: 'accounts', id: 'all', name: texts.names.allAccounts },
      after: { sessions: ended },
    });
    return ended;
  });
