import type { User } from '@almas/contract/accounts';
import { adminUsers } from '@almas/locale/screens/admin-users';
import type { ReactNode } from 'react';
import { CheckIcon, ListIcon, UserIcon } from '../../ui/icons.tsx';
import { isFresh, isSecondPress } from '../../ui/slips.ts';
import { ClearIcon, WalletIcon } from '../../ui/work-icons.tsx';
import styles from './users-table.module.css';

export type UserDialog = 'transactions' | 'details' | 'recharge' | 'deactivate';

export interface UserActionsProps {
  readonly user: User;
  /** The signed-in administrator, who cannot close their own account (AMB-17). */
  readonly ownId: string;
  readonly onOpen: (dialog: UserDialog, user: User) => void;
  readonly onActivate: (user: User) => void;
  readonly busy: boolean;
  /** Rendered in the account's details, where a pending account can also be refused. */
  readonly inDetails?: boolean;
}

const words = adminUsers.actions;

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly tone?: 'go' | 'stop';
  /** Its fixed position in a row, whichever other actions the row has. */
  readonly slot: 1 | 2 | 3 | 4;
  readonly disabled?: boolean;
}

/** The second press of a double press does nothing: the first one may have changed the action at this place. */
function Action({ label, icon, tone, slot, onClick, disabled }: ActionProps) {
  return (
    <button
      type="button"
      title={label}
      className={`${styles.action} ${styles[`slot${slot}`]} ${tone ? styles[tone] : ''}`}
      disabled={disabled}
      data-deciding=""
      onClick={(event) => isSecondPress(event) || isFresh(event.currentTarget, event) || onClick()}
    >
      {icon}
      <span className={styles.word}>{label}</span>
    </button>
  );
}

/** The actions allowed in the state of an account (USR-09..13). */
export function UserActions({ user, ownId, onOpen, onActivate, busy, inDetails = false }: UserActionsProps) {
  const active = user.status === 'active';
  const isRefusable = inDetails && user.status === 'pending';
  return (
    <div className={styles.actions}>
      {user.status === 'pending' && (
        <Action
          slot={1}
          label={words.activate}
          icon={<CheckIcon size={18} />}
          tone="go"
          disabled={busy}
          onClick={() => onActivate(user)}
        />
      )}
      {active && user.role === 'reseller' && (
        <Action
          slot={1}
          label={words.recharge}
          icon={<WalletIcon size={18} />}
          tone="go"
          onClick={() => onOpen('recharge', user)}
        />
      )}
      <Action
        slot={2}
        label={words.transactions}
        icon={<ListIcon size={18} />}
        onClick={() => onOpen('transactions', user)}
      />
      {!inDetails && (
        <Action
          slot={3}
          label={words.details}
          icon={<UserIcon size={18} />}
          onClick={() => onOpen('details', user)}
        />
      )}
      {(active || isRefusable) && user.id !== ownId && (
        <Action
          slot={4}
          label={isRefusable ? words.refuse : words.deactivate}
          icon={<ClearIcon size={18} />}
          tone="stop"
          onClick={() => onOpen('deactivate', user)}
        />
      )}
    </div>
  );
}
