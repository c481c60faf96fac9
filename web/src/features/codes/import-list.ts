import { algiersClock } from '@almas/contract/algiers';
import { type CodeComparison, type CodeLines, readCodeLines } from '@almas/contract/code-lines';
import { useMemo, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { withRole } from './reader/columns.ts';
import { type JudgedRow, judgeRows } from './reader/judge.ts';
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

const today = () => algiersClock(serverNow()).toISOString().slice(0, 10);

/** The date of today is rather that of the list. */
function firstExpiry(rows: readonly JudgedRow[]): string {
  const [first = ''] = rows.flatMap(({ expiresOn }) => expiresOn ?? []).sort();
  return first > today() ? first : '';
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
  /** It is not chosen yet which column is the code. */
  readonly isAsking: boolean;
  readonly rows: readonly JudgedRow[];
  readonly ticked: ReadonlySet<JudgedRow['row']>;
  readonly onRole: (column: number, role: ColumnRole) => void;
  readonly onTick: (row: JudgedRow, ticked: boolean) => void;
}

interface Changes {
  readonly of: Reading | null;
  readonly roles: readonly ColumnRole[] | null;
  readonly ticked: ReadonlySet<JudgedRow['row']>;
}

// One set: a new one at each rendering would be a new list.
const noTicks: Changes['ticked'] = new Set();
const unchanged = (of: Reading | null): Changes => ({ of, roles: null, ticked: noTicks });

/** The lines of a reading that are imported: the good ones, and the doubtful ones that were ticked. */
export function useImportList(reading: Reading | null, comparison: CodeComparison) {
  const [stored, setChanges] = useState<Changes>(() => unchanged(reading));
  // Another file or text begins anew.
  const changes = stored.of === reading ? stored : unchanged(reading);
  const { ticked } = changes;
  const roles = changes.roles ?? (reading?.kind === 'list' ? reading.roles : null);
  const rows = useMemo(
    () => (reading?.kind === 'list' && roles ? judgeRows(reading.grid, roles, today()) : []),
    [reading, roles],
  );
  const isAsking = reading?.kind === 'list' && roles !== null && !roles.some(isSold);
  const { caseSignificant = false } = comparison;
  const list = useMemo((): ImportList => {
    if (isAsking || rows.length === 0) return emptyList;
    const chosen = rows.filter(
      ({ verdict, row }) => verdict.state === 'good' || (verdict.state === 'doubtful' && ticked.has(row)),
    );
    const codes = chosen.map(({ code }) => code);
    const serials = chosen.map(({ serial }) => serial);
    const read = readCodeLines(codes, serials, { caseSignificant });
    return { codes, serials, read, leftOut: rows.length - codes.length, expiresOn: firstExpiry(chosen) };
  }, [isAsking, rows, ticked, caseSignificant]);
  const preview: Preview | null =
    reading?.kind === 'list' && roles
      ? {
          reading,
          roles,
          isAsking,
          rows,
          ticked,
          onRole: (column, role) => setChanges({ ...changes, roles: withRole(roles, column, role) }),
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
