import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAccess } from './access.ts';

/** The URL of the cluster that a running server of this DATA_DIR has started, for commands; undefined before its first start. */
export function runningUrl(
  dataDir: string,
  database: string,
  role: 'almas' | 'almas_owner',
): string | undefined {
  const port = join(dataDir, 'postgres.port');
  if (!existsSync(port)) return undefined;
  const access = readAccess(join(dataDir, 'postgres.access.json'));
  return `postgres://${role}:${access[role]}@127.0.0.1:${readFileSync(port, 'utf8').trim()}/${encodeURIComponent(database)}`;
}
