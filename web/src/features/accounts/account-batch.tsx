import type { User } from '@almas/contract/accounts';
import { limits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { batch } from '@almas/locale/screens/batch';
import { api, refresh } from '../../platform/network/index.ts';
import { Batch, type BatchDecision } from '../../ui/batch.tsx';
import type { Selection } from '../../ui/use-selection.ts';

const words = batch.accounts;
/** What a colleague has decided meanwhile is not decided again. */
const pending = { from: 'pending' } as const;
const readAgain = () => refresh('users', 'statistics', 'auditTrail');

const decisions: readonly BatchDecision<User>[] = [
  {
    label: words.activate,
    variant: 'primary',
    title: words.activateTitle,
    done: words.activated,
    failure: adminUsers.activationFailed,
    decide: ({ id }) => api.users.activate({ params: { id }, query: pending }),
    onEnd: readAgain,
  },
  {
    label: words.refuse,
    variant: 'secondary',
    title: words.refuseTitle,
    done: words.refused,
    reason: { label: words.reason, maxLength: limits.deactivationReasonLength },
    failure: adminUsers.deactivationFailed,
    decide: ({ id }, reason) => api.users.deactivate({ params: { id }, query: pending, body: { reason } }),
    onEnd: readAgain,
  },
];

interface AccountBatchProps {
  readonly selection: Selection<User>;
  readonly available: number;
  readonly listed: number;
}

/** Activates or refuses several pending accounts, each by its own call. */
export const AccountBatch = (props: AccountBatchProps) => (
  <Batch {...props} framed decisions={decisions} nameOf={(user) => `${personName(user)} · ${user.email}`} />
);
