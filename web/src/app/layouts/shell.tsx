import { shell } from '@almas/locale/screens/shell';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from '../../lib/router.tsx';
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

/** A new page starts at its content, for the keyboard and for a screen reader too. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useLocation(({ pathname }) => pathname);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
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
  const nav = { sections, home, top: railTop };
  return (
    <div className={styles.shell} data-top={railTop ? 'balance' : undefined}>
      <a href="#contenu" className={styles.skip}>
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
