import type { User } from '@almas/contract/accounts';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { accountsOf } from './accounts.ts';
import type { Answers, Sent } from './api.ts';
import {
  countedListOf,
  emptyList,
  firstSteps,
  health,
  noRefusalReasons,
  rechargeRequest,
  statistics,
} from './samples.ts';

interface Desk {
  readonly accounts?: readonly User[];
  readonly requests?: readonly RechargeRequest[];
}

/** The first page of those with this status, newest first unless the oldest are asked for. */
function page<Item extends { readonly status: string }>(newest: readonly Item[], query: Sent['query']) {
  const { status = 'all', order, limit } = query;
  const found = newest.filter((item) => status === 'all' || item.status === status);
  const ordered = order === 'asc' ? found.reverse() : found;
  return countedListOf(...ordered.slice(0, Number(limit ?? ordered.length)));
}

/** What the API answers on an administrator's desk with these accounts and recharge requests. */
export function deskOf({ accounts = [], requests = [] }: Desk) {
  const users = accountsOf(...accounts);
  let known = [...requests];
  const get = (id = ''): RechargeRequest => known.find((request) => request.id === id) ?? rechargeRequest();
  const change = (id = '', fields: Partial<RechargeRequest>): RechargeRequest => {
    const changed = { ...get(id), ...fields };
    known = known.map((request) => (request.id === id ? changed : request));
    return changed;
  };
  const decided = {
    processedBy: 'a1',
    processedByName: 'Nadia Haddad',
    processedAt: new Date().toISOString(),
  };
  const answers: Answers = {
    ...users.answers,
    'users.list': ({ query }) =>
      page(
        accounts.map(({ id }) => users.get(id)),
        query,
      ),
    'statistics.summary': statistics(),
    'statistics.today': { sales: 0, codes: 0, recharges: 0, freeFire: 0, held: 0, days: [] },
    'statistics.firstSteps': firstSteps,
    'health.read': health,
    'accountFlags.list': emptyList,
    'business.refusalReasons': noRefusalReasons,
    'statistics.activity': { days: [], bestOffers: [], lowStock: [] },
    'stock.cover': emptyList,
    'rechargeRequests.list': ({ query }) => page(known, query),
    'rechargeRequests.get': ({ params }) => get(params.id),
    'rechargeRequests.approve': ({ params: { id }, body }) => {
      users.record('recharge-request.approve', id);
      const { amount, userId } = get(id);
      known = known.map(({ userInfo, ...request }) => ({
        ...request,
        ...(userInfo && {
          userInfo:
            request.userId === userId ? { ...userInfo, balance: userInfo.balance + amount } : userInfo,
        }),
      }));
      return change(id, {
        ...decided,
        status: 'approved',
        notes: body.note ?? null,
        approvalNote: body.note,
      });
    },
    'rechargeRequests.reject': ({ params: { id }, body }) => {
      users.record('recharge-request.reject', id);
      return change(id, { ...decided, status: 'rejected', rejectionReason: body.reason });
    },
  };
  return {
    answers,
    users,
    change,
    add: (request: RechargeRequest) => {
      known = [request, ...known];
    },
  };
}
