import { type ReactNode, useLayoutEffect } from 'react';

/** Marks the page as ready once the application has replaced the first view: only now its buttons are handled. */
export function Started({ root, children }: { readonly root: Element; readonly children: ReactNode }) {
  useLayoutEffect(() => root.removeAttribute('aria-busy'), [root]);
  return children;
}
