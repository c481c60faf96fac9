import { language } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { login } from '@almas/locale/screens/login';
import type { ReactNode } from 'react';
import { useKnownFeature } from '../../platform/network/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MainContent } from '../../ui/main-content.tsx';
import { Facets, Mark } from '../../ui/mark.tsx';
import styles from './auth-layout.module.css';

const LanguageSwitch = lazyPart(() => import('../languages/language-switch.tsx'), null);

interface AuthLayoutProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  /** Under the form: the link to the other form. */
  readonly other: ReactNode;
}

/** The layout of the sign-in and the registration. */
export const AuthLayout = ({ title, text, children, other }: AuthLayoutProps) => {
  const offersLanguages = useKnownFeature('arabic');
  return (
    <div className={`column ${styles.page}`}>
      <aside className={styles.field}>
        <Facets className={styles.facets} />
        <p className={`row ${styles.brand}`}>
          <Mark size={40} />
          {common.product}
        </p>
        <div className={styles.promise}>
          <p>{login.promise}</p>
          <p>{login.promiseText}</p>
        </div>
      </aside>
      <MainContent className={styles.side}>
        <div className={`column ${styles.box}`}>
          <div className={`column gap-4 ${styles.head}`}>
            <h1>{title}</h1>
            {text && <p>{text}</p>}
          </div>
          {children}
          <p className={styles.other}>{other}</p>
          {(offersLanguages || language !== 'fr') && <LanguageSwitch className={`row ${styles.language}`} />}
        </div>
      </MainContent>
    </div>
  );
};
