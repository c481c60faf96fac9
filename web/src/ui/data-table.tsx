import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import styles from './data-table.module.css';
import type { ListPointer } from './held-list.ts';
import { ariaSort, type SortableColumn, SortButton, SortChoice, type Sorting } from './sorted-head.tsx';
import { useScrolls } from './use-scrolls.ts';
import { useWidth } from './use-width.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are aligned to the right. */
  readonly end?: boolean;
  /** Short texts that read badly in two lines: dates, types. */
  readonly tight?: boolean;
  /** One line, cut off at its end; the rest is in the details and in the tooltip. */
  readonly clip?: 'small' | 'narrow' | 'wide';
  /** The cell that names the row; on a phone it is the title of the card. */
  readonly main?: boolean;
  /** Rendered beside the button of the main cell, which cannot contain a link. */
  readonly beside?: (row: Row) => ReactNode;
  /** Buttons; on a phone without the column header, over the whole width. */
  readonly actions?: boolean;
  /** The list can be sorted by it. */
  readonly sort?: SortableColumn;
  /** Another order, of the second value that its cells show; its button is in the same header. */
  readonly alsoSort?: { readonly head: string; readonly sort: SortableColumn };
  /** Its place in a row of two lines, on a phone; a table with such columns leaves the others out there, for its details. */
  readonly phone?: 'title' | 'figure' | 'note' | 'state';
  /** Rendered in rows of two lines only. */
  readonly phoneOnly?: boolean;
}

interface DataTableProps<Row> {
  /** What the table lists, for a screen reader. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Makes each row clickable; the main cell has the button for the keyboard. */
  readonly onOpen?: (row: Row) => void;
  readonly openLabel?: (row: Row) => string;
  /** Pixels of its own width below which the rows become cards. */
  readonly cardsBelow?: number;
  /** For many columns: smaller text and spacing. */
  readonly dense?: boolean;
  readonly sorting?: Sorting;
  /** Of `useKeptRows`: no row moves under the pointer. */
  readonly pointer?: ListPointer;
}

/** A mouse press that moves farther than this selects text. */
const stillPixels = 4;

/** Opens a row on a press, unless the press selected text of it, which the user wants to copy. */
function useRowPress() {
  const from = useRef({ x: 0, y: 0 });
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      from.current = { x: clientX, y: clientY };
    },
    marksWords: ({ clientX, clientY, detail }: MouseEvent) =>
      // A press by the keyboard has no coordinates.
      detail > 0 &&
      Math.hypot(clientX - from.current.x, clientY - from.current.y) > stillPixels &&
      getSelection()?.isCollapsed === false,
  };
}

/** A table on a wide screen, a list of cards on a phone: the same markup with different styles. */
export function DataTable<Row>({
  caption,
  columns: all,
  rows,
  rowKey,
  onOpen,
  openLabel,
  cardsBelow = 640,
  dense = false,
  sorting,
  pointer,
}: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const cards = useWidth(frame) < cardsBelow;
  const twoLines = cards && all.some(({ phone }) => phone);
  const columns = all.filter(({ phone, phoneOnly }) => (twoLines ? phone : !phoneOnly));
  const scrolls = useScrolls(frame);
  const { onPointerDown, marksWords } = useRowPress();
  return (
    <div
      ref={frame}
      className={`${styles.frame} ${dense ? styles.dense : ''}`}
      data-cards={cards ? '' : undefined}
      data-two-lines={twoLines ? '' : undefined}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': caption })}
    >
      {sorting && cards && (
        <div className={styles.sort}>
          <SortChoice
            columns={all.flatMap(({ head, sort, alsoSort }) => [
              ...(sort ? [{ head, sort }] : []),
              ...(alsoSort ? [alsoSort] : []),
            ])}
            sorting={sorting}
          />
        </div>
      )}
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={column.end ? styles.end : undefined}
                aria-sort={ariaSort(sorting, column.sort) ?? ariaSort(sorting, column.alsoSort?.sort)}
              >
                {column.sort && sorting && !cards ? (
                  <>
                    <SortButton head={column.head} sort={column.sort} sorting={sorting} />
                    {column.alsoSort && <SortButton {...column.alsoSort} sorting={sorting} />}
                  </>
                ) : (
                  column.head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={pointer}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              tabIndex={-1}
              data-row={rowKey(row)}
              className={onOpen ? styles.opens : undefined}
              onPointerDown={onPointerDown}
              onClick={(event) => marksWords(event) || onOpen?.(row)}
            >
              {columns.map((column) => (
                <td
                  key={column.head}
                  data-head={column.head}
                  data-phone={column.phone}
                  className={[
                    column.end && styles.end,
                    column.tight && styles.tight,
                    column.clip && styles[column.clip],
                    column.main && styles.main,
                    column.actions && styles.actions,
                  ]
                    .filter(Boolean)
                    .join(' ')}
                >
                  {column.main && onOpen ? (
                    <span className={styles.opener}>
                      <button type="button" className={styles.open} aria-label={openLabel?.(row)}>
                        {column.cell(row)}
                      </button>
                      {column.beside?.(row)}
                    </span>
                  ) : column.clip ? (
                    // An Arabic text begins at the right, and is cut off at the left.
                    <div dir="auto" className={styles.clipped}>
                      {column.cell(row)}
                    </div>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
