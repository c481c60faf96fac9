import type { Config } from '../config.ts';
import type { Queryable } from '../database/pool.ts';
import { masterSecret } from '../vault/master-secret.ts';
import { readKeys } from '../vault/stored-keys.ts';
import type { BackupKeys } from './encryption.ts';

/** The keys of this installation's backups. @throws StartupError where the master secret is missing */
export const backupKeys = (config: Config): BackupKeys => ({
  secrets: masterSecret(config).candidates(),
  recipient: config.backupRecipient,
  identity: config.backupIdentity,
});

/**
 * The keys with which this database is backed up: the secret that opens its codes, and no other. A backup under another one would be
 * found to be useless on the day of its restore. @throws StartupError where none of the given secrets opens them
 */
export async function keysOfDatabase(config: Config, db: Queryable): Promise<BackupKeys> {
  const keys = backupKeys(config);
  const used = (await readKeys(db, masterSecret(config))).at(-1)?.secret;
  return used === undefined ? keys : { ...keys, secrets: [used] };
}
