import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Queryable } from '../database/pool.ts';
import { masterSecret } from '../vault/master-secret.ts';
import { readKeys } from '../vault/stored-keys.ts';
import { type BackupKeys, WrongBackupKeyError } from './encryption.ts';
import { checkBackup } from './restore-backup.ts';

/** The keys that the configuration gives for backups. @throws StartupError without a master secret */
export const backupKeys = (config: Config): BackupKeys => ({
  secrets: masterSecret(config).candidates(),
  recipient: config.backupRecipient,
  identity: config.backupIdentity,
});

/**
 * The keys for a backup of this database: of the configured secrets only the one that opens its codes, since a restore needs that
 * one. @throws StartupError when none of them does
 */
export async function keysOfDatabase(config: Config, db: Queryable): Promise<BackupKeys> {
  const keys = backupKeys(config);
  const used = (await readKeys(db, masterSecret(config))).at(-1)?.secret;
  return used === undefined ? keys : { ...keys, secrets: [used] };
}

/** The newest first; none in a folder that is missing or that this account may not list. */
function keptIn(folder: string): string[] {
  try {
    const kept = readdirSync(folder).filter((name) => name.startsWith('codes.key.before-'));
    return kept
      .sort()
      .reverse()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The file of a former secret, kept by `rotate-keys` beside the current one, that opens this backup and has written it. */
export async function olderKeyFile(
  { dataDir, codesKeyFile, backupIdentity }: Pick<Config, 'dataDir' | 'codesKeyFile' | 'backupIdentity'>,
  file: string,
): Promise<string | undefined> {
  // The key of a trial is that of the shop's folder.
  const folder = codesKeyFile === undefined ? dataDir : dirname(codesKeyFile);
  for (const path of keptIn(folder)) {
    const keys = { secrets: [readFileSync(path, 'utf8').trim()], identity: backupIdentity };
    const refusal = await checkBackup(file, keys).then(
      () => undefined,
      (error: unknown) => error,
    );
    // A backup of another version is refused for that, once the command has its secret.
    if (!(refusal instanceof WrongBackupKeyError)) return path;
  }
  return undefined;
}
