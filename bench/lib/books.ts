import { audit, type Discrepancy } from '../../server/src/audit/audit.ts';
import { openDatabase } from '../../server/src/database/pool.ts';

/** Runs the audit on the database. */
export async function auditOf(url: string): Promise<Discrepancy[]> {
  const db = openDatabase(url, { max: 1 });
  try {
    return await audit(db);
  } finally {
    await db.end();
  }
}
