import pg from 'pg';
import type { Almas } from '../../support/browser.ts';

/** Runs a statement on the journey's database, for a state that no screen and no call can produce. */
export async function sql(almas: Almas, text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: almas.databaseUrl });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}
