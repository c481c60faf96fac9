import type { User } from '@almas/contract/accounts';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { api, useAction } from '../../platform/network/index.ts';

const refreshes = ['users', 'statistics', 'auditTrail'] as const;

/** As the press was shown it: what a colleague has decided meanwhile is not decided again. */
type SeenUser = Pick<User, 'id' | 'status'>;

/** Activates a reseller. */
export const useActivation = (onDone: (user: User) => void = () => undefined) =>
  useAction(({ id, status }: SeenUser) => api.users.activate({ params: { id }, query: { from: status } }), {
    success: [words.activated],
    failure: words.activationFailed,
    refreshes,
    onDone,
  });

/** Deactivates or refuses an account, with a reason that may be empty. */
export const useDeactivation = (onDone: () => void) =>
  useAction(
    ({ id, status }: SeenUser, reason: string) =>
      api.users.deactivate({ params: { id }, query: { from: status }, body: { reason } }),
    {
      success: [words.deactivated],
      failure: words.deactivationFailed,
      refreshes,
      onDone,
    },
  );
