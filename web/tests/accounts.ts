import type { User } from '@almas/contract/accounts';
import type { AuditTrailEntry } from '@almas/contract/audit-trail';
import type { Answers } from './api.ts';
import { administrator, countedListOf, listOf } from './samples.ts';

/** What the API answers about these accounts; an answer to a call that writes changes one with `change`. */
export function accountsOf(...accounts: readonly User[]) {
  const known = new Map([...accounts, administrator()].map((user) => [user.id, user]));
  const get = (id: string): User => known.get(id) ?? administrator();
  const change = (id: string, fields: Partial<User>): User => {
    const changed = { ...get(id), ...fields };
    known.set(id, changed);
    return changed;
  };
  /** What administrators did, for the decided rows and the journal. */
  const trail: AuditTrailEntry[] = [];
  const record = (action: string, subjectId = '', fields: Partial<AuditTrailEntry> = {}): void => {
    const [subjectType = ''] = action.split('.');
    trail.unshift(audited({ id: String(trail.length + 1), action, subjectType, subjectId, ...fields }));
  };
  const answers: Answers = {
    'users.list': () => countedListOf(...accounts.map(({ id }) => get(id))),
    'users.get': ({ params }) => get(params.id ?? ''),
    'users.purchaseLimit': { perHour: 60, isOwn: false, byDefault: 60, used: 0, until: null },
    'users.dailyCeiling': { ceiling: null, spentToday: 0 },
    'users.activate': ({ params: { id = '' } }) => {
      record('user.activate', id);
      return change(id, { status: 'active', activatedAt: moment });
    },
    'users.deactivate': ({ params: { id = '' }, body }) => {
      record('user.deactivate', id, { before: { status: get(id).status } });
      return change(id, {
        status: 'inactive',
        deactivatedAt: moment,
        deactivationReason: body.reason ?? null,
      });
    },
    'wallet.recharge': ({ params, body }) => {
      const { balance } = get(params.id ?? '');
      const user = change(params.id ?? '', { balance: balance + body.amount });
      return {
        success: true,
        transactionId: '1',
        amount: body.amount,
        balanceBefore: balance,
        newBalance: user.balance,
        user,
      };
    },
    'auditTrail.list': ({ query: { subjectId = '' } }) =>
      listOf(...trail.filter((entry) => subjectId === '' || entry.subjectId === subjectId)),
  };
  return { answers, get, change, record };
}

const moment = '2026-03-02T11:00:00.000Z';

/** An action of an administrator in the audit trail. */
export const audited = (fields: Partial<AuditTrailEntry> = {}): AuditTrailEntry => ({
  id: '1',
  actorId: 'a1',
  actorName: 'Nadia Haddad',
  action: 'user.activate',
  subjectType: 'user',
  subjectId: 'r1',
  subjectName: 'Amine Benali',
  before: null,
  after: null,
  ip: null,
  createdAt: new Date().toISOString(),
  ...fields,
});
