import { shell } from '@almas/locale/screens/shell';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { Facets } from '../../ui/mark.tsx';
import { Brand } from './brand.tsx';
import styles from './side-nav.module.css';
import { ThemeChoice } from './theme-choice.tsx';

export interface NavSection {
  readonly title: string;
  readonly entries: readonly {
    readonly to: NonNullable<LinkProps['to']>;
    readonly label: string;
    readonly icon: ComponentType<{ size?: number }>;
    /** Lit on this path only, not on those below it. */
    readonly exact?: boolean;
  }[];
}

export interface SideNavProps {
  readonly sections: readonly NavSection[];
  readonly home: '/admin' | '/dashboard';
  /** Above the entries: a reseller's balance. */
  readonly top?: ReactNode;
  readonly onNavigate?: () => void;
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
            {section.entries.map(({ to, label, icon: Icon, exact }) => (
              <li key={label}>
                <Link
                  to={to}
                  className={styles.entry}
                  activeProps={{ 'aria-current': 'page' }}
                  activeOptions={{ exact: exact ?? false }}
                  onClick={onNavigate}
                >
                  <Icon />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
    <ThemeChoice />
  </div>
);
