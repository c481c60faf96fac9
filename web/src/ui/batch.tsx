import { batch as words } from '@almas/locale/screens/batch';
import { common } from '@almas/locale/screens/common';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { messageOf, OfflineError } from '../platform/network/index.ts';
import { useUnsaved } from '../platform/session/index.ts';
import styles from './batch.module.css';
import { Button, type ButtonVariant } from './button.tsx';
import { Stack } from './card.tsx';
import { Checkbox } from './checkbox.tsx';
import { DecidingButton } from './deciding-button.tsx';
import { Dialog } from './dialog.tsx';
import { refusePresses, resultMilliseconds } from './slips.ts';
import { TextAreaField } from './text-area-field.tsx';
import type { Selection } from './use-selection.ts';

/** One decision about several items. */
export interface BatchDecision<Item> {
  /** The button that opens it. */
  readonly label: string;
  readonly variant: ButtonVariant;
  readonly title: (count: number) => string;
  /** The text of a row once it is decided. */
  readonly done: string;
  /** The reason or note, for a decision that takes one. */
  readonly reason?: {
    readonly label: string;
    readonly maxLength: number;
    /** Reasons to choose from, above the field. */
    readonly choices?: (chosen: string, onChoose: (reason: string) => void) => ReactNode;
  };
  /** One call, with its own key where it moves money: sent again, it has no second effect. */
  readonly decide: (item: Item, reason: string) => Promise<unknown>;
  readonly failure: string;
  /** Called after the last call, to refresh the lists. */
  readonly onEnd: () => unknown;
}

interface SelectBoxProps<Item extends { readonly id: string }> {
  readonly selection: Selection<Item>;
  readonly id: string;
  readonly name: string;
}

export const SelectBox = <Item extends { readonly id: string }>({
  selection,
  id,
  name,
}: SelectBoxProps<Item>) => (
  <span className={styles.select}>
    <Checkbox name={words.select(name)} checked={selection.has(id)} onChange={() => selection.toggle(id)} />
  </span>
);

interface BatchProps<Item extends { readonly id: string }> {
  readonly selection: Selection<Item>;
  /** How many could be chosen. */
  readonly available: number;
  /** How many the list shows, decided ones included: the bar leaves with its last row, not when one of two is decided (P29). */
  readonly listed?: number;
  readonly decisions: readonly BatchDecision<Item>[];
  readonly nameOf: (item: Item) => string;
  readonly figureOf?: (item: Item) => ReactNode;
  /** A warning to read before this item is decided; '' for none. */
  readonly noteOf?: (item: Item) => string;
  /** The total of the selected items. */
  readonly totalOf?: (items: readonly Item[]) => string;
  /** Above a list, not inside its box. */
  readonly framed?: boolean;
}

/** The actions for the selected items; nothing is sent before a summary is confirmed. */
export function Batch<Item extends { readonly id: string }>(props: BatchProps<Item>) {
  const { selection, available, listed = available, decisions, totalOf, framed = false } = props;
  const [toConfirm, setToConfirm] = useState<{
    decision: BatchDecision<Item>;
    items: readonly Item[];
  } | null>(null);
  const { chosen } = selection;
  /** What was only looked at stays chosen. */
  const close = (begun: boolean) => {
    setToConfirm(null);
    if (begun) selection.clear();
  };
  return (
    <>
      {((available > 0 && listed > 1) || chosen.length > 0) && (
        <div className={`${styles.bar} ${framed ? styles.framed : ''}`}>
          <span className={styles.count} role="status">
            {chosen.length > 0 &&
              [words.chosen(chosen.length), totalOf?.(chosen)].filter(Boolean).join(' · ')}
          </span>
          {chosen.length < available && (
            <Button variant="quiet" onClick={selection.selectAll}>
              {words.selectAll(available)}
            </Button>
          )}
          {chosen.length > 0 && (
            <>
              <Button variant="quiet" onClick={selection.clear}>
                {words.clear}
              </Button>
              <div className={styles.decisions}>
                {decisions.map((decision) => (
                  <DecidingButton
                    key={decision.label}
                    variant={decision.variant}
                    onClick={() => setToConfirm({ decision, items: chosen })}
                  >
                    {decision.label}
                  </DecidingButton>
                ))}
              </div>
            </>
          )}
        </div>
      )}
      {toConfirm && (
        <BatchDialog {...props} decision={toConfirm.decision} items={toConfirm.items} onClose={close} />
      )}
    </>
  );
}

type RowState =
  /** `unanswered`: sent, and no response came. */
  | { readonly state: 'waiting' | 'running' | 'unanswered' | 'done' }
  | { readonly state: 'failed'; readonly message: string };

