import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useNavigation, useShownLocation } from '../lib/router.tsx';

/**
 * The main content of a page. Navigation moves the focus there, for the keyboard and screen readers, unless
 * the page focuses one of its fields.
 */
export function MainContent(props: Pick<ComponentProps<'main'>, 'className' | 'children'>) {
  const main = useRef<HTMLElement>(null);
  const navigation = useNavigation();
  const path = useShownLocation(({ pathname }) => pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its content
  useLayoutEffect(() => {
    const content = main.current as HTMLElement;
    if (navigation.hasShownOthers && !content.contains(document.activeElement))
      content.focus({ preventScroll: true });
  }, [navigation, path]);
  return <main ref={main} id="contenu" tabIndex={-1} {...props} />;
}
