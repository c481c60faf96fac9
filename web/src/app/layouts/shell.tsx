import { shell } from '@almas/locale/screens/shell';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useNavigation, useShownLocation } from '../../lib/router.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { useIdle } from '../../ui/use-idle.ts';
import styles from './shell.module.css';
import { type NavSection, SideNav } from './side-nav.tsx';
import { TopBar } from './top-bar.tsx';

const MobileSidebar = lazyDialog(() => import('./mobile-sidebar.tsx'));

interface ShellProps {
  readonly sections: readonly NavSection[];
  readonly home: '/admin' | '/dashboard';
  readonly railTop?: ReactNode;
  readonly children: ReactNode;
}

/** A new page starts at its content, for the keyboard and for a screen reader too, also in a layout that comes with it. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const navigation = useNavigation();
  const path = useShownLocation(({ pathname }) => pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its content
  useLayoutEffect(() => {
    if (navigation.hasShownOthers) main.current?.focus({ preventScroll: true });
  }, [navigation, path]);
  return main;
}

/** Sidebar and top bar; below 1024 px the sidebar becomes a drawer. */
export function Shell({ sections, home, railTop, children }: ShellProps) {
  const [drawer, setDrawer] = useState(false);
  const [wanted, setWanted] = useState(false);
  const main = useFocusOnNavigation();
  const close = () => setDrawer(false);
  const open = () => {
    setWanted(true);
    setDrawer(true);
  };
  useIdle(MobileSidebar.preload);
  // The browser's own way would add a step to the history, which Back takes first.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const nav = { sections, home, top: railTop };
  return (
    <div className={styles.shell} data-top={railTop ? 'balance' : undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page */}
      <a href="#contenu" className={styles.skip} onClick={skip}>
        {shell.skipToContent}
      </a>
      <aside className={styles.rail} data-sidebar>
        <SideNav {...nav} />
      </aside>
      {wanted && (
        <MobileSidebar opened={drawer} onClose={close}>
          <SideNav {...nav} onNavigate={close} />
        </MobileSidebar>
      )}
      <div className={styles.page}>
        <TopBar home={home} onMenu={open} />
        <main ref={main} id="contenu" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
