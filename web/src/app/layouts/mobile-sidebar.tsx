import { shell } from '@almas/locale/screens/shell';
import { Settings } from 'lucide';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon, icon, UserIcon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './mobile-sidebar.module.css';
import { type NavSection, SideNav, type SideNavProps } from './side-nav.tsx';

/** What a reseller finds only in the user menu elsewhere. */
const account: NavSection = {
  title: shell.bar.accountSection,
  entries: [
    { to: '/profile', label: shell.profile, icon: UserIcon },
    { to: '/settings', label: shell.settings, icon: icon(Settings) },
  ],
};

interface MobileSidebarProps extends Omit<SideNavProps, 'onNavigate'> {
  readonly onClose: () => void;
}

/** The sidebar on small screens, a dialog. */
export default function MobileSidebar({ onClose, sections, ...nav }: MobileSidebarProps) {
  return (
    <Modal onClose={onClose} aria-label={shell.navigation} className={styles.screen}>
      <div className={styles.drawer}>
        <IconButton label={shell.closeMenu} className={styles.close ?? ''} onClick={onClose}>
          <CloseIcon />
        </IconButton>
        <SideNav
          {...nav}
          sections={nav.home === '/dashboard' ? [...sections, account] : sections}
          onNavigate={onClose}
        />
      </div>
    </Modal>
  );
}
