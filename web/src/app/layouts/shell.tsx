import { shell } from '@almas/locale/screens/shell';
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react';
import { useIdle } from '../../platform/release/index.ts';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { MainContent } from '../../ui/main-content.tsx';
import styles from './shell.module.css';
import { type NavSection, SideNav } from './side-nav.tsx';
import { TopBar } from './top-bar.tsx';

const MobileSidebar = lazyDialog(() => import('./mobile-sidebar.tsx'));

export interface MenuProps {
  readonly onOpen: () => void;
}

interface ShellProps {
  readonly sections: readonly NavSection[];
  readonly home: '/admin' | '/dashboard';
  readonly railTop?: ReactNode;
  /** What opens the drawer on small screens: a button in the top bar, or a bar at the bottom. */
  readonly menu?: ComponentType<MenuProps>;
  readonly bottomBar?: ComponentType<MenuProps>;
  /** In the top bar, before the bell. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Sidebar and top bar; below 1024 px the sidebar becomes a drawer, and a reseller has a bar at the bottom. */
export function Shell({
  sections,
  home,
  railTop,
  menu: Menu,
  bottomBar: BottomBar,
  tools,
  children,
}: ShellProps) {
  const [drawer, setDrawer] = useState(false);
  const close = () => setDrawer(false);
  const open = () => setDrawer(true);
  useIdle(MobileSidebar.preload);
  // A plain anchor would add a history entry, which Back would return from first.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById('contenu')?.focus();
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
      {drawer && <MobileSidebar {...nav} onClose={close} />}
      <div className={`column ${styles.page}`}>
        <TopBar home={home} menu={Menu && <Menu onOpen={open} />} tools={tools} />
        <MainContent className={styles.main}>{children}</MainContent>
        {BottomBar && <BottomBar onOpen={open} />}
      </div>
    </div>
  );
}
