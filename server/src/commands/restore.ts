import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backupTexts as texts } from '@almas/locale/operator';
import { audit } from '../audit/audit.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ db, args }) => {
  const [name] = args;
  const file = resolve(name ?? '');
  if (!name || !existsSync(file)) {
    say(name ? texts.missing(file) : texts.usage('restore'));
    return 1;
  }
  const began = Date.now();
  const { rows } = await restoreBackup(db, file, (table, count) => say(texts.table(table, count)));
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  say(texts.restored(total, ((Date.now() - began) / 1_000).toFixed(1)));
  say(texts.auditing);
  const found = await audit(db);
  say(found.length === 0 ? texts.auditClean : texts.auditFound(found.length));
  return found.length === 0 ? 0 : 1;
});
