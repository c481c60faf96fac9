import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';

/** Tables whose rows an audit counts by their numbers. */
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

/** Up to where an audit has read: the highest number of each table, and the moment. */
export interface Coverage {
  /** Of the database's clock, in ISO 8601. */
  readonly at: string;
  readonly numbers: Readonly<Record<NumberedTable, number>>;
}

/** What a clean audit leaves to the next one. */
export interface AuditMark extends Coverage {
  /** When everything was read last. */
  readonly fullAt: string;
  /** The part of the whole that the next audit of what is recent reads, counted from 0. */
  readonly nextPart: number;
  /** End of the audit trail's chain, as `headText` writes it. */
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
    WHERE kind = 'audit' AND succeeded AND figures ? 'mark' ORDER BY finished_at DESC LIMIT 1`,
);

/** @returns the mark of the newest clean audit; undefined before the first one */
export async function readMark(on: Queryable): Promise<AuditMark | undefined> {
  const found = await newestMark.first(on);
  return found && (JSON.parse(found.mark) as AuditMark);
}
