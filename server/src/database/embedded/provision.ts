import { Client } from 'pg';

type Rows = Record<string, unknown>[];

/** Runs `work` on a new connection, which is closed afterwards. */
export async function withConnection<Result>(
  url: string,
  work: (query: (statement: string) => Promise<Rows>) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  // A lost connection rejects the running query; without a listener the event would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

/** Runs `statements` one after another on a new connection. @returns the rows of the last one */
export const runStatements = (url: string, ...statements: string[]): Promise<Rows> =>
  withConnection(url, async (query) => {
    let rows: Rows = [];
    for (const statement of statements) rows = await query(statement);
    return rows;
  });
