import { addresses } from '@almas/locale/screens/addresses';
import { common } from '@almas/locale/screens/common';
import { Link } from 'lucide';
import { type ReactNode, useId, useRef, useState } from 'react';
import { DialogContext } from '../platform/session/index.ts';
import { IconButton } from './button.tsx';
import { copyText, copyToasts } from './copy-button.tsx';
import styles from './dialog.module.css';
import { CloseIcon, icon } from './icons.tsx';
import { Modal } from './modal.tsx';
import { useAskToLeave } from './use-ask-to-leave.tsx';
import { useScrolls } from './use-scrolls.ts';

const LinkIcon = icon(Link);

interface DialogProps {
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Buttons or values that stay at the bottom. */
  readonly footer?: ReactNode;
  /** `page`: as high as the screen, for a subject with an address and tabs. */
  readonly size?: 'sm' | 'md' | 'lg' | 'page';
  /** The address of its subject, for the copy button. */
  readonly address?: string | undefined;
  /** It shows what a press has brought, such as a code that was bought: no slip of the finger closes it (ui/modal.tsx). */
  readonly isResult?: boolean;
  /** The dialog cannot be closed while a response is pending. */
  readonly locked?: boolean;
}

/** A titled box in the middle of the screen, on a phone a sheet at the bottom. Its content is mounted while it is open. */
export function Dialog({
  onClose,
  title,
  children,
  footer,
  size = 'md',
  address,
  isResult = false,
  locked = false,
}: DialogProps) {
  const titleId = useId();
  const { dialog, requestClose, question } = useDialogGuard(onClose);
  const body = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(body);
  return (
    <Modal
      onClose={requestClose}
      locked={locked}
      isResult={isResult}
      className={styles.screen}
      aria-labelledby={titleId}
    >
      <div className={`${styles.panel} ${styles[size]}`}>
        <div className={styles.bar}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {address !== undefined && <CopyAddress address={address} />}
          {!locked && (
            <IconButton label={common.close} className={styles.close ?? ''} onClick={requestClose}>
              <CloseIcon />
            </IconButton>
          )}
        </div>
        <DialogContext value={dialog}>
          <div
            ref={body}
            className={styles.body}
            {...(scrolls && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
          >
            {children}
          </div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </DialogContext>
      </div>
      {question}
    </Modal>
  );
}

function CopyAddress({ address }: { readonly address: string }) {
  const copy = () =>
    copyText(address).then(
      () => copyToasts.success(addresses.copied),
      () => copyToasts.error(addresses.copyFailed),
    );
  return (
    <IconButton
      label={addresses.copy}
      title={addresses.copy}
      className={styles.address ?? ''}
      onClick={() => void copy()}
    >
      <LinkIcon />
    </IconButton>
  );
}

/**
 * Closing a dialog by Escape, a tap on the backdrop or its cross asks first while a form in it has
 * unsaved changes. `dialog` identifies it (DialogContext); `question` is to be rendered inside it.
 */
function useDialogGuard(onClose: () => void) {
  const [dialog] = useState(() => ({}));
  const { leave, question } = useAskToLeave(dialog);
  return { dialog, requestClose: () => leave(onClose), question };
}
