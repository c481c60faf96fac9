import { Client } from 'pg';

/** Runs `statements` one after another on a connection of their own; the rows of the last one. */
export async function runAlone(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // A server that goes away rejects the query in hand; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
