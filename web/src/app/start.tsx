import type { User } from '@almas/contract/accounts';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** An element of the first view: its path of child indexes and its HTML. */
interface NotedElement {
  readonly path: readonly number[];
  readonly html: string;
}

declare global {
  interface Window {
    /** What the inline script has stored before the application runs (web/build/before-start.js). */
    almasBoot: {
      /** The role of the last user of this browser. */
      readonly role?: User['role'] | null;
      /** What the user did in the first view. */
      pressed?: NotedElement;
      focused?: NotedElement;
    };
  }
}

/** The element of the application that corresponds to one of the first view, when its HTML is the same. */
function matchingElement(root: Element, { path, html }: NotedElement): HTMLElement | null {
  let found: Element | undefined = root;
  for (const index of path) found = found?.children[index];
  const before = document.createElement('template');
  before.innerHTML = html;
  const like = before.content.firstElementChild;
  const isSame =
    found instanceof HTMLElement && found.tagName === like?.tagName && found.textContent === like.textContent;
  return isSame ? (found as HTMLElement) : null;
}

interface StartedProps {
  readonly root: Element;
  readonly children: ReactNode;
}

/** After its first commit the application handles events itself; what was pressed before is replayed once. */
function Started({ root, children }: StartedProps) {
  useLayoutEffect(() => root.removeAttribute('aria-busy'), [root]);
  useEffect(() => {
    const { pressed, focused } = window.almasBoot;
    window.almasBoot = {};
    if (focused && document.activeElement === document.body)
      matchingElement(root, focused)?.focus({ preventScroll: true });
    if (pressed) matchingElement(root, pressed)?.click();
  }, [root]);
  return children;
}

/**
 * Shows the application. Over a first view that the server has rendered (src/first-view.tsx) it appears in one piece,
 * when the code of its screen is there. That is fetched beside the session when this browser had one.
 * @param owner of the page that the server has sent, and its first view; undefined when the session is to be asked for
 * @param ready resolves when the code of the screen is loaded
 */
export async function start(
  root: HTMLElement,
  application: ReactNode,
  owner: User | undefined,
  ready: Promise<void>,
): Promise<void> {
  if (!owner) {
    root.replaceChildren();
    window.almasBoot = {};
  }
  if (root.firstElementChild) await ready;
  createRoot(root).render(<Started root={root}>{application}</Started>);
}
