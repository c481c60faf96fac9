import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { coalesce } from './coalesce.ts';
import { parseLsn } from './lsn.ts';
import { type Database, openDatabase, type Queryable } from './pool.ts';
import { runQuery } from './run-query.ts';
import { statement } from './statement.ts';

/** Leaves time for a second attempt on the primary, within the 5 s of a call (P8). */
const readTimeouts = { connection: 500, statement: 2_000, query: 2_200 } as const;
const checkIntervalMilliseconds = 1_000;
const checkTimeoutMilliseconds = 2_000;
/** Milliseconds between the checks whether the replica has replayed what was committed before the read: 127 ms in all. */
const replayWaits = [1, 2, 4, 8, 16, 32, 64] as const;

/**
 * Why a read went to the primary. `away`: the replica does not answer. `not_standby`: it is no standby. `other_system`: it is no copy of this database.
 * `other_timeline`: it follows the primary of before a failover, or has made no restart point since. `lagging`: it is further
 * behind than allowed. `behind`: it had not replayed what was committed before this read.
 */
export type FallbackReason =
  | 'away'
  | 'not_standby'
  | 'other_system'
  | 'other_timeline'
  | 'lagging'
  | 'behind';

export interface ReplicaFigures {
  /** The number of reads served by the replica and, for each reason, by the primary. */
  readonly reads: ReadonlyMap<'replica' | FallbackReason, number>;
  /** Why the replica is not used now; `undefined` when it is used. */
  readonly refusedFor: FallbackReason | undefined;
  /** Age of the oldest commit that the replica had not replayed at the last check; 0 when there was none. */
  readonly lagSeconds: number;
}

/** Sends reads to the replica or to the primary. */
export interface ReadReplica {
  /**
   * For reads only. A read sees everything that was committed before it began, the caller's own writes included: it goes to
   * the replica when that has replayed so far within 127 ms, else to the primary.
   */
  readonly reads: Queryable;
  /** `undefined` without a replica. */
  figures(): ReplicaFigures | undefined;
  /**
   * A pool for a long read of the whole database (audit, backup), which sees everything that was committed before this call.
   * @returns the primary when the replica cannot be used or takes longer than the allowed lag to catch up
   */
  forLongRead(): Promise<{ readonly db: Database; readonly fallback: FallbackReason | undefined }>;
  end(): Promise<void>;
}

export interface ReplicaOptions {
  /** `undefined`: every read goes to the primary. */
  readonly url: string | undefined;
  readonly max: number;
  /** A replica that is further behind gets no reads. */
  readonly maxLagSeconds: number;
}

/** A position in the log of one timeline. */
interface Position {
  readonly lsn: string;
  readonly timeline: number;
}

/** The position up to which the primary's log is on disk: every acknowledged commit is at or before it. */
const flushed = statement<[], Position>(
  'replica.flushed',
  `SELECT lsn::text AS lsn, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int AS timeline
     FROM pg_current_wal_flush_lsn() AS lsn`,
);
interface Replayed {
  readonly standby: boolean;
  readonly timeline: number;
  readonly reached: boolean;
  readonly lsn: string | null;
}
const replayed = statement<[lsn: string], Replayed>(
  'replica.replayed',
  `SELECT pg_is_in_recovery() AS standby, (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
          coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS reached,
          pg_last_wal_replay_lsn()::text AS lsn`,
);
/** Identifies the installation and the database: a replica of another one must not be read. */
const identity = statement<[], { id: string }>(
  'replica.identity',
  `SELECT system_identifier || ' ' || current_database() AS id FROM pg_control_system()`,
);

/** Why the positions of this server cannot be compared with those of the primary. */
function incomparable({ standby, timeline }: Replayed, wanted: Position): FallbackReason | undefined {
  if (!standby) return 'not_standby';
  return timeline === wanted.timeline ? undefined : 'other_timeline';
}

/** The replica cannot answer this read. */
class FallbackError extends Error {
  readonly reason: FallbackReason;

