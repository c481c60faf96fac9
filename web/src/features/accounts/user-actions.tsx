import type { User } from '@almas/contract/accounts';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { type ReactNode, useRef } from 'react';
import { CheckIcon, ClearIcon, ListIcon, UserIcon, WalletIcon } from '../../ui/icons.tsx';
import { useSettled } from '../../ui/settled.ts';
import styles from './users-table.module.css';

export type UserDialog = 'transactions' | 'details' | 'recharge' | 'deactivate';

export interface UserActionsProps {
  readonly user: User;
  /** The signed-in administrator, who cannot close the own account (AMB-17). */
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

/** Takes a press only after it has stood still (`useSettled`): actions change with the state of an account. */
function Action({ label, icon, tone, onClick, disabled }: ActionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { settled, isSettled } = useSettled(button);
  return (
    <button
      ref={button}
      type="button"
      title={label}
      className={`${styles.action} ${tone ? styles[tone] : ''}`}
      disabled={disabled}
      aria-disabled={!settled || undefined}
      onClick={() => isSettled() && onClick()}
    >
      {icon}
      <span className={styles.word}>{label}</span>
    </button>
  );
}

/** What may be done to an account in its state (USR-09..13). */
export function UserActions({ user, ownId, onOpen, onActivate, busy }: UserActionsProps) {
  const active = user.status === 'active';
  return (
    <div className={styles.actions}>
      {user.status === 'pending' && (
        <Action
          label={words.activate}
          icon={<CheckIcon size={18} />}
          tone="go"
          disabled={busy}
          onClick={() => onActivate(user)}
        />
      )}
      {active && user.role === 'reseller' && (
        <Action
          label={words.recharge}
          icon={<WalletIcon size={18} />}
          tone="go"
          onClick={() => onOpen('recharge', user)}
        />
      )}
      <Action
        label={words.transactions}
        icon={<ListIcon size={18} />}
        onClick={() => onOpen('transactions', user)}
      />
      <Action label={words.details} icon={<UserIcon size={18} />} onClick={() => onOpen('details', user)} />
      {active && user.id !== ownId && (
        <Action
          label={words.deactivate}
          icon={<ClearIcon size={18} />}
          tone="stop"
          onClick={() => onOpen('deactivate', user)}
        />
      )}
    </div>
  );
}
