import { type KeyObject, timingSafeEqual } from 'node:crypto';
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

/** Rows without a seal: their number, and the ids of those between sealed rows that are older than the end of the chain by `margin`. */
const rowsWithoutSeal = statement<[margin: number], { count: number; insertedIds: string[] | null }>(
  'audit-trail.without-seal',
  `SELECT count(*) AS count,
          (array_agg(t.id ORDER BY t.id) FILTER (WHERE t.id < (SELECT max(row_id) FROM audit_trail_seals)
             AND t.created_at < (SELECT max(sealed_at) FROM audit_trail_seals)
                                - make_interval(secs => $1::float8 / 1000)))[1:1000] AS "insertedIds"
     FROM audit_trail t WHERE NOT EXISTS (SELECT FROM audit_trail_seals s WHERE s.row_id = t.id)`,
);
/** Longer than any transaction, and than the time between two passes of the sealing over all rows. */
const marginMilliseconds = 2 * 3_600_000;
const batchSize = 5_000;
const maxFindings = 1_000;

/**
 * Verifies the chain of the audit trail in one snapshot. A row that was changed or replaced has another digest; a removed row or seal is
 * missing; a row that was inserted with an earlier date was sealed long after that date. Only `known` reveals that the newest rows were
 * removed together with their seals.
 */
export async function verifyTrail(
  db: Database,
  key: KeyObject,
  known: readonly KnownHead[] = [],
): Promise<VerifiedTrail> {
  const client = await db.pool.connect();
  const on: Queryable = { query: (config) => runQuery(client, config) };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const walk = new ChainWalk(key, known);
    let rows: SealedRow[];
    do {
      rows = await sealedRows.all(on, walk.head.position, batchSize);
      for (const row of rows) walk.step(row);
    } while (rows.length === batchSize);
    const { count, insertedIds } = await rowsWithoutSeal.one(on, marginMilliseconds);
    await client.query('COMMIT');
    for (const rowId of insertedIds ?? []) walk.find('rowInserted', Number(rowId));
    return { findings: walk.end(), head: walk.head, unsealed: count };
  } finally {
    // Closes the connection, because after an error its transaction is still open.
    client.release(true);
  }
}

class ChainWalk {
  head: ChainHead = emptyChain;
  readonly #found: TrailFinding[] = [];
  readonly #key: KeyObject;
  readonly #known: readonly KnownHead[];
  #began = Number.NaN;
  #lastSealedAt = Number.NaN;
  /** True while rows are older than the first seal: they existed before the chain and were sealed late. */
  #isBeforeBeginning = true;

  constructor(key: KeyObject, known: readonly KnownHead[]) {
    this.#key = key;
    this.#known = known;
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

  /** Must be called after the last seal. @returns the findings */
  end(): readonly TrailFinding[] {
    for (const { position } of this.#known)
      if (position > this.head.position) this.find('cutOff', null, position);
    return this.#found;
  }
}
