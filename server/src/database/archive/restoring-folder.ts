import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { clearOrphan } from '../embedded/orphan.ts';

/** The folder in which a recovery builds its cluster until that replaces DATA_DIR/postgres. */
export const restoringFolder = (dataDir: string): string => join(dataDir, 'postgres.restoring');

/** Stops the PostgreSQL of an interrupted recovery and deletes its cluster. */
export async function removeUnfinishedRecovery(dataDir: string): Promise<void> {
  const folder = restoringFolder(dataDir);
  await clearOrphan(folder, () => undefined);
  rmSync(folder, { recursive: true, force: true });
}
