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

/** What can be wrong with the audit trail; each has its sentence in locale/. */
export type TrailFindingKind = 'rowChanged' | 'rowRemoved' | 'rowInserted' | 'sealRemoved' | 'cutOff';

export interface TrailFinding {
  readonly kind: TrailFindingKind;
  /** Of the seal, where there is one or should be. */
  readonly position: number | null;
  /** Of the row, where it is known. */
  readonly rowId: number | null;
}

export interface VerifiedTrail {
  readonly findings: readonly TrailFinding[];
  /** The end of the chain. */
  readonly head: ChainHead;
  /** Rows that no seal names: the newest ones, or all before the first start of this version. */
  readonly unsealed: number;
}

/** An end that the chain had before, from a log, a backup or an earlier audit. */
export interface KnownHead {
  readonly position: number;
  /** In hexadecimal, or its beginning. */
  readonly digest: string;
}

interface SealedRow extends Omit<TrailRow, 'id'> {
  readonly position: number;
  readonly rowId: number;
  /** null: the row is not there. */
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

/** A seal at which a walk begins: what comes before it is taken as it is. */
interface StartingSeal extends ChainHead {
  readonly rowId: number;
  readonly sealedAt: number;
  /** When the chain began, and whether the row of this seal is older than that. */
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
/** A number is drawn before its row is committed: that many below a sealed one, rows may still be without a seal. */
const lateRows = 10_000;

/** Longer than any transaction, and than the time between two passes over everything. */
const marginMilliseconds = 2 * 3_600_000;
const batchSize = 5_000;
/** Enough to see what is wrong. */
const most = 1_000;

/** Positions of the chain: behind `after`, up to `until` or to the end. */
export interface TrailRange {
  readonly after: number;
  readonly until?: number;
}
const wholeTrail: TrailRange = { after: 0 };

/**
 * Walks the chain of the audit trail, or a range of it, over one and the same moment. A row that was changed, or put where another one was,
 * has another digest; a row or a seal that was removed is missing; a row that was written into the past was sealed long
 * after its date. That the newest rows were removed together with their seals is seen against `known` alone.
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
    // Where the seal to begin at is missing, everything is walked, and the gap is found.
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
    // After a failure the transaction is still open: the connection goes with it.
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
  /** Rows that were there when the chain began come first; they are older than their seals without any fault. */
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
    if (this.#found.length < most) this.#found.push({ kind, rowId, position });
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
    // A clock that was set back shows in the seal as well.
    const latest = this.#lastSealedAt - marginMilliseconds;
    if (row.createdAt < latest && sealedAt >= latest) this.find('rowInserted', row.id, position);
  }

  /** @returns what was found, once every seal up to `until` was passed */
  end(until: number): readonly TrailFinding[] {
    for (const { position } of this.#known)
      if (position > this.head.position && position <= until) this.find('cutOff', null, position);
    return this.#found;
  }
}
