import type { User } from '@almas/contract/accounts';
import { screens } from '@almas/contract/limits';
import type { RechargeRequest } from '@almas/contract/recharge-requests';

export type Activity =
  | { readonly kind: 'request'; readonly at: string; readonly request: RechargeRequest }
  | { readonly kind: 'reseller'; readonly at: string; readonly user: User };

/** Recharge requests and new resellers in one list, newest first, at most ten (ADM-23..25). */
export function mergeActivity(requests: readonly RechargeRequest[], users: readonly User[]): Activity[] {
  const all: Activity[] = [
    ...requests.map((request) => ({ kind: 'request' as const, at: request.createdAt, request })),
    ...users.map((user) => ({ kind: 'reseller' as const, at: user.createdAt, user })),
  ];
  return all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, screens.recentActivity);
}
