import { type ReactNode, useLayoutEffect } from 'react';

/** An element of the first view, and where it is in it. */
interface FocusedElement {
  readonly element: Element;
  /** Indexes of children, from the root on. */
  readonly path: readonly number[];
}

/** The element of the first view that has the focus of the keyboard. */
export function focusedIn(root: Element): FocusedElement | undefined {
  const element = document.activeElement;
  if (!element || element === root || !root.contains(element)) return undefined;
  const path: number[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at));
  return { element, path };
}

/** Gives the focus to the same element of the application, when it is at the same place. */
function focusAgain(root: Element, { element, path }: FocusedElement): void {
  let found: Element | undefined = root;
  for (const index of path) found = found?.children[index];
  const isSame = found?.tagName === element.tagName && found.textContent === element.textContent;
  if (isSame && document.activeElement === document.body)
    (found as HTMLElement).focus({ preventScroll: true });
}

interface StartedProps {
  readonly root: Element;
  /** In the first view, when the application replaces it. */
  readonly focused: FocusedElement | undefined;
  readonly children: ReactNode;
}

/**
 * Marks the page as ready once the application has replaced the first view: only now its buttons are handled. The focus of the keyboard
 * stays where it is.
 */
export function Started({ root, focused, children }: StartedProps) {
  useLayoutEffect(() => {
    root.removeAttribute('aria-busy');
    if (focused) focusAgain(root, focused);
  }, [root, focused]);
  return children;
}
