import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { trailTexts } from '@almas/locale/audit';
import { contentsTexts, backupTexts as texts } from '@almas/locale/operator';
import { audit } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { auditTrail } from '../audit/trail.ts';
import { backupKeys } from '../backup/backup-keys.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../config.ts';
import { recoverTo } from '../database/archive/recover.ts';
import { parseRestoreTime, restoreTimeText } from '../database/archive/restore-time.ts';
import { headText } from '../modules/audit-trail/trail-chain.ts';
import { say } from '../runtime/say.ts';
import { StartupError } from '../startup-error.ts';
import { type CommandContext, runCommand } from './run-command.ts';

/** `--at TIME`, from the archive; else the file of a backup. */
const timeOf = (args: readonly string[]): string | undefined => {
  const at = args.indexOf('--at');
  return at < 0 ? undefined : (args[at + 1] ?? '');
};

function check(args: readonly string[]): string | undefined {
  const time = timeOf(args);
  if (time !== undefined) {
    if (time === '' || args.some((arg) => arg !== '--at' && arg !== time && arg !== '--replace'))
      return archiveTexts.usage;
    return parseRestoreTime(time) === undefined ? archiveTexts.notATime(time) : undefined;
  }
  const [name] = args;
  if (!name) return texts.usage('restore');
  return existsSync(resolve(name)) ? undefined : texts.missing(resolve(name));
}

async function fromArchive(config: Config, args: readonly string[]): Promise<void> {
  const to = parseRestoreTime(timeOf(args) ?? '');
  if (!config.archive || to === undefined) throw new StartupError(archiveTexts.needsArchive);
  const { archive, dataDir } = config;
  const began = Date.now();
  const { reached } = await recoverTo({ archive, dataDir, to, replace: args.includes('--replace'), say });
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  say(archiveTexts.restored(restoreTimeText(to === 'latest' ? reached : to), seconds));
}

async function fromFile({ config, owner, args }: CommandContext): Promise<void> {
  const began = Date.now();
  const { rows } = await restoreBackup(
    owner(),
    resolve(args[0] ?? ''),
    backupKeys(config),
    (table, count) => say(texts.table(table, count)),
    { acceptsUnencrypted: args.includes('--unencrypted') },
  );
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  say(texts.restored(total, ((Date.now() - began) / 1_000).toFixed(1)));
}

/** Says what the restored database holds, and proves it. */
async function prove({ config, db }: CommandContext): Promise<number> {
  const contents = await readContents(db);
  say(contentsTexts.contents(contents.accounts, contents.ledgerRows, contents.balances));
  say(texts.auditing);
  const found = await audit(db);
  const trail = await auditTrail(config, db);
  say(trail ? trailTexts.sealed(headText(trail.head), trail.unsealed) : trailTexts.noKey);
  const discrepancies = found.length + (trail?.findings.length ?? 0);
  say(discrepancies === 0 ? texts.auditClean : texts.auditFound(discrepancies));
  return discrepancies === 0 ? 0 : 1;
}

const isFromArchive = timeOf(process.argv.slice(2)) !== undefined;
await runCommand(
  async (context) => {
    if (!isFromArchive) await fromFile(context);
    return prove(context);
  },
  { check, createsDatabase: !isFromArchive, ...(isFromArchive && { onFolder: fromArchive }) },
);
