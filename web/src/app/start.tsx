import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { navigation } from './navigation.ts';

/** An element of the first view: which child of which child it is, and its HTML. */
interface NotedElement {
  readonly path: readonly number[];
  readonly html: string;
}

declare global {
  interface Window {
    /** What the user did in the server's first view (web/build/before-start.js). */
    almasFirstView?: { pressed?: NotedElement; focused?: NotedElement };
  }
}

/** The application's own element, where the first view had one that said the same. */
function sameIn(root: Element, { path, html }: NotedElement): HTMLElement | null {
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

/** From its first commit on the application answers by itself; what was pressed before is answered once. */
function Started({ root, children }: StartedProps) {
  useLayoutEffect(() => root.removeAttribute('aria-busy'), [root]);
  useEffect(() => {
    const { pressed, focused } = window.almasFirstView ?? {};
    delete window.almasFirstView;
    if (focused && document.activeElement === document.body)
      sameIn(root, focused)?.focus({ preventScroll: true });
    if (pressed) sameIn(root, pressed)?.click();
  }, [root]);
  return children;
}

/**
 * Shows the application. Over a first view that the server has rendered (src/first-view.tsx) it appears in one piece,
 * when the code of its screen is there.
 * @param isOwn is the first view the one of this browser's session?
 */
export async function start(root: HTMLElement, application: ReactNode, isOwn: boolean): Promise<void> {
  if (!isOwn) {
    root.replaceChildren();
    delete window.almasFirstView;
  }
  if (root.firstElementChild) await navigation.ready();
  createRoot(root).render(<Started root={root}>{application}</Started>);
}
