import type { ReactNode } from 'react';
import styles from './bar-list.module.css';

interface BarListProps {
  readonly items: readonly {
    readonly key: string;
    readonly name: ReactNode;
    readonly figure: ReactNode;
    /** 0 to 1: how long the bar is. */
    readonly share: number;
  }[];
}

/** Items compared by the length of their bars. */
export const BarList = ({ items }: BarListProps) => (
  <ol className={styles.bars}>
    {items.map(({ key, name, figure, share }) => (
      <li key={key}>
        <span className={styles.name}>{name}</span>
        <span className={styles.figure}>{figure}</span>
        <span className={styles.track} aria-hidden="true">
          <span style={{ width: `${Math.max(2, share * 100)}%` }} />
        </span>
      </li>
    ))}
  </ol>
);
