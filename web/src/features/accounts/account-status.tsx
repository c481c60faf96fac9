import type { User } from '@almas/contract/accounts';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { AccountBadge } from './account-badge.tsx';
import styles from './account-status.module.css';

/** Whether an account was refused: never active and not pending any more. One that was active is deactivated. */
export const isRefused = (user: Pick<User, 'status' | 'activatedAt' | 'deactivatedAt'>): boolean =>
  user.status === 'inactive' && user.activatedAt === null && user.deactivatedAt !== null;

/** Its badge, with `refusé` when the account was never active, and a mark beside one that resembles another. */
export const AccountStatus = ({ user }: { readonly user: User }) => (
  <span className={styles.status}>
    <AccountBadge user={user} />
    {isRefused(user) && <span>{adminUsers.refused}</span>}
    {user.alike && <span>{adminUsers.alike.mark}</span>}
  </span>
);
