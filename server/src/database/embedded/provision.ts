import { Client, escapeIdentifier, escapeLiteral } from 'pg';

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

/** The role that owns the product's database (not a superuser, as with a hosted database), and the database. */
export async function provision(url: string, role: string, password: string): Promise<void> {
  const name = escapeIdentifier(role);
  const roles = await runAlone(url, `SELECT 1 FROM pg_roles WHERE rolname = ${escapeLiteral(role)}`);
  if (roles.length === 0)
    await runAlone(url, `CREATE ROLE ${name} LOGIN PASSWORD ${escapeLiteral(password)}`);
  const databases = await runAlone(url, `SELECT 1 FROM pg_database WHERE datname = ${escapeLiteral(role)}`);
  if (databases.length === 0) await runAlone(url, `CREATE DATABASE ${name} OWNER ${name}`);
}
