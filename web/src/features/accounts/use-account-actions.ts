import type { User } from '@almas/contract/accounts';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { api, useAction } from '../../platform/network/index.ts';

const refreshes = ['users', 'statistics', 'auditTrail'] as const;

/** Activates a pending reseller. */
export const useActivation = (onDone: (user: User) => void = () => undefined) =>
  useAction((id: string) => api.users.activate({ params: { id } }), {
    success: [words.activated],
    failure: words.activationFailed,
    refreshes,
    onDone,
  });

/** Deactivates or refuses an account, with a reason that may be empty. */
export const useDeactivation = (onDone: () => void) =>
  useAction((id: string, reason: string) => api.users.deactivate({ params: { id }, body: { reason } }), {
    success: [words.deactivated],
    failure: words.deactivationFailed,
    refreshes,
    onDone,
  });
