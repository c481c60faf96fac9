import { timingSafeEqual } from 'node:crypto';
import type { Database, Queryable } from '../../database/pool.ts';
import { runQuery } from '../../database/run-query.ts';
import { type Statement, statement } from '../../database/statement.ts';
import {
  type ChainHead,
  digestAfter,
  emptyChain,
  milliseconds,
  type TrailRow,
  trailColumns,
} from './trail-chain.ts';

/** The findings of the check of the audit trail; each has a text in locale/. */
export type TrailFindingKind = 'rowChanged' | 'rowRemoved' | 'rowInserted' | 'sealRemoved' | 'cutOff';

export interface TrailFinding {
  readonly kind: TrailFindingKind;
  /** The position of the seal, also of a missing one; null when the finding is about a row without a seal. */
  readonly position: number | null;
  /** The id of the row; null when it is unknown. */
  readonly rowId: number | null;
}

export interface VerifiedTrail {
  readonly findings: readonly TrailFinding[];
  /** The end of the chain. */
  readonly head: ChainHead;
  /** The number of rows without a seal: the newest ones, or all before the first start of this version. */
  readonly unsealed: number;
}

/** An earlier head of the chain, from a log, a backup or an audit. */
export interface KnownHead {
  readonly position: number;
  /** The digest in hexadecimal, or a prefix of it. */
  readonly digest: string;
}

interface SealedRow extends Omit<TrailRow, 'id'> {
  readonly position: number;
  readonly rowId: number;
  /** null: the row does not exist. */
  readonly id: number | null;
  readonly digest: Buffer;
  readonly sealedAt: number;
}

const sealedRows: Statement<[after: number, limit: number], SealedRow> = statement(
  'audit-trail.sealed-rows',
  `SELECT s.position, s.row_id AS "rowId", s.digest, ${milliseconds('s.sealed_at')} AS "sealedAt", ${trailColumns}
     FROM audit_trail_seals s LEFT JOIN audit_trail t ON t.id = s.row_id
    WHERE s.position > $1 ORDER BY s.position LIMIT $2`,
);

/** The seal before the verified range. What comes before it is not verified. */
interface StartingSeal extends ChainHead {
  readonly rowId: number;
  readonly sealedAt: number;
  /** The time of the first seal, and whether the row of this seal is older. */
  readonly began: number | null;
  readonly isBeforeBeginning: boolean | null;
}

const startingSeal: Statement<[position: number], StartingSeal> = statement(
  'audit-trail.starting-seal',
  `SELECT s.position, s.digest, s.row_id AS "rowId", ${milliseconds('s.sealed_at')} AS "sealedAt",
          ${milliseconds('first.sealed_at')} AS began, t.created_at < first.sealed_at AS "isBeforeBeginning"
     FROM audit_trail_seals s LEFT JOIN audit_trail_seals first ON first.position = 1
     LEFT JOIN audit_trail t ON t.id = s.row_id WHERE s.position = $1`,
);

/** Rows without a seal: their number, and the ids of those between sealed rows that are older than the end of the chain by `margin`. */
const rowsWithoutSeal = statement<
  [margin: number, after: number],
  { count: number; insertedIds: string[] | null }
>(
  'audit-trail.without-seal',
  `SELECT count(*) AS count,
          (array_agg(t.id ORDER BY t.id) FILTER (WHERE t.id < (SELECT max(row_id) FROM audit_trail_seals)
             AND t.created_at < (SELECT max(sealed_at) FROM audit_trail_seals)
                                - make_interval(secs => $1::float8 / 1000)))[1:1000] AS "insertedIds"
     FROM audit_trail t WHERE t.id > $2 AND NOT EXISTS (SELECT FROM audit_trail_seals s WHERE s.row_id = t.id)`,
);
/** Ids are assigned before the commit: up to this many ids below a sealed row, rows may not have a seal yet. */
const lateRows = 10_000;

/** Longer than any transaction, and than the time between two passes of the sealing over all rows. */
const marginMilliseconds = 2 * 3_600_000;
const batchSize = 5_000;
const maxFindings = 1_000;

/** Positions of the chain after `after`, up to and including `until`. */
export interface TrailRange {
  readonly after: number;
  readonly until?: number;
}
const wholeTrail: TrailRange = { after: 0 };

