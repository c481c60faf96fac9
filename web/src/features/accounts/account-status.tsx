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

/** An account that was never active and does not wait any more; one that was active was deactivated. */
export const isRefused = (user: Pick<User, 'status' | 'activatedAt' | 'deactivatedAt'>): boolean =>
  user.status === 'inactive' && user.activatedAt === null && user.deactivatedAt !== null;

/** `Actif`, `En attente`, and `Inactif` for any other status, with `refusé` beside it when the account was never active. */
export function AccountStatus({ user }: { readonly user: User }) {
  const { status } = user;
  const known = Object.hasOwn(tones, status) ? status : 'inactive';
  return (
    <span className={styles.status}>
      <StatusBadge tone={tones[known]}>{common.accountStatus[known]}</StatusBadge>
      {isRefused(user) && <span>{adminUsers.refused}</span>}
    </span>
  );
}
