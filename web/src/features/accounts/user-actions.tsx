import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { adminUsers } from '@almas/locale/screens/admin-users';
import type { ReactNode } from 'react';
import { useMay } from '../../platform/session/index.ts';
import { CheckIcon, ListIcon, UserIcon } from '../../ui/icons.tsx';
import { MoreActions } from '../../ui/more-actions.tsx';
import { isFresh, isSecondPress } from '../../ui/slips.ts';
import { ClearIcon, WalletIcon } from '../../ui/work-icons.tsx';
import styles from './user-actions.module.css';

export type UserDialog = 'transactions' | 'details' | 'recharge' | 'deactivate';

export interface UserActionsProps {
  readonly user: User;
  /** The signed-in administrator. */
  readonly ownId: string;
  readonly onOpen: (dialog: UserDialog, user: User) => void;
  readonly onActivate: (user: User) => void;
  readonly busy: boolean;
}

const words = adminUsers.actions;

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly tone?: 'go' | 'stop';
  readonly disabled?: boolean;
}

/** The second press of a double press does nothing: the first one may have changed the action at this place. */
function Action({ label, icon, tone, onClick, disabled }: ActionProps) {
  return (
    <button
      type="button"
      className={`${styles.action} ${tone ? styles[tone] : ''}`}
      disabled={disabled}
      data-deciding=""
      onClick={(event) => isSecondPress(event) || isFresh(event.currentTarget, event) || onClick()}
    >
      {icon}
      {label}
    </button>
  );
}

/** Not the own account (AMB-17), and that of another administrator as the owner alone. */
function useMayClose({ user, ownId }: Pick<UserActionsProps, 'user' | 'ownId'>): boolean {
  const may = useMay();
  return user.id !== ownId && (user.role !== 'admin' || may('owner'));
}

/** What moves an account on: activating a pending one, recharging an active reseller; else nothing. */
function firstAction({ user, onOpen, onActivate, busy }: UserActionsProps): ActionProps | null {
  if (user.status === 'pending')
    return {
      label: words.activate,
      icon: <CheckIcon size={18} />,
      tone: 'go',
      disabled: busy,
      onClick: () => onActivate(user),
    };
  if (user.status === 'active' && user.role === 'reseller')
    return {
      label: words.recharge,
      icon: <WalletIcon size={18} />,
      tone: 'go',
      onClick: () => onOpen('recharge', user),
    };
  return null;
}

type Opens = Pick<UserActionsProps, 'user' | 'onOpen'>;
const transactionsAction = ({ user, onOpen }: Opens): ActionProps => ({
  label: words.transactions,
  icon: <ListIcon size={18} />,
  onClick: () => onOpen('transactions', user),
});
const closingAction = (label: string, { user, onOpen }: Opens): ActionProps => ({
  label,
  icon: <ClearIcon size={18} />,
  tone: 'stop',
  onClick: () => onOpen('deactivate', user),
});

/** The actions of a row in the state of its account (USR-09..13): one in words, the others behind « … ». */
export function UserActions(props: UserActionsProps) {
  const { user, onOpen } = props;
  const mayClose = useMayClose(props);
  const first = firstAction(props);
  const details: ActionProps = {
    label: words.details,
    icon: <UserIcon size={18} />,
    onClick: () => onOpen('details', user),
  };
  return (
    <div className={styles.actions}>
      <Action {...(first ?? details)} />
      <MoreActions label={words.more(personName(user))}>
        <Action {...transactionsAction(props)} />
        {first && <Action {...details} />}
        {user.status === 'active' && mayClose && <Action {...closingAction(words.deactivate, props)} />}
      </MoreActions>
    </div>
  );
}

/** Those at the top of an account's details. A pending account is refused beside its activation; deactivating an active one is elsewhere. */
export function AccountActions(props: UserActionsProps) {
  const { user } = props;
  const mayClose = useMayClose(props);
  const first = firstAction(props);
  return (
    <div className={styles.actions}>
      {first && <Action {...first} />}
      <Action {...transactionsAction(props)} />
      {user.status === 'pending' && mayClose && <Action {...closingAction(words.refuse, props)} />}
    </div>
  );
}

/** At the end of an account's details, far from the button that recharges it. */
export function Deactivation(props: Omit<UserActionsProps, 'onActivate' | 'busy'>) {
  const { user } = props;
  const mayClose = useMayClose(props);
  if (user.status !== 'active' || !mayClose) return null;
  return (
    <div className={styles.closing}>
      <Action {...closingAction(words.deactivate, props)} />
    </div>
  );
}
