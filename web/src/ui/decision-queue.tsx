import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './decision-queue.module.css';
import type { ListPointer } from './held-list.ts';

interface DecisionQueueProps {
  /** The accessible name of the list. */
  readonly label: string;
  /** Of `useKeptRows`. */
  readonly pointer?: ListPointer;
  readonly children: ReactNode;
}

/** Items that wait for a decision, each with its buttons; with `useKeptRows` a decided one keeps its position. */
export const DecisionQueue = ({ label, pointer, children }: DecisionQueueProps) => (
  <ul className={styles.list} aria-label={label} ref={pointer}>
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

interface QueueItemProps {
  /** Of its name and figure, for a control in it that refers to them. */
  readonly id?: string;
  /** A checkbox that selects the item, before its text. */
  readonly select?: ReactNode;
  /** A picture of the item. With it, an item is one row on a wide screen: picture, text, figure with the effect, buttons. */
  readonly lead?: ReactNode;
  readonly name: ReactNode;
  readonly figure?: ReactNode;
  readonly about: ReactNode;
  readonly note?: string | null | undefined;
  /** More about it, under its note: links and warnings. */
  readonly details?: ReactNode;
  /** A value that the decision is made with, such as a number to copy; beside the text where there is room. */
  readonly aside?: ReactNode;
  /** The effect of the first button. */
  readonly effect?: ReactNode;
  /** The decision, shown over the buttons, which keep their space and ignore presses: nothing below moves. */
  readonly outcome?: ReactNode;
  /** Receives the attributes that relate each button to its item for a screen reader. */
  readonly buttons: (shared: { 'aria-describedby': string }) => ReactNode;
}

export function QueueItem({
  id,
  select,
  lead,
  name,
  figure,
  about,
  note,
  details,
  aside,
  effect,
  outcome,
  buttons,
}: QueueItemProps) {
  const own = useId();
  const described = id ?? own;
  const row = useDecidedFocus<HTMLLIElement>(Boolean(outcome));
  const effectLine = effect && <p className={styles.effect}>{effect}</p>;
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={`column ${styles.item} ${lead ? styles.dense : ''}`}
      data-decided={outcome ? '' : undefined}
      data-testid={outcome ? 'decided-item' : 'pending-item'}
    >
      {lead && (
        <div className={`row ${styles.lead}`}>
          {!outcome && select}
          {lead}
        </div>
      )}
      <div className={styles.words}>
        <p className={`wrap spread ${styles.head}`} id={described}>
          <span className={`row ${styles.name}`}>
            {!outcome && !lead && select}
            <strong>{name}</strong>
          </span>
          {/* An amount has a direction of its own, and with it another end. */}
          {figure && <span>{figure}</span>}
        </p>
        <p className={`dim ${styles.dim}`}>{about}</p>
        {note && (
          <p className={`dim ${styles.dim}`}>
            <bdi>{note}</bdi>
          </p>
        )}
        {details}
        {effectLine}
      </div>
      {aside && <div className={`row wrap ${styles.aside}`}>{aside}</div>}
      <div className={styles.slot}>
        <div className={styles.buttons} inert={Boolean(outcome)}>
          {buttons({ 'aria-describedby': described })}
        </div>
        {outcome && <p className={styles.outcome}>{outcome}</p>}
      </div>
    </li>
  );
}
