import type { CSSProperties, ReactNode } from 'react';
import styles from './card.module.css';

/** A quiet box. `flush` leaves the padding to the content (lists, tables). */
export const Card = ({
  children,
  flush = false,
}: {
  readonly children: ReactNode;
  readonly flush?: boolean;
}) => <div className={`${styles.card} ${flush ? styles.flush : ''}`}>{children}</div>;

interface SectionProps {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. It is no landmark: its name could be that of a field in it. */
export const Section = ({ title, note, action, children }: SectionProps) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <div>
        <h2>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {action}
    </div>
    {children}
  </section>
);

interface StatCardProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: 'plain' | 'waiting';
  /** How many characters the longest figure of the row has: all of them are written as small as that one. */
  readonly longest?: number;
}

export const StatCard = ({ label, value, note, tone = 'plain', longest = 0 }: StatCardProps) => (
  <div className={`${styles.card} ${styles.stat}`} data-tone={tone}>
    <p className={styles.statLabel}>{label}</p>
    <p
      className={styles.statValue}
      {...(typeof value === 'string' && {
        'data-amount': '',
        style: { '--length': Math.max(value.length, longest) } as CSSProperties,
      })}
    >
      {value}
    </p>
    {note && <p className={styles.statNote}>{note}</p>}
  </div>
);

/** Parts of a page one under the other. */
export const Stack = ({ children, gap = 16 }: { readonly children: ReactNode; readonly gap?: number }) => (
  <div style={{ display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</div>
);

/** Things side by side that may wrap. */
export const Row = ({ children, gap = 8 }: { readonly children: ReactNode; readonly gap?: number }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap, alignItems: 'center' }}>{children}</div>
);

interface GridProps {
  readonly children: ReactNode;
  /** The smallest width of a column, in pixels. */
  readonly min?: number;
  readonly as?: 'div' | 'ul';
}

/** Cards that share the width: as many columns as fit. */
export const Grid = ({ children, min = 240, as: Tag = 'div' }: GridProps) => (
  <Tag
    style={{
      display: 'grid',
      gap: 16,
      gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))`,
    }}
  >
    {children}
  </Tag>
);
