import { isRising } from './columns.ts';
import type { SourceGrid, SourceRow } from './grid.ts';
import { hasDigit } from './values.ts';
import { type ColumnRole, isSold, isTotal, namesOffer, roleOfName } from './words.ts';

/** What a list says its codes are for, where it has codes of several offers. */
export interface ListedKinds {
  /** Those that say it: a game and a value in columns of their own name one offer together. */
  readonly columns: readonly number[];
  readonly kinds: readonly { readonly key: string; readonly name: string; readonly count: number }[];
  /** The key of the kind of each row, '' for none. */
  readonly keys: ReadonlyMap<SourceRow, string>;
}

/** Beyond it texts under a heading that names no offer, or one on each line, are names of the codes. */
const mostKinds = 20;

/** The cell of a kind as it is compared. */
const keyOf = (cell: string): string => cell.replace(/\s+/g, ' ').trim().toLowerCase();

/** The name of each row; of merged cells the first one alone has it. */
function namesOf({ rows }: SourceGrid, column: number): ReadonlyMap<SourceRow, string> {
  const listed = rows.filter(({ isNote }) => !isNote);
  const cells = listed.map((row) => row.cells[column] ?? '');
  const keys = cells.map(keyOf).filter((key) => key !== '');
  const isMerged = keys.every((key, index) => key !== keys[index - 1]);
  let name = '';
  return new Map(
    listed.map((row, index) => {
      const cell = cells[index] ?? '';
      if (!isMerged || keyOf(cell) !== '') name = cell;
      return [row, name];
    }),
  );
}

function kindsIn(names: ReadonlyMap<SourceRow, string>): ListedKinds['kinds'] {
  const kinds = new Map<string, { key: string; name: string; count: number }>();
  for (const name of names.values()) {
    const key = keyOf(name);
    if (key === '') continue;
    const count = (kinds.get(key)?.count ?? 0) + 1;
    kinds.set(key, { name, ...kinds.get(key), key, count });
  }
  return [...kinds.values()].filter(({ name }) => !isTotal(name));
}

/** Whether a column divides the list: it names offers, or has values (`60 UC`, `325 UC`) under a heading that says nothing. */
function divides(head: string, names: ReadonlyMap<SourceRow, string>): boolean {
  const kinds = kindsIn(names);
  if (kinds.length < 2) return false;
  if (namesOffer(head)) {
    const isOfEachLine = kinds.every(({ count }) => count === 1);
    return !isOfEachLine || (kinds.length <= mostKinds && !isRising(kinds.map(({ name }) => name)));
  }
  const areValues = kinds.every(({ name }) => hasDigit(name) && /\p{L}/u.test(name));
  return areValues && kinds.length <= mostKinds && kinds.length * 2 <= names.size;
}

/** The products, values and regions that the columns of a list name together; null when the list is of one offer. */
export function listedKinds(grid: SourceGrid, roles: readonly ColumnRole[]): ListedKinds | null {
  const parts = new Map<number, ReadonlyMap<SourceRow, string>>();
  for (const [column, head] of grid.heads.entries()) {
    const role = roles[column];
    if (isSold(role) || role === 'serial' || role === 'expiry') continue;
    if (!namesOffer(head) && roleOfName(head) !== undefined) continue;
    const names = namesOf(grid, column);
    if (divides(head, names)) parts.set(column, names);
  }
  if (parts.size === 0) return null;
  const rows = grid.rows.filter(({ isNote }) => !isNote);
  const nameOf = (row: SourceRow) =>
    [...parts.values()].flatMap((names) => names.get(row)?.trim() || []).join(' · ');
  const names = new Map(rows.map((row) => [row, nameOf(row)]));
  return {
    columns: [...parts.keys()],
    kinds: kindsIn(names),
    keys: new Map([...names].map(([row, name]) => [row, keyOf(name)])),
  };
}
