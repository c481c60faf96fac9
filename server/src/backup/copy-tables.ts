/// <reference path="./pg-copy-streams.d.ts" />
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { TableHeader } from './frames.ts';
import { inOrder } from './in-order.ts';
import { quoted } from './tables.ts';

type Clients = readonly [pg.PoolClient, ...pg.PoolClient[]];

/** A range of a table's blocks, read by one COPY. */
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

/** 8 MB of a table: what the connections read ahead is kept in memory. */
const usualPart = 1_024;
/** Each connection reads one part while another of its parts waits to be written. */
const partsPerConnection = 2;

/**
 * Reads tables whole, in their order, part after part, on connections that see one moment. No more than two parts for each
 * connection are in memory.
 */
export async function* copyTables(
  clients: Clients,
  tables: readonly TableHeader[],
  blocksPerPart = usualPart,
): AsyncGenerator<CopiedPart> {
  const [leader] = clients;
  const sizes = await blocksOf(leader, tables);
  const large = tables.filter(({ name }) => (sizes.get(name) ?? 0) > blocksPerPart);
  const free = await holdTables(clients, large);
  // As large as they are now that nothing can rewrite them.
  const held = await blocksOf(leader, large);
  const parts = tables.flatMap((table) => partsOf(table, held.get(table.name) ?? 0, blocksPerPart));
  const waiting: ((client: pg.PoolClient) => void)[] = [];
  const take = (): Promise<pg.PoolClient> => {
    const client = free.pop();
    return client ? Promise.resolve(client) : new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (client: pg.PoolClient) => {
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  };
  yield* inOrder(parts, free.length * partsPerConnection, async (part) => {
    const client = await take();
    try {
      return { ...part, ...(await copyOut(client, part.query)) };
    } finally {
      giveBack(client);
    }
  });
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
 * Keeps tables from being rewritten between two of their parts. Behind a migration that already waits for one of them, a
 * connection would wait for as long as the first one reads: it is left out.
 * @returns the connections that hold them
 */
async function holdTables(
  [leader, ...others]: Clients,
  tables: readonly TableHeader[],
): Promise<pg.PoolClient[]> {
  if (tables.length === 0) return [leader, ...others];
  const lock = `LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`;
  await leader.query(lock);
  const holding = [leader];
  for (const client of others) {
    try {
      await client.query(`${lock} NOWAIT`);
      holding.push(client);
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
  return holding;
}

function partsOf(table: TableHeader, blocks: number, blocksPerPart: number): TablePart[] {
  const columns = table.columns.map(quoted).join(', ');
  const count = Math.ceil(blocks / blocksPerPart);
  if (count <= 1)
    return [
      { table, isFirst: true, isLast: true, query: `COPY ${quoted(table.name)} (${columns}) TO STDOUT` },
    ];
  return Array.from({ length: count }, (_, index) => {
    const isLast = index + 1 === count;
    const from = `ctid >= '(${index * blocksPerPart},0)'`;
    // The last part has no end: nothing is left out, whatever was added meanwhile.
    const to = isLast ? '' : ` AND ctid < '(${(index + 1) * blocksPerPart},0)'`;
    const query = `COPY (SELECT ${columns} FROM ${quoted(table.name)} WHERE ${from}${to}) TO STDOUT`;
    return { table, isFirst: index === 0, isLast, query };
  });
}

async function copyOut(client: pg.PoolClient, query: string): Promise<Pick<CopiedPart, 'content' | 'rows'>> {
  const copy = client.query(copyTo(query));
  const content: Buffer[] = [];
  for await (const chunk of copy) content.push(chunk as Buffer);
  // The stream ends with the last row; how many there were comes with the end of the command, which the next one waits for.
  await client.query('SELECT');
  return { content, rows: copy.rowCount };
}
