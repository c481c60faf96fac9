import type { User } from '@almas/contract/accounts';
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
    /** What is known before the application runs (web/build/before-start.js). */
    almasBefore: {
      /** Of the user whose session this browser had last. */
      readonly role?: User['role'] | null;
      /** What the user did in the server's first view. */
      pressed?: NotedElement;
      focused?: NotedElement;
    };
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
    const { pressed, focused } = window.almasBefore;
    window.almasBefore = {};
    if (focused && document.activeElement === document.body)
      sameIn(root, focused)?.focus({ preventScroll: true });
    if (pressed) sameIn(root, pressed)?.click();
  }, [root]);
  return children;
}

/**
 * Shows the application. Over a first view that the server has rendered (src/first-view.tsx) it appears in one piece,
 * when the code of its screen is there. That is fetched beside the session when this browser had one.
 * @param owner of the page that the server has sent, and its first view; undefined when the session is to be asked for
 */
export async function start(
  root: HTMLElement,
  application: ReactNode,
  owner: User | undefined,
): Promise<void> {
  const ready = (owner || window.almasBefore.role) && navigation.ready();
  if (!owner) {
    root.replaceChildren();
    window.almasBefore = {};
  }
  if (root.firstElementChild) await ready;
  createRoot(root).render(<Started root={root}>{application}</Started>);
}
