import { shell } from '@almas/locale/screens/shell';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './mobile-sidebar.module.css';

interface MobileSidebarProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar on small screens, a dialog. */
export default function MobileSidebar({ onClose, children }: MobileSidebarProps) {
  return (
    <Modal onClose={onClose} aria-label={shell.navigation} className={styles.screen}>
      <div className={styles.drawer}>
        <IconButton label={shell.closeMenu} className={styles.close ?? ''} onClick={onClose}>
          <CloseIcon />
        </IconButton>
        {children}
      </div>
    </Modal>
  );
}
