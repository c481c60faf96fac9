import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { comma } from '@almas/locale/formats';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { brakes } from '@almas/locale/screens/brakes';
import { common } from '@almas/locale/screens/common';
import { credit } from '@almas/locale/screens/credit';
import { purchaseLimit } from '@almas/locale/screens/purchase-limit';
import { security } from '@almas/locale/screens/security';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addressOf } from '../../platform/navigation/index.ts';
import { apiQuery, useFeature } from '../../platform/network/index.ts';
import { useMay, useMe } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { AccountPricesAction } from '../prices/account-prices.tsx';
import { AccountStatus, isRefused } from './account-status.tsx';
import { AlikeAccounts } from './alike-accounts.tsx';
import { AccountDailyCeiling, DailyCeilingAction, FreezeAction } from './brake-actions.tsx';
import { EmailAction } from './email-action.tsx';
import { PurchaseLimitAction } from './purchase-limit-action.tsx';
import { AccountPurchaseLimit } from './purchase-limit-text.tsx';
import { EndSessionsAction } from './security/end-sessions-action.tsx';
import { SecondFactorActions } from './security/second-factor-actions.tsx';
import { TemporaryPassword } from './temporary-password.tsx';
import { useActivation } from './use-account-actions.ts';
import { AccountActions, Deactivation, type UserActionsProps } from './user-actions.tsx';
import styles from './user-details-dialog.module.css';

const Journal = lazyPart(() => import('../audit-trail/journal.tsx'), <SkeletonList count={3} height={60} />);
const AccountCredit = lazyPart(
  () => import('../credit/account-credit.tsx'),
  <SkeletonList count={3} height={60} />,
);
const text = words.details;

type Fact = readonly [name: string, value: ReactNode] | null;
const moment = (name: string, at: string | null): Fact => (at ? [name, <When key={name} at={at} />] : null);
const fact = (name: string, value: string | null | undefined): Fact => (value ? [name, value] : null);

/** The name of the administrator who decided; absent while it is not known. */
function DecidedBy({ id }: { readonly id: string }) {
  const { data } = useQuery(apiQuery('users', 'get', { params: { id } }));
  return data ? ` ${text.by(personName(data))}` : null;
}

const decision = (name: string, at: string | null, by: string | null): Fact =>
  at
    ? [
        name,
        <span key={name}>
          <When at={at} form="both" />
          {by && <DecidedBy id={by} />}
        </span>,
      ]
    : null;

/** A record without a role, from before roles were stored, is a reseller's (USR-15). */
const roleOf = ({ role }: Partial<Pick<User, 'role'>>) => words.roles[role ?? 'reseller'];

const factorOf = ({ secondFactor, secondFactorRequired }: User) => {
  if (secondFactor) return security.admin.on;
  return secondFactorRequired ? security.admin.required : security.admin.off;
};

/** When, by whom and why the account was closed: deactivated, or refused before it was ever active. */
function closureOf(user: User): readonly Fact[] {
  if (user.status !== 'inactive') return [];
  const [at, reason] = isRefused(user)
    ? [text.refusedAt, text.refusalReason]
    : [text.deactivatedAt, text.deactivationReason];
  return [decision(at, user.deactivatedAt, user.deactivatedBy), fact(reason, user.deactivationReason)];
}

const factsOf = (user: User): readonly Fact[] => [
  [text.email, user.email],
  [text.phone, user.phone || common.none],
  [text.company, user.company || common.none],
  [text.createdAt, <When key="created" at={user.createdAt} />],
  [text.status, <AccountStatus key="status" user={user} />],
  [text.balance, <Money key="balance" amount={user.balance} />],
  [text.role, roleOf(user)],
  [security.admin.label, factorOf(user)],
  user.role !== 'admin' ? [purchaseLimit.label, <AccountPurchaseLimit key="limit" userId={user.id} />] : null,
  user.role !== 'admin'
    ? [brakes.ceiling.fact, <AccountDailyCeiling key="ceiling" userId={user.id} />]
    : null,
  moment(brakes.frozenSince, user.frozenAt ?? null),
  fact(text.address, [user.address, user.postalCode, user.city].filter(Boolean).join(comma)),
  moment(text.lastRecharge, user.lastRecharge),
  moment(text.lastPurchase, user.lastPurchase),
  decision(text.activatedAt, user.activatedAt, user.activatedBy),
  ...closureOf(user),
  fact(text.internalNotes, user.internalNotes),
  fact(text.adminComments, user.adminComments),
  fact(text.systemFlags, user.systemFlags?.join(comma)),
];

