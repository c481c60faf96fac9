import { comma } from '@almas/locale/formats';
import { codes as words } from '@almas/locale/screens/codes';
import { useId, useRef } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScrolls } from '../../ui/use-scrolls.ts';
import styles from './code-preview.module.css';
import type { Preview } from './import-list.ts';
import type { JudgedRow } from './reader/judge.ts';
import type { ListedKinds } from './reader/kinds.ts';
import { type ColumnRole, columnRoles, isSold } from './reader/words.ts';

/** Good rows shown from each end of the list. */
const endSize = 3;
/** Rows shown of those that are left out. */
const leftOutSize = 100;

/** What was understood: the columns with their meaning, the lines that are left out, the first and the last ones that are not. */
export function CodePreview({ preview }: { readonly preview: Preview }) {
  return (
    <div className={styles.preview} data-testid="code-preview">
      {preview.question === 'column' ? (
        <ColumnQuestion preview={preview} />
      ) : (
        <>
          {preview.listed && <KindQuestion preview={preview} listed={preview.listed} />}
          {preview.question === null && <Understood preview={preview} />}
        </>
      )}
    </div>
  );
}

interface KindQuestionProps {
  readonly preview: Preview;
  readonly listed: ListedKinds;
}

/** Which lines belong to the offer, of a list with codes of several. */
function KindQuestion({ preview: { reading, kind, onKind }, listed: { columns, kinds } }: KindQuestionProps) {
  const name = useId();
  const heads = columns.map((column) => words.preview.column(column + 1, reading.grid.heads[column] ?? ''));
  const choices = [
    ...kinds.map((one) => ({ key: one.key, text: words.preview.kind(one.name, one.count) })),
    { key: '', text: words.preview.allKinds },
  ];
  return (
    <fieldset className={styles.question}>
      <legend>
        {words.preview.questions.kind} ({heads.join(comma)})
      </legend>
      <div className={styles.choices}>
        {choices.map(({ key, text }) => (
          <label key={key} className={`row ${styles.choice}`}>
            <input type="radio" name={name} checked={kind === key} onChange={() => onKind(key)} />
            <span className={styles.choiceText}>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ColumnQuestion({ preview: { reading, onRole } }: { readonly preview: Preview }) {
  const name = useId();
  const columns =
    reading.question.length > 0 ? reading.question : reading.grid.heads.map((_, index) => index);
  const samplesOf = (column: number) =>
    reading.grid.rows
      .filter(({ isNote }) => !isNote)
      .flatMap(({ cells }) => (cells[column] ? [cells[column]] : []))
      .slice(0, 3);
  return (
    <fieldset className={styles.question}>
      <legend>{words.preview.questions.column}</legend>
      {columns.map((column) => (
        <label key={column} className={`row ${styles.choice}`}>
          <input type="radio" name={name} onChange={() => onRole(column, 'code')} />
          <span className={styles.choiceText}>
            {words.preview.column(column + 1, reading.grid.heads[column] ?? '')}
            <code>{samplesOf(column).join(', ')}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Understood({ preview }: { readonly preview: Preview }) {
  const { rows, roles, reading } = preview;
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(frame);
  const good = rows.filter(({ verdict }) => verdict.state === 'good');
  const leftOut = rows.filter(({ verdict }) => verdict.state !== 'good');
  const isDestroyed = leftOut.some(
    ({ verdict }) => verdict.state !== 'good' && ['destroyed', 'rounded', 'zeros'].includes(verdict.reason),
  );
  const first = good.slice(0, good.length > 2 * endSize ? endSize : good.length);
  const last = good.length > 2 * endSize ? good.slice(-endSize) : [];
  // Before the columns: on a phone it is seen without scrolling.
  const hasRemarks = leftOut.length > 0;
  const order = shownOrder(preview);
  const width = roles.length + (hasRemarks ? 2 : 1);
  const shown = (some: readonly JudgedRow[]) =>
    some.map((row, index) => (
      <PreviewRow key={keyOf(row, index)} row={row} preview={preview} hasRemarks={hasRemarks} order={order} />
    ));
  return (
    <>
      {isDestroyed && (
        <Notice tone="failed" title={words.preview.destroyed} text={words.preview.destroyedText} />
      )}
      <div
        ref={frame}
        className={`box ${styles.frame}`}
        {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': words.preview.caption })}
      >
        <table className={styles.table}>
          <caption className="visually-hidden">{words.preview.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.preview.line}</th>
              {hasRemarks && <th scope="col">{words.preview.verdict}</th>}
              {order.map((column) => (
                <th key={column} scope="col" data-sold={isSold(roles[column])}>
                  <ColumnHead preview={preview} column={column} role={roles[column] ?? 'ignored'} />
                </th>
              ))}
            </tr>
          </thead>
          {hasRemarks && (
            <tbody data-testid="left-out">
              <GroupHead width={width} text={words.preview.leftOut(leftOut.length)} tone="warning" />
              {shown(leftOut.slice(0, leftOutSize))}
              {leftOut.length > leftOutSize && (
                <GroupHead width={width} text={words.preview.more(leftOut.length - leftOutSize)} />
              )}
            </tbody>
          )}
          {good.length > 0 && (
            <tbody data-testid="taken">
              <GroupHead width={width} text={words.preview.taken(good.length)} />
              {shown(first)}
              {last.length > 0 && (
                <GroupHead width={width} text={words.preview.more(good.length - 2 * endSize)} />
              )}
              {shown(last)}
            </tbody>
          )}
        </table>
      </div>
      {reading.question.length > 0 && <p className="note">{words.preview.chosen}</p>}
    </>
  );
}

/** What was taken for the code and its serial first: of many columns the last ones are seen by scrolling alone. A change moves none. */
function shownOrder({ reading: { roles, question } }: Preview): number[] {
  const rank = (column: number) => {
    const role = roles[column] ?? 'ignored';
    return question.includes(column) || isSold(role) ? 0 : columnRoles.indexOf(role);
  };
  return roles.map((_, column) => column).sort((a, b) => rank(a) - rank(b));
}

const keyOf = ({ row }: JudgedRow, index: number) => `${row.line}-${index}`;

interface ColumnHeadProps {
  readonly preview: Preview;
  readonly column: number;
  readonly role: ColumnRole;
}

function ColumnHead({ preview: { reading, onRole }, column, role }: ColumnHeadProps) {
  const head = reading.grid.heads[column] ?? '';
  if (reading.roles.length === 1) return <>{head || words.preview.roles.code}</>;
  return (
    <span className={`gap-2 ${styles.head}`}>
      <select
        aria-label={words.preview.meaning(words.preview.column(column + 1, head))}
        value={role}
        onChange={(event) => onRole(column, event.currentTarget.value as ColumnRole)}
      >
        {columnRoles.map((own) => (
          <option key={own} value={own}>
            {words.preview.roles[own]}
          </option>
        ))}
      </select>
      <span className={styles.name}>{head || words.preview.column(column + 1, '')}</span>
    </span>
  );
}

const GroupHead = ({ width, text, tone }: { width: number; text: string; tone?: 'warning' }) => (
  <tr className={styles.group} data-tone={tone}>
    <th scope="rowgroup" colSpan={width}>
      <span className={styles.groupText}>{text}</span>
    </th>
  </tr>
);

interface PreviewRowProps {
  readonly row: JudgedRow;
  readonly preview: Preview;
  readonly hasRemarks: boolean;
  readonly order: readonly number[];
}

function PreviewRow({ row: judged, preview, hasRemarks, order }: PreviewRowProps) {
  const { row, code, verdict } = judged;
  const { roles, ticked, onTick } = preview;
  const shown = row.isNote ? row.cells.join(' ') : code;
  return (
    <tr data-state={verdict.state}>
      <td>{row.line}</td>
      {hasRemarks && (
        <td>
          {verdict.state === 'doubtful' && (
            <Checkbox
              name={words.preview.take(shown, words.preview.reasons[verdict.reason])}
              checked={ticked.has(row)}
              onChange={(isTicked) => onTick(judged, isTicked)}
            >
              {words.preview.reasons[verdict.reason]}
            </Checkbox>
          )}
          {verdict.state === 'refused' && words.preview.reasons[verdict.reason]}
        </td>
      )}
      {row.isNote ? (
        <td colSpan={roles.length}>{row.cells.join(' ')}</td>
      ) : (
        order.map((column) => (
          <td key={column} data-role={roles[column]} dir="ltr">
            {isSold(roles[column]) ? code : row.cells[column]}
          </td>
        ))
      )}
    </tr>
  );
}
