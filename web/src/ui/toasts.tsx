import { common } from '@almas/locale/screens/common';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { currentToasts, dismissToast, subscribeToasts, type Toast } from '../lib/toast-store.ts';
import { Button, IconButton } from './button.tsx';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from './icons.tsx';
import { toastRegion } from './toast-region.ts';
import styles from './toasts.module.css';

const icons = { success: CheckIcon, info: InfoIcon, warning: AlertIcon, error: AlertIcon };

/** Assertive for errors, polite otherwise. Stays while the pointer is over it. */
function ToastLine({ toast }: { readonly toast: Toast }) {
  const [held, setHeld] = useState(false);
  const Icon = icons[toast.kind];
  useEffect(() => {
    if (held || toast.duration === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
    // A failure that comes again is another toast of the same id: its time begins anew.
  }, [held, toast]);
  const close = () => {
    dismissToast(toast.id);
    // Its button had the focus.
    document.querySelector('main')?.focus({ preventScroll: true });
    toast.onClose?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; the element has no action.
    <div
      className={`${styles.toast} ${styles[toast.kind]}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <span className={styles.icon}>
        <Icon />
      </span>
      <p role={toast.kind === 'error' || toast.kind === 'warning' ? 'alert' : 'status'}>{toast.text}</p>
      {toast.action && (
        <Button variant="quiet" onClick={toast.action.run}>
          {toast.action.label}
        </Button>
      )}
      <IconButton label={common.close} onClick={close}>
        <CloseIcon size={18} />
      </IconButton>
    </div>
  );
}

toastRegion.className = styles.region ?? '';

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  return createPortal(
    <section className={styles.list} aria-label={common.messages} aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>,
    toastRegion,
  );
}
