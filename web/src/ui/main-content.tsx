import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useRouterState } from '../platform/navigation/index.ts';

/** The path of the page that was shown last. */
let lastPath: string | undefined;

/**
 * The main content of a page. Navigation moves the focus there, for the keyboard and screen readers, unless
 * the page focuses one of its fields.
 */
export function MainContent(props: Pick<ComponentProps<'main'>, 'className' | 'children'>) {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useLayoutEffect(() => {
    if (path === undefined) return;
    const content = main.current as HTMLElement;
    const isOther = lastPath !== undefined && lastPath !== path;
    lastPath = path;
    if (isOther && !content.contains(document.activeElement)) content.focus({ preventScroll: true });
  }, [path]);
  return <main ref={main} id="contenu" tabIndex={-1} {...props} />;
}
