import { personName } from '@almas/contract/person-name';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Effects } from '../../pipeline/command.ts';

interface StatusChange {
  readonly action: 'user.activate' | 'user.deactivate';
  readonly after: { readonly status: UserRecord['status']; readonly reason?: string | undefined };
}

/**
 * The effects of activating or deactivating an account: the audit row, the notification of its registration marked as handled, and
 * live events upon which the screens of the account and of administrators reload.
 */
export const statusChange = (user: UserRecord, { action, after }: StatusChange) =>
  ({
    audit: {
      action,
      subject: { type: 'user', id: user.id, name: personName(user) },
      before: { status: user.status },
      after,
    },
    resolves: { type: 'account_registered', id: user.id },
    events: [
      [{ user: user.id }, { type: 'session' }],
      [{ role: 'admin' }, { type: 'requests' }],
      [{ role: 'admin' }, { type: 'credit' }],
    ],
  }) satisfies Effects;
