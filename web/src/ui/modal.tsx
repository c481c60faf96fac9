import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './modal.module.css';
import {
  hideMovedDecisions,
  isFresh,
  pressFreeMilliseconds,
  refuseDecisions,
  refusePresses,
  resultMilliseconds,
} from './slips.ts';
import { showToastsIn } from './toast-region.ts';

interface ModalProps {
  readonly onClose: () => void;
  /** Stays open whatever the user does. */
  readonly locked?: boolean;
  /** Shows what a press has brought: a press beside it does not close it, and it takes none for longer. */
  readonly isResult?: boolean;
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

/** Keeps Tab inside the dialog, without the browser's own toolbars. */
function keepTabInside(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = tabStops(dialog);
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  const active = document.activeElement;
  // The heading can have the focus but is no tab stop; nothing focusable precedes it.
  const isAtHeading = event.shiftKey && active?.matches('h2');
  if (active !== end && active !== dialog && !isAtHeading && stops.length > 0) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** In a dialog taller than the screen the focus starts at the heading, so that the question is visible before a button can be pressed. */
function focusFirst(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  const heading = dialog.querySelector('h2');
  // The box or its content, which the first control has scrolled.
  const scrolled = [...dialog.querySelectorAll('*')].find(({ scrollTop }) => scrollTop > 0);
  if (!heading || !scrolled) return;
  scrolled.scrollTop = 0;
  // Only now: the browser's initial focus would otherwise choose it.
  heading.tabIndex = -1;
  heading.focus();
}

let scrollLocks = 0;

/** Stops the page behind from scrolling, and from shifting when its scroll bar disappears. */
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

/** The browser returns the focus to the opener, unless the decision removed it: its row then shows what was decided. */
function focusDecision(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  opener?.closest<HTMLElement>('[data-decided]')?.focus({ preventScroll: true });
}

/**
 * A modal `<dialog>` that is open as long as it is rendered. Escape, Android's Back (a close request of the platform) and a tap beside it close it;
 * the focus starts at `data-autofocus`, else at the first control, and returns to where it was. Its heading is the first `h2`.
 */
export function Modal({
  onClose,
  locked = false,
  isResult = false,
  className = '',
  children,
  ...name
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const requestClose = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    requestClose.current = () => {
      if (!locked) onClose();
    };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog stays of its kind
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
      // The cancel event of a file field bubbles to here too.
      if (event.target !== dialog) return;
      event.preventDefault();
      requestClose.current();
    });
    // Handled before the browser creates a close request: it closes a dialog that refuses repeatedly, and presses would reach
    // the page behind until it is open again.
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
        if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog) return;
        event.preventDefault();
        requestClose.current();
      },
      { signal: listening.signal },
    );
    // The browser closes a dialog that keeps refusing to close.
    listen('close', () => {
      if (dialog.open) return;
      open();
      requestClose.current();
    });
    listen('keydown', (event) => keepTabInside(dialog, event));
    // A press that starts inside, such as a text selection, does not close the dialog.
    let pressedBackdrop = false;
    listen('pointerdown', (event) => {
      pressedBackdrop = event.target === dialog;
    });
    listen('click', (event) => {
      if (pressedBackdrop && event.target === dialog && !isResult) requestClose.current();
    });

    // A press by the keyboard too: Enter that has opened the dialog would submit its form the second time.
    const refuse = (event: Event) => {
      if (!isFresh(dialog, event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    dialog.addEventListener('click', refuse, { capture: true, signal: listening.signal });

    const opener = document.activeElement;
    open();
    const fresh = refusePresses(dialog, isResult ? resultMilliseconds : pressFreeMilliseconds);
    const leave = [showToastsIn(dialog), lockScroll(), fresh];
    leave.push(hideMovedDecisions(dialog, [...dialog.children]));
    return () => {
      listening.abort();
      for (const undo of leave) undo();
      dialog.close();
      refuseDecisions();
      setTimeout(() => focusDecision(opener));
    };
  }, []);

  return createPortal(
    <dialog ref={ref} className={`${styles.modal} ${className}`} data-locked={locked || undefined} {...name}>
      {children}
    </dialog>,
    document.body,
  );
}
