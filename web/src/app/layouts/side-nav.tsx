import { shell } from '@almas/locale/screens/shell';
import type { ComponentType, ReactNode } from 'react';
import { Link, type LinkProps, useLocation } from '../../platform/navigation/index.ts';
import { Facets } from '../../ui/mark.tsx';
import { Brand } from './brand.tsx';
import styles from './side-nav.module.css';
import { ThemeChoice } from './theme-choice.tsx';

export interface NavSection {
  readonly title: string;
  readonly entries: readonly (PageEntry | DialogEntry)[];
}

interface Entry {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number }>;
}
interface PageEntry extends Entry {
  readonly to: NonNullable<LinkProps['to']>;
  /** Marked as current on this path only, not on those below it. */
  readonly exact?: boolean;
  /** Another path on which it is marked as current. */
  readonly also?: string;
}
/** Opens a dialog over the page. */
interface DialogEntry extends Entry {
  readonly open: () => void;
}

export interface SideNavProps {
  readonly sections: readonly NavSection[];
  readonly home: '/admin' | '/dashboard';
  /** Above the entries: a reseller's balance. */
  readonly top?: ReactNode;
  readonly onNavigate?: (() => void) | undefined;
}

export const SideNav = ({ sections, home, top, onNavigate }: SideNavProps) => (
  <div className={styles.rail}>
    <Facets className={styles.facets} />
    <Brand home={home} onNavigate={onNavigate} />
    {top}
    <nav aria-label={shell.navigation} className={styles.nav}>
      {sections.map((section) => (
        <div key={section.title}>
          <p className={styles.title}>{section.title}</p>
          <ul>
            {section.entries.map((entry) => (
              <li key={entry.label}>
                <NavEntry entry={entry} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
    <ThemeChoice />
  </div>
);

interface NavEntryProps extends Pick<SideNavProps, 'onNavigate'> {
  readonly entry: NavSection['entries'][number];
}

function NavEntry({ entry, onNavigate }: NavEntryProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { label, icon: Icon } = entry;
  if ('open' in entry) {
    const open = () => {
      onNavigate?.();
      entry.open();
    };
    return (
      <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={open}>
        <Icon />
        {label}
      </button>
    );
  }
  return (
    <Link
      to={entry.to}
      className={styles.entry}
      activeOptions={{ exact: entry.exact ?? false, includeSearch: false }}
      onClick={onNavigate}
      {...(entry.also === path && { 'aria-current': 'page' as const })}
    >
      <Icon />
      {label}
    </Link>
  );
}
