import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { enterDialog } from '../lib/dialog-history.ts';
import styles from './modal.module.css';
import { showToastsIn } from './toast-region.ts';

interface ModalProps {
  readonly onClose: () => void;
  /** Stays open whatever the user does. */
  readonly locked?: boolean;
  readonly className?: string | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly children: ReactNode;
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

const tabStops = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );

/** Tab goes round inside the dialog, not through the browser's own bars. */
function keepTabInside(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = tabStops(dialog);
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  const active = document.activeElement;
  // The heading takes the focus and is no stop: nothing stands before it.
  const isAtHeading = event.shiftKey && active?.matches('h2');
  if (active !== end && active !== dialog && !isAtHeading && stops.length > 0) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** Where a dialog is higher than the screen its focus begins at the heading: no button is pressed before its question was seen. */
function focusFirst(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  const heading = dialog.querySelector('h2');
  const top = dialog.firstElementChild?.getBoundingClientRect().top ?? 0;
  if (!heading || heading.getBoundingClientRect().top >= Math.max(top, 0)) return;
  // Not before: the browser's own first focus takes whatever can have it.
  heading.tabIndex = -1;
  heading.focus();
}

let scrollLocks = 0;

/** The page behind does not scroll, and does not jump when its scroll bar goes. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  scrollLocks += 1;
  if (scrollLocks === 1) {
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = 'hidden';
  }
  return () => {
    scrollLocks -= 1;
    if (scrollLocks > 0) return;
    style.removeProperty('padding-right');
    style.removeProperty('overflow');
  };
}

/** The browser gives the focus back to the opener, unless a decision has taken that away: then its row says what was decided. */
function focusDecision(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  opener?.closest<HTMLElement>('[data-decided]')?.focus({ preventScroll: true });
}

/**
 * A modal `<dialog>` that is open as long as it is rendered. Escape, the browser's Back and a tap beside it close it;
 * the focus begins at `data-autofocus`, else at the first control, and returns to where it was. Its heading is the first `h2`.
 */
export function Modal({ onClose, locked = false, className = '', children, ...name }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** False when the dialog stays. */
  const askToClose = useRef<() => boolean>(() => false);
  useLayoutEffect(() => {
    askToClose.current = () => {
      if (!locked) onClose();
      return !locked;
    };
  });

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const listening = new AbortController();
    const listen = <E extends keyof HTMLElementEventMap>(
      type: E,
      listener: (event: HTMLElementEventMap[E]) => void,
    ) => dialog.addEventListener(type, listener, { signal: listening.signal });
    const open = () => {
      dialog.showModal();
      focusFirst(dialog);
    };
    listen('cancel', (event) => {
      // A file field's own cancel comes by here too.
      if (event.target !== dialog) return;
      event.preventDefault();
      askToClose.current();
    });
    // Taken before the browser sees a request to close: it closes a dialog that refuses repeatedly, and presses would reach
    // the page behind until it is open again.
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
        if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog) return;
        event.preventDefault();
        askToClose.current();
      },
      { signal: listening.signal },
    );
    // The browser closes a dialog that keeps refusing to close.
    listen('close', () => {
      if (dialog.open) return;
      open();
      askToClose.current();
    });
    listen('keydown', (event) => keepTabInside(dialog, event));
    // A press that begins inside, on a text that is being marked, ends no dialog.
    let pressedBeside = false;
    listen('pointerdown', (event) => {
      pressedBeside = event.target === dialog;
    });
    listen('click', (event) => {
      if (pressedBeside && event.target === dialog) askToClose.current();
    });

    const opener = document.activeElement;
    open();
    const leave = [showToastsIn(dialog), enterDialog(() => askToClose.current()), lockScroll()];
    return () => {
      listening.abort();
      for (const undo of leave) undo();
      dialog.close();
      setTimeout(() => focusDecision(opener));
    };
  }, []);

  return createPortal(
    <dialog ref={ref} className={`${styles.modal} ${className}`} {...name}>
      {children}
    </dialog>,
    document.body,
  );
}