interface UserDetailsDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  /** Opens another dialog about the account, above this one. */
  readonly onOpen: UserActionsProps['onOpen'];
}

/** One account: its data, its actions, and what administrators did to it. */
export default function UserDetailsDialog({ user, onClose, onOpen }: UserDetailsDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={text.title(personName(user))}
      size="page"
      address={addressOf('account', user.id)}
    >
      <Tabs user={user} onOpen={onOpen} />
    </Dialog>
  );
}

/** Reactivates a deactivated or refused account (AMB-16); the list activates pending ones only. */
function Reactivation({ user }: { readonly user: User }) {
  const { run, busy } = useActivation();
  if (user.status === 'active' || user.status === 'pending') return null;
  return (
    <DecidingButton busy={busy} onClick={() => void run(user)}>
      {words.actions.reactivate}
    </DecidingButton>
  );
}

/** Support actions for a reseller. */
function Support({ user }: { readonly user: User }) {
  const may = useMay();
  return (
    <div className={`wrap gap-8 ${styles.support}`}>
      <FreezeAction user={user} />
      <PurchaseLimitAction user={user} />
      <DailyCeilingAction user={user} />
      {may('prices') && <AccountPricesAction user={user} />}
      <SecondFactorActions user={user} />
      <EndSessionsAction user={user} />
      <EmailAction user={user} />
      <TemporaryPassword user={user} />
    </div>
  );
}

const useFresh = (listed: User): User =>
  useQuery(apiQuery('users', 'get', { params: { id: listed.id } })).data ?? listed;

/** Status and balance, and what one does with them: notifications and names link here and not to the row of the list. */
function Head({ user, onOpen }: Pick<UserActionsProps, 'user' | 'onOpen'>) {
  const me = useMe();
  const { run, busy } = useActivation();
  return (
    <div className={`wrap spread ${styles.head}`}>
      <div className={`wrap ${styles.standing}`}>
        <Money amount={user.balance} size="xl" />
        <AccountStatus user={user} />
      </div>
      <div className={`wrap gap-8 ${styles.acts}`}>
        {user.role !== 'admin' && <Reactivation user={user} />}
        <AccountActions
          user={user}
          ownId={me.id}
          onOpen={onOpen}
          onActivate={(shown) => void run(shown)}
          busy={busy}
        />
      </div>
    </div>
  );
}

function Tabs({ user: listed, onOpen }: Pick<UserActionsProps, 'user' | 'onOpen'>) {
  const [tab, setTab] = useState<'details' | 'credit' | 'journal'>('details');
  const me = useMe();
  const user = useFresh(listed);
  const may = useMay();
  const hasCredit = useFeature('credit') === true && user.role !== 'admin' && may('collect');
  return (
    <Stack>
      <Head user={user} onOpen={onOpen} />
      <AlikeAccounts user={user} />
      <Segmented
        label={text.tabs}
        value={tab}
        onChange={setTab}
        options={[
          { value: 'details', label: text.details },
          ...(hasCredit ? [{ value: 'credit' as const, label: credit.account.tab }] : []),
          ...(may('reports') ? [{ value: 'journal' as const, label: text.journal }] : []),
        ]}
      />
      {tab === 'credit' && hasCredit && <AccountCredit user={user} />}
      {tab === 'details' && (
        <>
          <div className={styles.facts}>
            <DescriptionList items={factsOf(user)} />
          </div>
          {user.role !== 'admin' && <Support user={user} />}
          <Deactivation user={user} ownId={me.id} onOpen={onOpen} />
        </>
      )}
      {tab === 'journal' && <Journal subjectId={user.id} />}
    </Stack>
  );
}
