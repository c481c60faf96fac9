import type { Config } from '../config.ts';
import { masterSecret } from '../vault/master-secret.ts';
import type { BackupKeys } from './encryption.ts';

/** The keys of this installation's backups. @throws StartupError where the master secret is missing */
export const backupKeys = (config: Config): BackupKeys => ({
  secrets: masterSecret(config).candidates(),
  recipient: config.backupRecipient,
  identity: config.backupIdentity,
});
