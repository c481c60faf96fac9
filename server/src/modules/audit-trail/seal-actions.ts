import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import {
  type ChainHead,
  digestAfter,
  emptyChain,
  headText,
  milliseconds,
  type TrailRow,
  trailColumns,
  trailKey,
} from './trail-chain.ts';

/** The last seal, and the database's time in milliseconds since 1970. */
const readHead = statement<
  [],
  { position: number | null; digest: Buffer | null; lastRow: number | null; now: number }
>(
  'audit-trail.head',
  `SELECT s.position, s.digest, (SELECT max(row_id) FROM audit_trail_seals) AS "lastRow",
          ${milliseconds("date_trunc('milliseconds', clock_timestamp())")} AS now
     FROM (VALUES (1)) one (row) LEFT JOIN
          (SELECT position, digest FROM audit_trail_seals ORDER BY position DESC LIMIT 1) s ON true`,
);

/** Committed rows after `after` without a seal. The same bound on the seals keeps the join short. */
const unsealed = statement<[after: number, limit: number], TrailRow>(
  'audit-trail.unsealed',
  `SELECT ${trailColumns} FROM audit_trail t
    WHERE t.id > $1 AND NOT EXISTS (SELECT FROM audit_trail_seals s WHERE s.row_id = t.id AND s.row_id > $1)
    ORDER BY t.id LIMIT $2`,
);

const insertSeals = statement<{
  positions: readonly number[];
  rowIds: readonly number[];
  digests: readonly Buffer[];
  sealedAt: number;
}>(
  'audit-trail.seal',
  `INSERT INTO audit_trail_seals (position, row_id, digest, sealed_at)
   SELECT u.position, u.row_id, u.digest, to_timestamp(:sealed_at::float8 / 1000)
     FROM unnest(:positions::bigint[], :row_ids::bigint[], :digests::bytea[]) u (position, row_id, digest)`,
);

/**
 * How many ids before the last sealed row a pass starts, to find rows that were committed later than rows with higher ids. The pass over
 * all rows finds still later ones.
 */
const lateRows = 1_000;
const wholePassMilliseconds = 3_600_000;
/** Below every id, also a negative one that was inserted by hand. */
const beforeAll = Number.MIN_SAFE_INTEGER;

/**
 * Seals the rows of the audit trail after their commit, in the order of the visible ids, so that no action waits for another. The caller
 * holds a lock that one server has at a time. A batch is one transaction; the next server continues after one that was killed. The first
 * pass of a process and one per hour cover all rows.
 */
export function auditTrailSealing({ vault, log }: Pick<Services, 'vault' | 'log'>) {
  /** The id after which this pass continues; undefined: `lateRows` before the end of the chain. */
  let after: number | undefined = beforeAll;
  // Not the time of day, which may be set back.
  let nextWholePass = performance.now() + wholePassMilliseconds;
  return {
    /** @returns how many rows were sealed; fewer than `limit` when the pass is complete */
    batch: async (tx: OpenTransaction, limit: number): Promise<number> => {
      const { position, digest, lastRow, now } = await readHead.one(tx);
      const rows = await unsealed.all(tx, after ?? Math.max(0, (lastRow ?? 0) - lateRows), limit);
      const head = position === null || digest === null ? emptyChain : { position, digest };
      const last = rows.length > 0 ? await seal(tx, head, rows, now) : undefined;
      tx.afterCommit(() => {
        after = rows.length < limit ? nextPass() : rows.at(-1)?.id;
        // A log that is collected elsewhere keeps the end of the chain out of reach of the database's accounts.
        if (last) log.info({ trail: headText(last) }, 'audit trail sealed');
      });
      return rows.length;
    },
  };

  /** @returns the new end of the chain */
  async function seal(
    tx: OpenTransaction,
    head: ChainHead,
    rows: readonly TrailRow[],
    now: number,
  ): Promise<ChainHead> {
    const key = trailKey(vault);
    const seals: ChainHead[] = [];
    for (const row of rows) {
      const before = seals.at(-1) ?? head;
      seals.push({ position: before.position + 1, digest: digestAfter(key, before, row, now) });
    }
    const positions = seals.map(({ position }) => position);
    const digests = seals.map(({ digest }) => digest);
    await insertSeals.run(tx, { positions, rowIds: rows.map(({ id }) => id), digests, sealedAt: now });
    return seals.at(-1) ?? head;
  }

  function nextPass(): number | undefined {
    if (performance.now() < nextWholePass) return undefined;
    nextWholePass = performance.now() + wholePassMilliseconds;
    return beforeAll;
  }
}
