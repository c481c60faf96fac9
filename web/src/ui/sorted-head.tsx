import { comma } from '@almas/locale/formats';
import { lists } from '@almas/locale/screens/lists';
import { SelectField } from './field.tsx';
import styles from './sorted-head.module.css';

type SortOrder = 'asc' | 'desc';

/** A list that the server sorts; the order is in the URL. */
export interface Sorting {
  readonly by: string;
  readonly order: SortOrder;
  readonly onSort: (by: string, order: SortOrder) => void;
}

/** How a column sorts: the name of the sorting, and the direction of the first press. */
export interface SortableColumn {
  readonly by: string;
  readonly first: SortOrder;
}

export const ariaSort = (sorting: Sorting | undefined, sort: SortableColumn | undefined) =>
  sorting && sort && sorting.by === sort.by
    ? sorting.order === 'asc'
      ? ('ascending' as const)
      : ('descending' as const)
    : undefined;

interface SortButtonProps {
  readonly head: string;
  readonly sort: SortableColumn;
  readonly sorting: Sorting;
}

/** The header of a sortable column; a second press reverses the order. */
export function SortButton({ head, sort, sorting }: SortButtonProps) {
  const current = sorting.by === sort.by ? sorting.order : undefined;
  const next = current === undefined ? sort.first : current === 'asc' ? 'desc' : 'asc';
  return (
    <button type="button" className={styles.button} onClick={() => sorting.onSort(sort.by, next)}>
      {head}
      <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true" focusable="false">
        <path d="M5 0l4 5H1z" className={current === 'asc' ? styles.on : styles.off} />
        <path d="M5 12l4-5H1z" className={current === 'desc' ? styles.on : styles.off} />
      </svg>
    </button>
  );
}

interface SortChoiceProps {
  readonly columns: readonly { readonly head: string; readonly sort: SortableColumn }[];
  readonly sorting: Sorting;
}

/** The same choice for the card layout, which has no headers. */
export function SortChoice({ columns, sorting }: SortChoiceProps) {
  const options = columns.flatMap(({ head, sort }) =>
    ([sort.first, sort.first === 'asc' ? 'desc' : 'asc'] as const).map((order) => ({
      value: `${sort.by} ${order}`,
      label: `${head}${comma}${lists.sort[order]}`,
    })),
  );
  return (
    <SelectField
      label={lists.sort.label}
      options={options}
      value={`${sorting.by} ${sorting.order}`}
      onChange={(event) => {
        const [by = '', order] = event.currentTarget.value.split(' ');
        sorting.onSort(by, order as SortOrder);
      }}
    />
  );
}
