import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { common } from '@almas/locale/screens/common';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Buttons, or facts, kept at the bottom. */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg';
  /** While an answer is awaited the dialog stays. */
  readonly locked?: boolean;
}

const widths = { sm: 420, md: 540, lg: 760 };

/** A dialog: keeps the keyboard inside, closes with Escape, gives the focus back to what opened it. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  footer,
  size = 'md',
  locked = false,
}: DialogProps) {
  useFocusReturn(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={widths[size]}
      centered
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      withCloseButton={!locked}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': common.close, icon: <CloseIcon /> }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        close: styles.close ?? '',
        overlay: styles.overlay ?? '',
        inner: styles.inner ?? '',
      }}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <div className={styles.scroll}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal>
  );
}
