import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAccess } from './access.ts';

/** The address of the cluster that a server of this folder is running, for commands beside that server. */
export function runningUrl(dataDir: string, database: string): string | undefined {
  const port = join(dataDir, 'postgres.port');
  if (!existsSync(port)) return undefined;
  const { almas } = readAccess(join(dataDir, 'postgres.access.json'));
  return `postgres://almas:${almas}@127.0.0.1:${readFileSync(port, 'utf8').trim()}/${encodeURIComponent(database)}`;
}
