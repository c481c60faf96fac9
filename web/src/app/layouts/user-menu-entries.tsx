import type { User } from '@almas/contract/accounts';
import { shell } from '@almas/locale/screens/shell';
import { Languages, LogOut, Settings, Users } from 'lucide';
import type { ReactNode } from 'react';
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

interface EntryProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Entry = ({ onClick, children }: EntryProps) => (
  <button type="button" role="menuitem" className={`row row-button ${styles.item}`} onClick={onClick}>
    {children}
  </button>
);

const afterClosing = (close: () => void, open: () => void) => () => {
  close();
  open();
};

/** The entries of the account menu. Profile and settings are reseller pages: an administrator's menu has the own name instead (AMB-19). */
const UserMenuEntries = ({ me, close, onName, onSecurity, onStaff }: EntriesProps) => (
  <>
    {me.role === 'admin' && (
      <Entry onClick={afterClosing(close, onName)}>
        <UserIcon />
        {shell.ownName}
      </Entry>
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
        {me.status === 'active' && <StaffEntry onOpen={afterClosing(close, onStaff)} />}
      </>
    )}
    <Entry onClick={afterClosing(close, onSecurity)}>
      <ShieldIcon />
      {shell.security}
    </Entry>
    <LanguageEntry />
    <Entry onClick={signOutWithToast}>
      <SignOutIcon />
      {shell.signOut}
    </Entry>
  </>
);

/** The cashiers of a reseller, while the switch is on. */
const StaffEntry = ({ onOpen }: { readonly onOpen: () => void }) =>
  useFeature('cashiers') && (
    <Entry onClick={onOpen}>
      <StaffIcon />
      {shell.staff}
    </Entry>
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
