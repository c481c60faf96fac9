import { algiersDay } from '@almas/contract/algiers';
import { type CodeComparison, type CodeLines, readCodeLines } from '@almas/contract/code-lines';
import { useMemo, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { withRole } from './reader/columns.ts';
import { type JudgedRow, judgeRows } from './reader/judge.ts';
import { type ListedKinds, listedKinds } from './reader/kinds.ts';
import type { Reading } from './reader/read-codes.ts';
import { type ColumnRole, isSold } from './reader/words.ts';

type ListReading = Extract<Reading, { kind: 'list' }>;

/** What is sent: each chosen line in its normal form, with its serial. */
export interface ImportList {
  readonly codes: readonly string[];
  /** Of each of `codes`, '' for none. */
  readonly serials: readonly string[];
  /** The same lines, compared with one another. */
  readonly read: CodeLines;
  /** Lines of the source that are not among them. */
  readonly leftOut: number;
  /** From when on a code of the list expires, as the list says: yyyy-mm-dd, '' for no day to come. */
  readonly expiresOn: string;
}

const today = () => algiersDay(serverNow());

/** The date of today is rather that of the list. */
function firstExpiry(rows: readonly JudgedRow[]): string {
  const day = today();
  const [first = ''] = rows
    .flatMap(({ expiresOn }) => (expiresOn !== null && expiresOn > day ? [expiresOn] : []))
    .sort();
  return first;
}

const none: readonly string[] = [];
const emptyList: ImportList = {
  codes: none,
  serials: none,
  read: readCodeLines(none),
  leftOut: 0,
  expiresOn: '',
};

/** A reading with the changes made in the preview. */
export interface Preview {
  readonly reading: ListReading;
  readonly roles: readonly ColumnRole[];
  /** What is to be chosen before anything is imported: the column of the codes, or the kinds that belong to the offer. */
  readonly question: 'column' | 'kind' | null;
  /** The kinds of a list with codes of several offers. */
  readonly listed: ListedKinds | null;
  /** The key of the chosen kind, '' for all of them; null: not chosen. */
  readonly kind: string | null;
  readonly rows: readonly JudgedRow[];
  readonly ticked: ReadonlySet<JudgedRow['row']>;
  readonly onRole: (column: number, role: ColumnRole) => void;
  readonly onKind: (key: string) => void;
  readonly onTick: (row: JudgedRow, ticked: boolean) => void;
}

interface Changes {
  readonly of: Reading | null;
  readonly roles: readonly ColumnRole[] | null;
  readonly kind: string | null;
  readonly ticked: ReadonlySet<JudgedRow['row']>;
}

// One set: a new one at each rendering would be a new list.
const noTicks: Changes['ticked'] = new Set();
const unchanged = (of: Reading | null): Changes => ({ of, roles: null, kind: null, ticked: noTicks });

/** The lines of a reading that are imported: the good ones, and the doubtful ones that were ticked. */
export function useImportList(reading: Reading | null, comparison: CodeComparison) {
  const [stored, setChanges] = useState<Changes>(() => unchanged(reading));
  // Another file or text begins anew.
  const changes = stored.of === reading ? stored : unchanged(reading);
  const { ticked, kind } = changes;
  const roles = changes.roles ?? (reading?.kind === 'list' ? reading.roles : null);
  const listed = useMemo(
    () => (reading?.kind === 'list' && roles ? listedKinds(reading.grid, roles) : null),
    [reading, roles],
  );
  const rows = useMemo(() => {
    if (reading?.kind !== 'list' || !roles) return [];
    const { grid } = reading;
    const isChosen = (row: JudgedRow['row']) =>
      !listed || !kind || row.isNote || listed.keys.get(row) === kind;
    return judgeRows(grid, roles, today(), isChosen);
  }, [reading, roles, listed, kind]);
  const question = !roles?.some(isSold) ? 'column' : listed && kind === null ? 'kind' : null;
  const { caseSignificant = false } = comparison;
  const list = useMemo((): ImportList => {
    if (question || rows.length === 0) return emptyList;
    const chosen = rows.filter(
      ({ verdict, row }) => verdict.state === 'good' || (verdict.state === 'doubtful' && ticked.has(row)),
    );
    const codes = chosen.map(({ code }) => code);
    const serials = chosen.map(({ serial }) => serial);
    const read = readCodeLines(codes, serials, { caseSignificant });
    return { codes, serials, read, leftOut: rows.length - codes.length, expiresOn: firstExpiry(chosen) };
  }, [question, rows, ticked, caseSignificant]);
  const preview: Preview | null =
    reading?.kind === 'list' && roles
      ? {
          reading,
          roles,
          question,
          listed,
          kind,
          rows,
          ticked,
          onRole: (column, role) => setChanges({ ...changes, roles: withRole(roles, column, role) }),
          onKind: (key) => setChanges({ ...changes, kind: key }),
          onTick: ({ row }, isTicked) => {
            const next = new Set(ticked);
            if (isTicked) next.add(row);
            else next.delete(row);
            setChanges({ ...changes, ticked: next });
          },
        }
      : null;
  return { list, preview };
}
