import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { shell } from '@almas/locale/screens/shell';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import styles from './drawer-rail.module.css';

interface DrawerRailProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar of a small screen. */
export default function DrawerRail({ opened, onClose, children }: DrawerRailProps) {
  useFocusReturn(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="var(--rail-width)"
      padding={0}
      withCloseButton={false}
      returnFocus={false}
      attributes={{ content: { 'aria-label': shell.navigation } }}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '', overlay: styles.overlay ?? '' }}
      transitionProps={{ duration: 160 }}
    >
      <IconButton label={shell.closeMenu} className={styles.close ?? ''} onClick={onClose}>
        <CloseIcon />
      </IconButton>
      {children}
    </Drawer>
  );
}
