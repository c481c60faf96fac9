import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { clearOrphan } from '../embedded/orphan.ts';

/** Where a recovery builds its database until it takes the place of the one in DATA_DIR. */
export const restoringFolder = (dataDir: string): string => join(dataDir, 'postgres.restoring');

/** Removes what a recovery that ended half-way has left: its PostgreSQL, and a copy that nothing will use. */
export async function removeUnfinishedRecovery(dataDir: string): Promise<void> {
  const folder = restoringFolder(dataDir);
  await clearOrphan(folder, () => undefined);
  rmSync(folder, { recursive: true, force: true });
}
