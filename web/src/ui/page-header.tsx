import type { ReactNode } from 'react';
import { useDocumentTitle } from '../platform/navigation/index.ts';
import styles from './page-header.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** Rendered before the heading, such as an arrow. */
  readonly lead?: ReactNode;
  readonly text?: ReactNode;
  /** A back link with an arrow, above the title. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
}

/** The only `h1` of a page; also sets the document title. */
export function PageHeader({ title, lead, text, back, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className={`row wrap spread ${styles.header}`}>
      <div className={styles.words}>
        {back && <div className={styles.back}>{back}</div>}
        <div className="row gap-12">
          {lead}
          <h1>{title}</h1>
        </div>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={`row wrap gap-8 ${styles.actions}`}>{actions}</div>}
    </header>
  );
}
