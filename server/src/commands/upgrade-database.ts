import { trailTexts } from '@almas/locale/audit';
import { contentsTexts, upgradeTexts as texts } from '@almas/locale/operator';
import { audit } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { auditTrail } from '../audit/trail.ts';
import type { Config } from '../config.ts';
import { headText } from '../modules/audit-trail/trail-chain.ts';
import { say } from '../runtime/say.ts';
import { StartupError } from '../startup-error.ts';
import { upgradeCluster } from '../upgrade/upgrade-cluster.ts';
import { runCommand } from './run-command.ts';

/** `--programs FOLDER`: where the programs of the former PostgreSQL are. */
function check(args: readonly string[]): string | undefined {
  const [name, folder, ...rest] = args;
  const valid = name === undefined || (name === '--programs' && folder && rest.length === 0);
  return valid ? undefined : texts.usage;
}

async function upgrade(config: Config, args: readonly string[]): Promise<void> {
  if (config.databaseUrl !== undefined) throw new StartupError(texts.ofOthers);
  await upgradeCluster({
    dataDir: config.dataDir,
    programs: args[1],
    archiveFolder: config.archive?.folder,
    say,
    audit: async (db) => {
      const trail = await auditTrail(config, db);
      say(trail ? trailTexts.sealed(headText(trail.head), trail.unsealed) : trailTexts.noKey);
      return (await audit(db)).length + (trail?.findings.length ?? 0);
    },
  });
}

await runCommand(
  async ({ db }) => {
    const contents = await readContents(db);
    say(contentsTexts.contents(contents.accounts, contents.ledgerRows, contents.balances));
    say(texts.kept);
    return 0;
  },
  { check, onFolder: upgrade },
);
