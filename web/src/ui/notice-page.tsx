import type { ReactNode } from 'react';
import { useDocumentTitle } from '../platform/navigation/index.ts';
import { MainContent } from './main-content.tsx';
import { Mark } from './mark.tsx';
import styles from './notice-page.module.css';

interface NoticePageProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}

/** A page with only a message: not found, not allowed, waiting. */
export function NoticePage({ title, text, children, actions }: NoticePageProps) {
  useDocumentTitle(title);
  return (
    <MainContent className={styles.page}>
      <div className={`column ${styles.box}`}>
        <span className={`center ${styles.mark}`}>
          <Mark size={34} />
        </span>
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </MainContent>
  );
}
