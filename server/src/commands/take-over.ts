import { archiveTexts } from '@almas/locale/archive';
import { serverTexts } from '@almas/locale/runtime';
import { checkOwnerIsGone, takeOver } from '../database/archive/take-over.ts';
import { hasCluster } from '../database/embedded/cluster.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

/** Makes the database of DATA_DIR the one that archives into ARCHIVE_DIR. */
await runCommand(async () => 0, {
  name: 'take-over',
  usage: archiveTexts.takeOverUsage,
  checkConfig: ({ archive, databaseUrl, dataDir }) => {
    if (!archive || databaseUrl !== undefined) return archiveTexts.needsArchive;
    return hasCluster(dataDir) ? undefined : serverTexts.noDatabaseInFolder(dataDir);
  },
  onFolder: async ({ archive, dataDir }, _args, signal) => {
    if (!archive) return;
    await checkOwnerIsGone(archive.folder, dataDir, say, signal);
    takeOver(archive.folder, dataDir);
    say(archiveTexts.takenOver(archive.folder));
  },
});
