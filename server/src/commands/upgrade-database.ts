import { join } from 'node:path';
import { trailTexts } from '@almas/locale/audit';
import { contentsTexts, upgradeTexts as texts } from '@almas/locale/operator';
import { audit } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { auditTrail } from '../audit/trail.ts';
import type { Config } from '../config.ts';
import { hasCluster } from '../database/embedded/cluster.ts';
import { headText } from '../modules/audit-trail/trail-chain.ts';
import type { Arguments } from '../runtime/command-line.ts';
import { say } from '../runtime/say.ts';
import { upgradeCluster } from '../upgrade/upgrade-cluster.ts';
import { runCommand } from './run-command.ts';

let isUpgraded = false;

async function upgrade(config: Config, args: Arguments, signal: AbortSignal): Promise<void> {
  await upgradeCluster({
    dataDir: config.dataDir,
    programs: args.value('programs'),
    archiveFolder: config.archive?.folder,
    say,
    signal,
    audit: async (db) => {
      const trail = await auditTrail(config, db);
      say(trail ? trailTexts.sealed(headText(trail.head), trail.unsealed) : trailTexts.noKey);
      return (await audit(db)).length + (trail?.findings.length ?? 0);
    },
  });
  isUpgraded = true;
}

await runCommand(
  async ({ db }) => {
    const contents = await readContents(db);
    say(contentsTexts.contents(contents));
    say(texts.kept);
    return 0;
  },
  {
    name: 'upgrade-database',
    usage: texts.usage,
    // Where the programs of the former PostgreSQL are.
    flags: { programs: 'value' },
    checkConfig: ({ databaseUrl, dataDir }) => {
      if (databaseUrl !== undefined) return texts.ofOthers;
      return hasCluster(dataDir) ? undefined : texts.noCluster(join(dataDir, 'postgres'));
    },
    onFolder: upgrade,
    interrupted: () => (isUpgraded ? texts.interruptedAfter : texts.interrupted),
  },
);
