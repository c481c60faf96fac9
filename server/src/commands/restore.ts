import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { trailTexts } from '@almas/locale/audit';
import { contentsTexts, backupTexts as texts } from '@almas/locale/operator';
import { audit } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { auditTrail, trailRefusal } from '../audit/trail.ts';
import { backupKeys, olderKeyFile } from '../backup/backup-keys.ts';
import { WrongBackupKeyError } from '../backup/encryption.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../config.ts';
import { ownerText, restorableBases } from '../database/archive/archive-folder.ts';
import { isOwner } from '../database/archive/archive-owner.ts';
import { recoverTo } from '../database/archive/recover.ts';
import { parseRestoreTime, restoreTimeText } from '../database/archive/restore-time.ts';
import { checkOwnerIsGone, takeOver } from '../database/archive/take-over.ts';
import { headText } from '../modules/audit-trail/trail-chain.ts';
import { type Arguments, type CommandLine, usageOf } from '../runtime/command-line.ts';
import { pauseSuppliers, prepareRestored, warnOfLaterWork } from '../runtime/prepare-restored.ts';
import { say } from '../runtime/say.ts';
import { StartupError } from '../startup-error.ts';
import { type CommandBehaviour, type CommandContext, runCommand } from './run-command.ts';

const line: CommandLine = {
  name: 'restore',
  usage: texts.restoreUsage(archiveTexts.usage),
  operand: 'optional',
  flags: { at: 'value', replace: 'switch', timeline: 'value', 'take-over': 'switch' },
};

/** Restores either `--at TIME` from the archive or the file of a backup. */
function check(args: Arguments): string | undefined {
  const time = args.value('at');
  const timeline = args.value('timeline');
  const hasArchiveFlag = args.has('replace') || args.has('take-over') || timeline !== undefined;
  const isMixed = time === undefined && hasArchiveFlag;
  if (timeline !== undefined && !/^[1-9]\d{0,8}$/.test(timeline)) return usageOf(line);
  if (isMixed || (time === undefined) === (args.operand === undefined)) return usageOf(line);
  if (time !== undefined)
    return parseRestoreTime(time) === undefined ? archiveTexts.notATime(time) : undefined;
  const file = resolve(args.operand ?? '');
  if (!existsSync(file)) return texts.missing(file);
  return statSync(file).isFile() ? undefined : texts.notAFile(file);
}

/** Checked before a database is created. */
const needsKey = (config: Config) => (backupKeys(config).secrets.length > 0 ? undefined : texts.keyReminder);
function needsArchive({ archive }: Config): string | undefined {
  if (!archive) return archiveTexts.needsArchive;
  return restorableBases(archive.folder).length === 0 ? archiveTexts.noArchive(archive.folder) : undefined;
}

async function fromArchive(config: Config, args: Arguments, signal: AbortSignal): Promise<void> {
  const to = parseRestoreTime(args.value('at') ?? '');
  const { archive, dataDir } = config;
  if (!archive || to === undefined) throw new StartupError(archiveTexts.needsArchive);
  const takesOver = args.has('take-over');
  if (takesOver) await checkOwnerIsGone(archive.folder, dataDir, say, signal);
  const timeline = args.value('timeline') === undefined ? undefined : Number(args.value('timeline'));
  const began = Date.now();
  const replace = args.has('replace');
  const { reached } = await recoverTo({
    archive,
    dataDir,
    to,
    replace,
    timeline,
    say,
    beforeUse: prepareRestored,
    signal,
  });
  isRestored = true;
  if (takesOver) takeOver(archive.folder, dataDir);
  const seconds = (Date.now() - began) / 1_000;
  say(archiveTexts.restored(restoreTimeText(to === 'latest' ? reached : to), seconds));
  if (!isOwner(archive.folder, dataDir)) say(archiveTexts.isCopy(archive.folder, ownerText(archive.folder)));
}

async function fromFile({ config, owner, migrate, args }: CommandContext): Promise<void> {
  const began = Date.now();
  const books = owner();
  const { rows } = await restoreBackup(
    books,
    resolve(args.operand ?? ''),
    backupKeys(config),
    (table, count) => say(texts.table(table, count)),
    { isChecked: true },
  );
  isRestored = true;
  // Servers have their rights once the migrations are applied.
  await pauseSuppliers(books);
  await migrate();
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  say(texts.restored(total, (Date.now() - began) / 1_000));
  // A backup holds no session, so none has to be ended.
  warnOfLaterWork();
}

/**
 * The whole file is verified before a database is made: a refused restore leaves nothing behind.
 * @returns its migrations: the later ones are applied to its rows, as in an upgrade, since some of them derive rows
 */
async function checkFile(config: Config, args: Arguments): Promise<ReadonlySet<string>> {
  const file = resolve(args.operand ?? '');
  if (statSync(file).size === 0) throw new StartupError(texts.emptyFile(file));
  const migrations = await checkBackup(file, backupKeys(config)).catch(async (error: unknown) => {
    const older = error instanceof WrongBackupKeyError ? await olderKeyFile(config, file) : undefined;
    throw older === undefined ? error : new StartupError(texts.olderKey(file, older));
  });
  return new Set(migrations);
}

/** Prints what the restored database holds, and audits it. */
async function auditRestored(context: CommandContext): Promise<number> {
  const { config, db } = context;
  const contents = await readContents(db);
  say(contentsTexts.contents(contents));
  say(texts.auditing);
  const found = await audit(db);
  const trail = await auditTrail(config, db);
  if (trail) say(trailTexts.sealed(headText(trail.head), trail.unsealed));
  const discrepancies = found.length + (trail?.findings.length ?? 0);
  if (discrepancies > 0) say(texts.auditFound(discrepancies));
  else say(trail ? texts.auditClean : texts.auditIncomplete);
  // The master secret is missing, or does not open the codes, for example because it is older than a rotation: no server starts.
  if (!trail) say(texts.otherCodesKey(await trailRefusal(config, db)));
  return discrepancies > 0 ? 1 : trail ? 0 : 2;
}

let isRestored = false;
const interrupted = (before: string) => () => (isRestored ? texts.interruptedAudit : before);

const ofFile: CommandBehaviour = {
  createsDatabase: true,
  archivesAs: 'nowhere',
  beforeDatabase: checkFile,
  checkConfig: needsKey,
  interrupted: interrupted(texts.interruptedRestore),
};
const ofArchive: CommandBehaviour = {
  archivesAs: 'copy',
  checkConfig: needsArchive,
  onFolder: fromArchive,
  interrupted: interrupted(archiveTexts.interrupted),
};
const isFromArchive = (args: Arguments) => args.value('at') !== undefined;

await runCommand(
  async (context) => {
    if (!isFromArchive(context.args)) await fromFile(context);
    return auditRestored(context);
  },
  { ...line, check, byArguments: (args) => (isFromArchive(args) ? ofArchive : ofFile) },
);
