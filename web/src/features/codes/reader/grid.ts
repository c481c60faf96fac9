import type { ColumnRole } from './words.ts';

/** A line of the source. */
export interface SourceRow {
  /** Its number in the source, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A line outside the list: greeting, title, thanks. Its text is the first cell. */
  readonly isNote?: boolean;
  /** Hidden in its workbook, by a filter for example: it does not show where the workbook is opened. */
  readonly isHidden?: boolean;
}

/** What was read, before it is decided which column is the code. */
export interface SourceGrid {
  /** Names of the columns, '' for an unnamed one. */
  readonly heads: readonly string[];
  readonly rows: readonly SourceRow[];
  /** Roles that labels gave (`PIN: ...`); undefined: the columns tell. */
  readonly roles?: readonly ColumnRole[];
}
