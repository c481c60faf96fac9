import type { SourceGrid, SourceRow } from './grid.ts';
import { hasDigit } from './values.ts';
import { type ColumnRole, isSold, isTotal, namesOffer, roleOfName } from './words.ts';

/** What a list says its codes are for, where it has codes of several offers. */
export interface ListedKinds {
  readonly column: number;
  readonly kinds: readonly { readonly key: string; readonly name: string; readonly count: number }[];
  /** The key of the kind of each row, '' for none. */
  readonly keys: ReadonlyMap<SourceRow, string>;
}

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
    if (kinds.size > 2 * mostKinds) return [];
  }
  return [...kinds.values()].filter(({ name }) => !isTotal(name));
}

/** The first column that names products, values or regions, of which the list has several; `60 UC` and `325 UC` under any other heading, too. */
export function listedKinds(grid: SourceGrid, roles: readonly ColumnRole[]): ListedKinds | null {
  for (const [column, head] of grid.heads.entries()) {
    const role = roles[column];
    const isNamed = namesOffer(head);
    if (isSold(role) || role === 'serial' || role === 'expiry') continue;
    if (!isNamed && roleOfName(head) !== undefined) continue;
    const names = namesOf(grid, column);
    const kinds = kindsIn(names);
    const areValues = ({ name }: { name: string }) => hasDigit(name) && /\p{L}/u.test(name);
    // Where each line has its own, they are names of the codes.
    const isClear = isNamed
      ? kinds.length < grid.rows.length
      : kinds.length * 2 <= grid.rows.length && kinds.every(areValues);
    if (kinds.length > 1 && kinds.length <= mostKinds && isClear)
      return { column, kinds, keys: new Map([...names].map(([row, name]) => [row, keyOf(name)])) };
  }
  return null;
}
