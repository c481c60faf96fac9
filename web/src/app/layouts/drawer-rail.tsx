import { shell } from '@almas/locale/screens/shell';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './drawer-rail.module.css';

interface DrawerRailProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar of a small screen. */
export default function DrawerRail({ opened, onClose, children }: DrawerRailProps) {
  if (!opened) return null;
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