  constructor(reason: FallbackReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The only place that chooses between the primary and a replica. */
export function openReadReplica(primary: Database, { url, max, maxLagSeconds }: ReplicaOptions): ReadReplica {
  if (url === undefined) {
    return {
      reads: primary,
      figures: () => undefined,
      forLongRead: async () => ({ db: primary, fallback: undefined }),
      end: async () => undefined,
    };
  }
  const replica = openDatabase(url, { max, timeouts: readTimeouts });
  let longReads: Database | undefined;
  const flushedNow = coalesce(() => flushed.one(primary));
  const watch = watchReplica(primary, url, flushedNow, maxLagSeconds);
  const counts = new Map<'replica' | FallbackReason, number>();
  const count = (what: 'replica' | FallbackReason) => counts.set(what, (counts.get(what) ?? 0) + 1);

  const checkedSystems = new WeakSet<pg.PoolClient>();
  /** A connection of the replica that has replayed up to this position. @throws FallbackError */
  async function caughtUp(wanted: Position): Promise<pg.PoolClient> {
    const client = await replica.pool.connect();
    const on: Queryable = { query: (config) => runQuery(client, config) };
    try {
      if (!checkedSystems.has(client)) {
        if ((await identity.one(on)).id !== (await watch.identity())) throw new FallbackError('other_system');
        checkedSystems.add(client);
      }
      for (const wait of [0, ...replayWaits]) {
        if (wait > 0) await pause(wait);
        const found = await replayed.one(on, wanted.lsn);
        const reason = incomparable(found, wanted);
        if (reason) throw new FallbackError(reason);
        if (found.reached) return client;
      }
      throw new FallbackError('behind');
    } catch (error) {
      // The connection is kept only when the replica was behind: in the other cases it is of no use to the next read.
      client.release(!(error instanceof FallbackError && error.reason === 'behind'));
      throw error;
    }
  }

  async function onReplica<Row extends pg.QueryResultRow>(config: Parameters<typeof runQuery>[1]) {
    const refused = watch.refusedFor();
    if (refused) throw new FallbackError(refused);
    const client = await caughtUp(await flushedNow());
    let broken = true;
    try {
      const result = await runQuery<Row>(client, config);
      broken = false;
      return result;
    } finally {
      client.release(broken);
    }
  }

  /** Waits until a standby has replayed up to this position. @returns why it is not read, undefined when it has */
  async function whyNotCaughtUp(standby: Database, wanted: Position): Promise<FallbackReason | undefined> {
    const bounded: Queryable = {
      query: (config) => standby.query({ ...config, query_timeout: checkTimeoutMilliseconds }),
    };
    for (const giveUp = Date.now() + maxLagSeconds * 1_000; ; await pause(50)) {
      // The standby may have stopped or hung since the last check.
      const found = await replayed.one(bounded, wanted.lsn).catch(() => undefined);
      const reason = found ? incomparable(found, wanted) : 'away';
      if (reason || found?.reached) return reason;
      if (Date.now() > giveUp) return 'lagging';
    }
  }

  return {
    reads: {
      query: async <Row extends pg.QueryResultRow>(config: Parameters<Queryable['query']>[0]) => {
        try {
          const result = await onReplica<Row>(config);
          count('replica');
          return result;
        } catch (error) {
          // After any error the primary is read; its error, if any, is the one that is thrown.
          count(error instanceof FallbackError ? error.reason : 'away');
          return primary.query<Row>(config);
        }
      },
    },
    figures: () => ({ reads: counts, refusedFor: watch.refusedFor(), lagSeconds: watch.lagSeconds() }),
    forLongRead: async () => {
      await watch.check();
      const refused = watch.refusedFor();
      if (refused) return { db: primary, fallback: refused };
      const wanted = await flushedNow();
      longReads ??= openDatabase(url, { max });
      const reason = await whyNotCaughtUp(longReads, wanted);
      return reason ? { db: primary, fallback: reason } : { db: longReads, fallback: undefined };
    },
    end: async () => {
      await Promise.all([watch.end(), replica.end(), longReads?.end()]);
    },
  };
}

interface Sample {
  readonly at: number;
  readonly lsn: bigint;
}

/**
 * Checks the replica every second on its own connection. The lag is measured by positions in the log and the clock of this
 * process: neither the clocks of other machines nor hours without a write affect it.
 */
function watchReplica(
  primary: Database,
  url: string,
  flushedNow: () => Promise<Position>,
  maxLagSeconds: number,
) {
  const timeouts = { connection: checkTimeoutMilliseconds, statement: 0, query: checkTimeoutMilliseconds };
  const replica = openDatabase(url, { max: 1, timeouts });
  let refused: FallbackReason | undefined = 'away';
  let lag = 0;
  let samples: Sample[] = [];
  let knownIdentity: string | undefined;

  const identityOfPrimary = async () => {
    knownIdentity ??= (await identity.one(primary)).id;
    return knownIdentity;
  };

  async function compare(): Promise<FallbackReason | undefined> {
    if ((await identity.one(replica)).id !== (await identityOfPrimary())) return 'other_system';
    const at = performance.now();
    const wanted = await flushedNow();
    const found = await replayed.one(replica, wanted.lsn);
    const reason = incomparable(found, wanted);
    if (reason) return reason;
    const reached = parseLsn(found.lsn ?? '0/0');
    samples = [...samples, { at, lsn: parseLsn(wanted.lsn) }].filter(({ lsn }) => lsn > reached);
    const [oldest] = samples;
    lag = oldest ? (performance.now() - oldest.at) / 1_000 : 0;
    return lag > maxLagSeconds ? 'lagging' : undefined;
  }

  const check = coalesce(async () => {
    refused = await compare().catch(() => 'away' as const);
  });
  const timer = setInterval(() => void check(), checkIntervalMilliseconds);
  timer.unref();
  void check();
  return {
    check,
    identity: identityOfPrimary,
    refusedFor: () => refused,
    lagSeconds: () => lag,
    end: async () => {
      clearInterval(timer);
      await replica.end();
    },
  };
}