interface BatchDialogProps<Item extends { readonly id: string }>
  extends Pick<BatchProps<Item>, 'nameOf' | 'figureOf' | 'noteOf' | 'totalOf'> {
  readonly decision: BatchDecision<Item>;
  readonly items: readonly Item[];
  readonly onClose: (begun: boolean) => void;
}

/** Shows the summary, then sends the calls sequentially and shows each result; a refused call does not stop the others. */
function BatchDialog<Item extends { readonly id: string }>({
  decision,
  items,
  nameOf,
  figureOf,
  noteOf,
  totalOf,
  onClose,
}: BatchDialogProps<Item>) {
  const [states, setStates] = useState<ReadonlyMap<string, RowState>>(new Map());
  const [begun, setBegun] = useState(false);
  const [running, setRunning] = useState(false);
  const [reason, setReason] = useState('');
  /** Why the calls stopped before the last one. */
  const [lost, setLost] = useState('');
  const stateOf = ({ id }: Item): RowState => states.get(id) ?? { state: 'waiting' };
  const count = (wanted: RowState['state']) => items.filter((item) => stateOf(item).state === wanted).length;
  const unanswered = count('unanswered');
  const waiting = count('waiting') + unanswered;

  const run = async () => {
    setBegun(true);
    setRunning(true);
    setLost('');
    for (const item of items.filter((one) => ['waiting', 'unanswered'].includes(stateOf(one).state))) {
      const note = (state: RowState) => setStates((before) => new Map(before).set(item.id, state));
      note({ state: 'running' });
      try {
        await decision.decide(item, reason.trim());
        note({ state: 'done' });
      } catch (error) {
        // Without a response the remaining calls would fail as well: this one and the rest wait for `Reprendre`.
        if (error instanceof OfflineError) {
          note({ state: error.reason === 'offline' ? 'waiting' : 'unanswered' });
          setLost(error.message);
          break;
        }
        note({ state: 'failed', message: messageOf(error, decision.failure) });
      }
    }
    await decision.onEnd();
    setRunning(false);
  };

  const ended = begun && !running;
  const close = useRef<HTMLButtonElement>(null);
  // On a phone it is where « Confirmer » was: the second tap of a double tap would close unread results.
  useLayoutEffect(
    () => (ended && close.current ? refusePresses(close.current, resultMilliseconds) : undefined),
    [ended],
  );
  return (
    <Dialog
      onClose={() => onClose(begun)}
      title={decision.title(items.length)}
      locked={running}
      footer={
        <>
          <Button ref={close} variant="secondary" onClick={() => onClose(begun)} disabled={running}>
            {ended ? common.close : common.cancel}
          </Button>
          {waiting > 0 && (
            <DecidingButton
              variant={decision.variant === 'secondary' ? 'danger' : 'primary'}
              busy={running}
              onClick={() => void run()}
            >
              {begun ? words.goOn : common.confirm}
            </DecidingButton>
          )}
        </>
      }
    >
      <Stack>
        <p role="status">
          {running
            ? words.progress(count('done') + count('failed'), items.length)
            : ended
              ? [words.summary(count('done'), count('failed')), lost].filter(Boolean).join('. ')
              : [totalOf?.(items), words.each].filter(Boolean).join('. ')}
        </p>
        {decision.reason && !begun && (
          <>
            {decision.reason.choices?.(reason, setReason)}
            <Reason asks={decision.reason} value={reason} onChange={setReason} />
          </>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable */}
        <ul className={`box lines ${styles.rows}`} aria-label={words.results} tabIndex={0}>
          {items.map((item) => (
            <li key={item.id}>
              <span>{nameOf(item)}</span>
              {figureOf?.(item)}
              {!begun && noteOf?.(item) && <span className={styles.note}>{noteOf(item)}</span>}
              {begun && <RowResult row={stateOf(item)} done={decision.done} />}
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}

interface ReasonProps<Item> {
  readonly asks: NonNullable<BatchDecision<Item>['reason']>;
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** What was typed is not lost by a press beside the dialog. */
function Reason<Item>({ asks, value, onChange }: ReasonProps<Item>) {
  useUnsaved({ changed: value.trim() !== '' });
  return (
    <TextAreaField
      label={asks.label}
      maxLength={asks.maxLength}
      rows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const RowResult = ({ row, done }: { readonly row: RowState; readonly done: string }) => (
  <span className={`note ${styles.state}`} data-state={row.state}>
    {row.state === 'failed'
      ? row.message
      : { waiting: words.waiting, unanswered: words.unanswered, running: words.running, done }[row.state]}
  </span>
);
