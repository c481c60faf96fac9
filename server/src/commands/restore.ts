import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { contentsTexts, backupTexts as texts } from '@almas/locale/operator';
import { audit } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { backupKeys } from '../backup/backup-keys.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

function check([name]: readonly string[]): string | undefined {
  if (!name) return texts.usage('restore');
  return existsSync(resolve(name)) ? undefined : texts.missing(resolve(name));
}

await runCommand(
  async ({ config, db, owner, args }) => {
    const file = resolve(args[0] ?? '');
    const began = Date.now();
    const { rows } = await restoreBackup(
      owner(),
      file,
      backupKeys(config),
      (table, count) => say(texts.table(table, count)),
      { acceptsUnencrypted: args.includes('--unencrypted') },
    );
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    say(texts.restored(total, ((Date.now() - began) / 1_000).toFixed(1)));
    const contents = await readContents(db);
    say(contentsTexts.contents(contents.accounts, contents.ledgerRows, contents.balances));
    say(texts.auditing);
    const found = await audit(db);
    say(found.length === 0 ? texts.auditClean : texts.auditFound(found.length));
    return found.length === 0 ? 0 : 1;
  },
  { check, createsDatabase: true },
);
