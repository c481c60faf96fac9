/// <reference path="./pg-copy-streams.d.ts" />
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { inTurn } from '../database/snapshot.ts';
import type { TableHeader } from './frames.ts';
import { inOrder } from './in-order.ts';
import { quoted } from './tables.ts';

type Clients = readonly [pg.PoolClient, ...pg.PoolClient[]];

/** A range of the blocks of a table, read by one COPY. */
interface TablePart {
  readonly table: TableHeader;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly query: string;
}

export interface CopiedPart extends TablePart {
  /** In COPY's text format. */
  readonly content: readonly Buffer[];
  readonly rows: number;
}

/** Blocks of 8 kB: parts of 8 MB, since the parts that are read ahead stay in memory. */
const defaultBlocksPerPart = 1_024;
/** Each connection reads one part while its previous one is written. */
const partsPerConnection = 2;

/** Reads whole tables, in the given order, on connections that share a snapshot. At most two parts per connection are in memory. */
export async function* copyTables(
  clients: Clients,
  tables: readonly TableHeader[],
  blocksPerPart = defaultBlocksPerPart,
): AsyncGenerator<CopiedPart> {
  const [leader] = clients;
  const sizes = await blocksOf(leader, tables);
  const large = tables.filter(({ name }) => (sizes.get(name) ?? 0) > blocksPerPart);
  const free = await lockTables(clients, large);
  // Read again now that nothing can rewrite the tables.
  const lockedSizes = await blocksOf(leader, large);
  const parts = tables.flatMap((table) => partsOf(table, lockedSizes.get(table.name) ?? 0, blocksPerPart));
  const onFree = inTurn(free);
  yield* inOrder(parts, free.length * partsPerConnection, async (part) => ({
    ...part,
    ...(await onFree((client) => copyOut(client, part.query))),
  }));
}

async function blocksOf(
  client: pg.PoolClient,
  tables: readonly TableHeader[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; blocks: number }>(
    `SELECT relname::text AS name, (pg_relation_size(oid) / current_setting('block_size')::int)::int AS blocks
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)`,
    [tables.map(({ name }) => name)],
  );
  return new Map(rows.map(({ name, blocks }) => [name, blocks]));
}

/**
 * Locks tables, so that none is rewritten between two of its parts. While a migration waits for one of them, further connections
 * would wait for it in turn, so they are not used.
 * @returns the connections that hold the locks
 */
async function lockTables(
  [leader, ...others]: Clients,
  tables: readonly TableHeader[],
): Promise<pg.PoolClient[]> {
  if (tables.length === 0) return [leader, ...others];
  const lock = `LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`;
  await leader.query(lock);
  const locked = [leader];
  for (const client of others) {
    try {
      await client.query(`${lock} NOWAIT`);
      locked.push(client);
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
  return locked;
}

/**
 * SQL: the rows of a table that are copied, where it is not all. Devices sign in anew and get no old news; what waits for a reseller's own
 * system was promised to it.
 */
const copiedRows: Readonly<Record<string, string>> = { outbox: `kind = 'webhook' AND done_at IS NULL` };

function partsOf(table: TableHeader, blocks: number, blocksPerPart: number): TablePart[] {
  const columns = table.columns.map(quoted).join(', ');
  const count = Math.ceil(blocks / blocksPerPart);
  const rows = `SELECT ${columns} FROM ${quoted(table.name)} WHERE ${copiedRows[table.name] ?? 'true'}`;
  if (count <= 1) return [{ table, isFirst: true, isLast: true, query: `COPY (${rows}) TO STDOUT` }];
  return Array.from({ length: count }, (_, index) => {
    const isLast = index + 1 === count;
    const from = ` AND ctid >= '(${index * blocksPerPart},0)'`;
    // The last part has no upper bound, so that it includes blocks that were added meanwhile.
    const to = isLast ? '' : ` AND ctid < '(${(index + 1) * blocksPerPart},0)'`;
    const query = `COPY (${rows}${from}${to}) TO STDOUT`;
    return { table, isFirst: index === 0, isLast, query };
  });
}

async function copyOut(client: pg.PoolClient, query: string): Promise<Pick<CopiedPart, 'content' | 'rows'>> {
  const copy = client.query(copyTo(query));
  const content: Buffer[] = [];
  for await (const chunk of copy) content.push(chunk as Buffer);
  // The stream ends with the last row, before `rowCount` is set at the end of the command. The next statement waits for that end.
  await client.query('SELECT');
  return { content, rows: copy.rowCount };
}
