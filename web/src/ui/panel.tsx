import { type ReactNode, useId, useState } from 'react';
import { ChevronIcon } from './icons.tsx';
import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Stays visible when the panel is closed. */
  readonly summary?: ReactNode;
  readonly initiallyOpen?: boolean;
  readonly children: ReactNode;
}

/** A collapsible box: its heading is the button. */
export function Panel({ title, summary, initiallyOpen = true, children }: PanelProps) {
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  return (
    <section className={`box ${styles.panel}`} aria-labelledby={`${id}-title`}>
      <h2 className={styles.title}>
        <button
          type="button"
          id={`${id}-title`}
          className={`row spread ${styles.button}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span>{title}</span>
          <span className={styles.chevron}>
            <ChevronIcon />
          </span>
        </button>
      </h2>
      {summary && <div className={`dim ${styles.summary}`}>{summary}</div>}
      <div id={id} className={styles.body} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
