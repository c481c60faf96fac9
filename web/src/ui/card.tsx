import type { CSSProperties, ReactNode, Ref } from 'react';
import styles from './card.module.css';

/** A plain box. `flush` has no padding, for lists and tables. */
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

/** A titled part of a page. Not a landmark, because its name could equal that of a field in it. */
export const Section = ({ title, note, action, children }: SectionProps) => (
  <section className="column gap-12">
    <div className={`row wrap spread ${styles.head}`}>
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
}

export const StatCard = ({ label, value, note, tone = 'plain' }: StatCardProps) => (
  <div className={`${styles.card} ${styles.stat}`} data-tone={tone}>
    <p className={`dim ${styles.statLabel}`}>{label}</p>
    <p
      className={styles.statValue}
      {...(typeof value === 'string' && {
        'data-amount': '',
        style: { '--length': value.length } as CSSProperties,
      })}
    >
      {value}
    </p>
    {note && <p className="note">{note}</p>}
  </div>
);

/** What a dialog is for, above its content. */
export const Lead = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.lead}>{children}</p>
);

interface StackProps {
  readonly children: ReactNode;
  readonly gap?: number;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Stacks the parts of a page vertically. */
export const Stack = ({ children, gap = 16, ref }: StackProps) => (
  <div ref={ref} style={{ display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    {children}
  </div>
);

/** Elements side by side, wrapping. */
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
