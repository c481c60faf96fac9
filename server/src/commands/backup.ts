import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backupTexts as texts } from '@almas/locale/operator';
import { writeBackup } from '../backup/write-backup.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ db, args }) => {
  const [name] = args;
  if (!name) {
    say(texts.usage('backup'));
    return 1;
  }
  const file = resolve(name);
  if (existsSync(file)) {
    say(texts.exists(file));
    return 1;
  }
  const began = Date.now();
  await writeBackup(db, file, (table, rows) => say(texts.table(table, rows)));
  const megabytes = (statSync(file).size / 1_048_576).toFixed(1);
  say(texts.written(file, megabytes, ((Date.now() - began) / 1_000).toFixed(1)));
  say(texts.keyReminder);
  return 0;
});
