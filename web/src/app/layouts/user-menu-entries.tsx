import type { User } from '@almas/contract/accounts';
import { shell } from '@almas/locale/screens/shell';
import { Languages, LogOut, Settings, Users } from 'lucide';
import { signOutWithToast } from '../../features/accounts/sign-out.ts';
import LanguageSwitch from '../../features/languages/language-switch.tsx';
import { Link } from '../../platform/navigation/index.ts';
import { useFeature } from '../../platform/network/index.ts';
import { icon, ShieldIcon, UserIcon } from '../../ui/icons.tsx';
import styles from './user-menu.module.css';

const GearIcon = icon(Settings);
const SignOutIcon = icon(LogOut, { isArrow: true });
const StaffIcon = icon(Users);
const LanguagesIcon = icon(Languages);

interface EntriesProps {
  readonly me: User;
  readonly close: (giveFocusBack?: boolean) => void;
  readonly onName: () => void;
  readonly onSecurity: () => void;
  readonly onStaff: () => void;
}

/** The entries of the account menu. Profile and settings are reseller pages: an administrator's menu has the own name instead (AMB-19). */
const UserMenuEntries = ({ me, close, onName, onSecurity, onStaff }: EntriesProps) => (
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
        {me.status === 'active' && (
          <StaffEntry
            onOpen={() => {
              close();
              onStaff();
            }}
          />
        )}
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
    <LanguageEntry />
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

/** The cashiers of a reseller, while the switch is on. */
const StaffEntry = ({ onOpen }: { readonly onOpen: () => void }) =>
  useFeature('cashiers') && (
    <button type="button" role="menuitem" className={`row row-button ${styles.item}`} onClick={onOpen}>
      <StaffIcon />
      {shell.staff}
    </button>
  );

/** While the switch `arabic` is on. */
function LanguageEntry() {
  if (!useFeature('arabic')) return null;
  return (
    <LanguageSwitch role="menuitem" className={`row row-button ${styles.item}`}>
      <LanguagesIcon />
    </LanguageSwitch>
  );
}

export default UserMenuEntries;
