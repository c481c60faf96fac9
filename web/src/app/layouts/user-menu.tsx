import type { User } from '@almas/contract/accounts';
import { shell } from '@almas/locale/screens/shell';
import { type KeyboardEvent, useState } from 'react';
import { useIdle } from '../../platform/release/index.ts';
import { lazyDialog, lazyPart } from '../../ui/lazy-part.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import styles from './user-menu.module.css';

const Entries = lazyPart(() => import('./user-menu-entries.tsx'));
const NameDialog = lazyDialog(() => import('../../features/accounts/name-dialog.tsx'));
const StaffDialog = lazyDialog(() => import('../../features/staff/staff-dialog.tsx'));
const SecurityDialog = lazyDialog(() => import('../../features/accounts/security/security-dialog.tsx'));

const initials = (me: User) =>
  `${me.firstName.charAt(0)}${me.lastName.charAt(0)}`.trim().toUpperCase() ||
  me.email.charAt(0).toUpperCase();

/** Moves the focus between the entries with the arrow keys, Home and End. */
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (Math.max(at, 0) - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

export function UserMenu({ me }: { readonly me: User }) {
  const { opened, close, rootProps, buttonProps } = usePanel();
  const [naming, setNaming] = useState(false);
  const [security, setSecurity] = useState(false);
  const [staff, setStaff] = useState(false);
  useIdle(Entries.preload);
  return (
    <div {...rootProps} className={styles.root}>
      <button
        type="button"
        className={`center ${styles.target}`}
        aria-label={shell.userMenu}
        aria-haspopup="menu"
        {...buttonProps}
      >
        <span className={`center ${styles.initials}`}>{initials(me)}</span>
      </button>
      {opened && (
        <div className={`box ${styles.panel}`}>
          <div className={styles.who}>
            <p>{me.displayName || me.email}</p>
            <p>{me.email}</p>
          </div>
          <div
            role="menu"
            aria-label={shell.userMenu}
            tabIndex={-1}
            data-panel
            onKeyDown={walk}
            className={styles.menu}
          >
            <Entries
              me={me}
              close={close}
              onName={() => setNaming(true)}
              onSecurity={() => setSecurity(true)}
              onStaff={() => setStaff(true)}
            />
          </div>
        </div>
      )}
      {naming && <NameDialog me={me} onClose={() => setNaming(false)} />}
      {security && <SecurityDialog onClose={() => setSecurity(false)} />}
      {staff && <StaffDialog onClose={() => setStaff(false)} />}
    </div>
  );
}
