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

/** The end of the chain and this moment, in milliseconds since 1970 by the database's clock. */
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

/** Committed rows behind `after` that have no seal. The bound of the seals keeps the join as short as that of the rows. */
const unsealed = statement<[after: number, limit: number], TrailRow>(
  'audit-trail.unsealed',
  `SELECT ${trailColumns} FROM audit_trail t
    WHERE t.id > $1 AND NOT EXISTS (SELECT FROM audit_trail_seals s WHERE s.row_id = t.id AND s.row_id > $1)
    ORDER BY t.id LIMIT $2`,
);

const insertSeals = statement<
  [positions: readonly number[], rowIds: readonly number[], digests: readonly Buffer[], sealedAt: number]
>(
  'audit-trail.seal',
  `INSERT INTO audit_trail_seals (position, row_id, digest, sealed_at)
   SELECT u.position, u.row_id, u.digest, to_timestamp($4::float8 / 1000)
     FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) u (position, row_id, digest)`,
);

/**
 * How far before the last sealed row a pass looks for rows that were committed later than rows with higher numbers. What
 * commits still later is found by the pass over everything.
 */
const lateRows = 1_000;
const wholePassMilliseconds = 3_600_000;
/** Before every number, also one below zero that no program has drawn. */
const beforeAll = Number.MIN_SAFE_INTEGER;

/**
 * Chains the rows of the audit trail after their commit, in the order of their numbers as far as they are visible, so
 * that no action waits for another one's. Run under a lock that one server has at a time; a batch is one transaction,
 * and what a killed server leaves is sealed by the next one. The first pass of a process and one an hour look at all rows.
 */
export function auditTrailSealing({ vault, log }: Pick<Services, 'vault' | 'log'>) {
  /** Where this pass goes on; undefined: near the end of the chain. */
  let after: number | undefined = beforeAll;
  let nextWholePass = Date.now() + wholePassMilliseconds;
  return {
    /** @returns how many rows were sealed, fewer than `limit` at the end */
    batch: async (tx: OpenTransaction, limit: number): Promise<number> => {
      const { position, digest, lastRow, now } = await readHead.one(tx);
      const rows = await unsealed.all(tx, after ?? Math.max(0, (lastRow ?? 0) - lateRows), limit);
      const head = position === null || digest === null ? emptyChain : { position, digest };
      const last = rows.length > 0 ? await seal(tx, head, rows, now) : undefined;
      tx.afterCommit(() => {
        after = rows.length < limit ? nextPass() : rows.at(-1)?.id;
        // The log, once collected elsewhere, has the end of the chain where no account of the database reaches it.
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
    await insertSeals.run(
      tx,
      positions,
      rows.map(({ id }) => id),
      digests,
      now,
    );
    return seals.at(-1) ?? head;
  }

  function nextPass(): number | undefined {
    if (Date.now() < nextWholePass) return undefined;
    nextWholePass = Date.now() + wholePassMilliseconds;
    return beforeAll;
  }
}
