import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { useDocumentTitle } from './use-document-title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** Before the heading: an arrow. */
  readonly lead?: ReactNode;
  readonly text?: ReactNode;
  /** Where the page came from: a link with an arrow, above the title. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
}

/** The one `h1` of a page; it also names the document. */
export function PageHeader({ title, lead, text, back, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {back && <div className={styles.back}>{back}</div>}
        <div className={styles.line}>
          {lead}
          <h1>{title}</h1>
        </div>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