/**
 * Verifies the chain of the audit trail, or a range of it, in one snapshot. A row that was changed or replaced has another digest; a
 * removed row or seal is missing; a row that was inserted with an earlier date was sealed long after that date. Only `known` reveals that
 * the newest rows were removed together with their seals.
 */
export async function verifyTrail(
  db: Database,
  key: Buffer,
  known: readonly KnownHead[] = [],
  { after, until = Number.MAX_SAFE_INTEGER }: TrailRange = wholeTrail,
): Promise<VerifiedTrail> {
  const client = await db.pool.connect();
  const on: Queryable = { query: (config) => runQuery(client, config) };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    // When the seal at `after` is missing, the whole chain is verified, which finds the gap.
    const start = after > 0 ? await startingSeal.first(on, after) : undefined;
    const walk = new ChainWalk(key, known, start);
    while (walk.head.position < until) {
      const rows = await sealedRows.all(on, walk.head.position, batchSize);
      for (const row of rows) if (row.position <= until) walk.step(row);
      if (rows.length < batchSize) break;
    }
    const unsealedAfter = start ? start.rowId - lateRows : Number.MIN_SAFE_INTEGER;
    const { count, insertedIds } = await rowsWithoutSeal.one(on, marginMilliseconds, unsealedAfter);
    await client.query('COMMIT');
    for (const rowId of insertedIds ?? []) walk.find('rowInserted', Number(rowId));
    return { findings: walk.end(until), head: walk.head, unsealed: count };
  } finally {
    // Closes the connection, because after an error its transaction is still open.
    client.release(true);
  }
}

class ChainWalk {
  head: ChainHead = emptyChain;
  readonly #found: TrailFinding[] = [];
  readonly #key: Buffer;
  readonly #known: readonly KnownHead[];
  #began = Number.NaN;
  #lastSealedAt = Number.NaN;
  /** True while rows are older than the first seal: they existed before the chain and were sealed late. */
  #isBeforeBeginning = true;

  constructor(key: Buffer, known: readonly KnownHead[], start?: StartingSeal) {
    this.#key = key;
    this.#known = known;
    if (!start) return;
    this.head = { position: start.position, digest: start.digest };
    this.#lastSealedAt = start.sealedAt;
    this.#began = start.began ?? Number.NaN;
    this.#isBeforeBeginning = start.isBeforeBeginning ?? false;
    this.#compareKnown(this.head);
  }

  find(kind: TrailFindingKind, rowId: number | null, position: number | null = null): void {
    if (this.#found.length < maxFindings) this.#found.push({ kind, rowId, position });
  }

  step({ position, rowId, id, digest, sealedAt, ...content }: SealedRow): void {
    const follows = position === this.head.position + 1;
    if (!follows) this.find('sealRemoved', null, this.head.position + 1);
    if (id === null) this.find('rowRemoved', rowId, position);
    else if (follows) this.#compare({ id, ...content }, digest, sealedAt);
    this.head = { position, digest };
    this.#compareKnown(this.head);
    this.#lastSealedAt = sealedAt;
  }

  #compareKnown({ position, digest }: ChainHead): void {
    const changed = ({ position: at, digest: start }: KnownHead) =>
      at === position && !digest.toString('hex').startsWith(start);
    if (this.#known.some(changed)) this.find('cutOff', null, position);
  }

  #compare(row: TrailRow, digest: Buffer, sealedAt: number): void {
    const position = this.head.position + 1;
    if (!timingSafeEqual(digestAfter(this.#key, this.head, row, sealedAt), digest)) {
      this.find('rowChanged', row.id, position);
      return;
    }
    if (position === 1) this.#began = sealedAt;
    this.#isBeforeBeginning &&= row.createdAt < this.#began;
    if (this.#isBeforeBeginning) return;
    // When the clock was set back, the time of the seal is as early as that of the row: no finding.
    const latest = this.#lastSealedAt - marginMilliseconds;
    if (row.createdAt < latest && sealedAt >= latest) this.find('rowInserted', row.id, position);
  }

  /** Must be called after every seal up to `until`. @returns the findings */
  end(until: number): readonly TrailFinding[] {
    for (const { position } of this.#known)
      if (position > this.head.position && position <= until) this.find('cutOff', null, position);
    return this.#found;
  }
}
