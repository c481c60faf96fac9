import { Client } from 'pg';

type Rows = Record<string, unknown>[];

/** Gives `work` a connection of its own, which is closed when it has ended. */
export async function onConnection<Result>(
  url: string,
  work: (query: (statement: string) => Promise<Rows>) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  // A server that goes away rejects the query in hand; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

/** Runs `statements` one after another on a connection of their own; the rows of the last one. */
export const runAlone = (url: string, ...statements: string[]): Promise<Rows> =>
  onConnection(url, async (query) => {
    let rows: Rows = [];
    for (const statement of statements) rows = await query(statement);
    return rows;
  });
