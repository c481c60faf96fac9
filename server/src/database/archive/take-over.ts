import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { archiveTexts } from '@almas/locale/archive';
import { StartupError } from '../../startup-error.ts';
import { archiveIdentity, checkTimeline, clusterIdentity, ownerText } from './archive-folder.ts';
import { aliveFile, isOwner, writeOwner } from './archive-owner.ts';

/** Waits for three signs of life of the owner. Clocks of two machines may differ, so only a change counts. @throws StartupError */
export async function checkOwnerIsGone(
  folder: string,
  dataDir: string,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const alive = aliveFile(folder);
  if (isOwner(folder, dataDir) || !existsSync(alive)) return;
  const before = statSync(alive).mtimeMs;
  const wait = 3 * (Number(readFileSync(alive, 'utf8')) || 10_000);
  say(archiveTexts.waitingForOwner(ownerText(folder), Math.ceil(wait / 1_000)));
  for (const end = Date.now() + wait; Date.now() < end; await pause(250, undefined, { signal }))
    if (statSync(alive, { throwIfNoEntry: false })?.mtimeMs !== before && existsSync(alive))
      throw new StartupError(archiveTexts.ownerAlive(folder, ownerText(folder)));
}

/** Makes the restored database of this folder the one that archives. The caller holds its lock. @throws StartupError */
export function takeOver(folder: string, dataDir: string): void {
  const cluster = join(dataDir, 'postgres');
  if (archiveIdentity(folder) !== clusterIdentity(cluster))
    throw new StartupError(archiveTexts.otherDatabase(folder));
  checkTimeline(folder, cluster);
  writeOwner(folder, dataDir);
}
