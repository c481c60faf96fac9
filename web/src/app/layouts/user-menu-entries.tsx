import type { User } from '@almas/contract/accounts';
import { shell } from '@almas/locale/screens/shell';
import { LogOut, Settings } from 'lucide';
import { signOutWithToast } from '../../features/accounts/sign-out.ts';
import { Link } from '../../platform/navigation/index.ts';
import { icon, ShieldIcon, UserIcon } from '../../ui/icons.tsx';
import styles from './user-menu.module.css';

const GearIcon = icon(Settings);
const SignOutIcon = icon(LogOut);

interface EntriesProps {
  readonly me: User;
  readonly close: (giveFocusBack?: boolean) => void;
  readonly onName: () => void;
  readonly onSecurity: () => void;
}

/** The entries of the account menu. Profile and settings are reseller pages: an administrator's menu has the own name instead (AMB-19). */
const UserMenuEntries = ({ me, close, onName, onSecurity }: EntriesProps) => (
  <>
    {me.role === 'admin' && (
      <button
        type="button"
        role="menuitem"
        className={`row row-button ${styles.item}`}
        onClick={() => {
          close();
          onName();
        }}
      >
        <UserIcon />
        {shell.ownName}
      </button>
    )}
    {me.role === 'reseller' && (
      <>
        <Link
          to="/profile"
          role="menuitem"
          className={`row row-button ${styles.item}`}
          onClick={() => close(false)}
        >
          <UserIcon />
          {shell.profile}
        </Link>
        <Link
          to="/settings"
          role="menuitem"
          className={`row row-button ${styles.item}`}
          onClick={() => close(false)}
        >
          <GearIcon />
          {shell.settings}
        </Link>
      </>
    )}
    <button
      type="button"
      role="menuitem"
      className={`row row-button ${styles.item}`}
      onClick={() => {
        close();
        onSecurity();
      }}
    >
      <ShieldIcon />
      {shell.security}
    </button>
    <button
      type="button"
      role="menuitem"
      className={`row row-button ${styles.item}`}
      onClick={signOutWithToast}
    >
      <SignOutIcon />
      {shell.signOut}
    </button>
  </>
);

export default UserMenuEntries;
