import type { Queryable } from '../database/pool.ts';
import { isNotAhead } from '../database/sql-text.ts';
import { statement } from '../database/statement.ts';

/** Tables with ascending ids, of which an audit records the highest. */
export const numberedTables = [
  'ledger',
  'transactions',
  'purchases',
  'recharges',
  'codes',
  'disclosures',
  'recharge_requests',
  'free_fire_requests',
] as const;
export type NumberedTable = (typeof numberedTables)[number];

/** The rows that an audit has read: the highest id of each table, and the time of its snapshot. */
export interface Coverage {
  /** ISO 8601, by the clock of the database. */
  readonly at: string;
  readonly numbers: Readonly<Record<NumberedTable, number>>;
}

/** Recorded by a clean audit: where the next one with --recent starts. */
export interface AuditMark extends Coverage {
  /** When the last full audit ran. */
  readonly fullAt: string;
  /** The part of the database that the next audit with --recent also reads, counted from 0. */
  readonly nextPart: number;
  /** The last link of the chain of the audit trail (`headText`). */
  readonly trail: string;
}

const highest = numberedTables
  .map((table) => `'${table}', (SELECT coalesce(max(id), 0) FROM ${table})`)
  .join(', ');
const readEnd = statement<[], Coverage>(
  'audit.coverage',
  `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, jsonb_build_object(${highest}) AS numbers`,
);
export const readCoverage = (on: Queryable): Promise<Coverage> => readEnd.one(on);

const newestMark = statement<[], { mark: string }>(
  'audit.newest-mark',
  `SELECT figures ->> 'mark' AS mark FROM maintenance_runs
    WHERE kind = 'audit' AND succeeded AND figures ? 'mark' AND ${isNotAhead('finished_at')} ORDER BY finished_at DESC LIMIT 1`,
);

/** @returns the mark of the newest clean audit; undefined before the first one */
export async function readMark(on: Queryable): Promise<AuditMark | undefined> {
  const found = await newestMark.first(on);
  return found && (JSON.parse(found.mark) as AuditMark);
}
