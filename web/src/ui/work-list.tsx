import { type ReactNode, useId } from 'react';
import { useNextInReach } from './use-next-in-reach.ts';
import styles from './work-list.module.css';

interface WorkListProps {
  /** What the list holds, for a screen reader. */
  readonly label: string;
  /** Receives what to call before acting on an item, so that the next one comes into reach. */
  readonly children: (leaving: (id: string) => void) => ReactNode;
}

/** Things that wait for a decision, each with its buttons. */
export function WorkList({ label, children }: WorkListProps) {
  const { list, leaving } = useNextInReach<HTMLUListElement>();
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} aria-label={label}>
      {children(leaving)}
    </ul>
  );
}

interface WorkItemProps {
  readonly name: string;
  readonly figure?: ReactNode;
  readonly about: ReactNode;
  readonly note?: string | null;
  /** What the first button will do. */
  readonly effect?: ReactNode;
  /** Receives what ties each button to its item for a screen reader. */
  readonly buttons: (shared: { 'aria-describedby': string }) => ReactNode;
}

export function WorkItem({ name, figure, about, note, effect, buttons }: WorkItemProps) {
  const described = useId();
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.head} id={described}>
          <strong>{name}</strong>
          {figure}
        </p>
        <p className={styles.dim}>{about}</p>
        {note && <p className={styles.dim}>{note}</p>}
        {effect && <p className={styles.effect}>{effect}</p>}
      </div>
      <div className={styles.buttons}>{buttons({ 'aria-describedby': described })}</div>
    </li>
  );
}
