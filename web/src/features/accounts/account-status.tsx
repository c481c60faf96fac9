import type { User } from '@almas/contract/accounts';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { common } from '@almas/locale/screens/common';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import styles from './account-status.module.css';

const tones: Readonly<Record<User['status'], Tone>> = {
  active: 'done',
  pending: 'waiting',
  inactive: 'quiet',
};

/** Whether an account was refused: never active and not pending any more. One that was active is deactivated. */
export const isRefused = (user: Pick<User, 'status' | 'activatedAt' | 'deactivatedAt'>): boolean =>
  user.status === 'inactive' && user.activatedAt === null && user.deactivatedAt !== null;

/** `Actif`, `En attente`, otherwise `Inactif`, with `refusé` when the account was never active, and a mark beside one that resembles another. */
export function AccountStatus({ user }: { readonly user: User }) {
  const { status } = user;
  const known = Object.hasOwn(tones, status) ? status : 'inactive';
  return (
    <span className={styles.status}>
      <StatusBadge tone={tones[known]}>{common.accountStatus[known]}</StatusBadge>
      {isRefused(user) && <span>{adminUsers.refused}</span>}
      {user.alike && <span>{adminUsers.alike.mark}</span>}
    </span>
  );
}
