import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ListPointer } from './held-list.ts';
import styles from './work-list.module.css';

interface WorkListProps {
  /** The accessible name of the list. */
  readonly label: string;
  /** Of `useKeptRows`. */
  readonly pointer: ListPointer;
  readonly children: ReactNode;
}

/** Items that wait for a decision, each with its buttons; with `useKeptRows` a decided one keeps its position. */
export const WorkList = ({ label, pointer, children }: WorkListProps) => (
  <ul className={styles.list} aria-label={label} {...pointer}>
    {children}
  </ul>
);

/** Gives the focus to a row once it is decided, unless it is elsewhere. */
export function useDecidedFocus<Row extends HTMLElement>(decided: boolean) {
  const row = useRef<Row>(null);
  useEffect(() => {
    const here = document.activeElement;
    if (decided && (!here || here === document.body || row.current?.contains(here)))
      row.current?.focus({ preventScroll: true });
  }, [decided]);
  return row;
}

interface DecidableButtonsProps {
  /** The decision, shown over the buttons, which keep their space and ignore presses. */
  readonly outcome?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** The buttons of a row, or the decision in the same space, so that nothing below moves. */
export const DecidableButtons = ({ outcome, children, className }: DecidableButtonsProps) => (
  <div className={styles.slot}>
    <div className={className ?? styles.buttons} inert={Boolean(outcome)}>
      {children}
    </div>
    {outcome && <p className={styles.outcome}>{outcome}</p>}
  </div>
);

interface WorkItemProps {
  /** A checkbox that selects the item, before its text. */
  readonly select?: ReactNode;
  readonly name: ReactNode;
  readonly figure?: ReactNode;
  readonly about: ReactNode;
  readonly note?: string | null;
  /** More about it, under its note: links and warnings. */
  readonly details?: ReactNode;
  /** The effect of the first button. */
  readonly effect?: ReactNode;
  readonly outcome?: ReactNode;
  /** Receives the attributes that relate each button to its item for a screen reader. */
  readonly buttons: (shared: { 'aria-describedby': string }) => ReactNode;
}

export function WorkItem({
  select,
  name,
  figure,
  about,
  note,
  details,
  effect,
  outcome,
  buttons,
}: WorkItemProps) {
  const described = useId();
  const row = useDecidedFocus<HTMLLIElement>(Boolean(outcome));
  return (
    <li ref={row} tabIndex={-1} className={styles.item} data-decided={outcome ? '' : undefined}>
      <div className={styles.words}>
        <p className={styles.head} id={described}>
          <span className={styles.name}>
            {!outcome && select}
            <strong>{name}</strong>
          </span>
          {figure}
        </p>
        <p className={styles.dim}>{about}</p>
        {note && (
          <p className={styles.dim}>
            <bdi>{note}</bdi>
          </p>
        )}
        {details}
        {effect && <p className={styles.effect}>{effect}</p>}
      </div>
      <DecidableButtons outcome={outcome}>{buttons({ 'aria-describedby': described })}</DecidableButtons>
    </li>
  );
}
