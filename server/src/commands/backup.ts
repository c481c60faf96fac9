import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { trailTexts } from '@almas/locale/audit';
import { contentsTexts, backupTexts as texts } from '@almas/locale/operator';
import { backupKeys } from '../backup/backup-keys.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { recordMaintenanceRun } from '../modules/operations/read-figures.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

const fileOf = (args: readonly string[]) => args.find((argument) => !argument.startsWith('--'));

function check(args: readonly string[]): string | undefined {
  const name = fileOf(args);
  if (name === undefined) return texts.usage('backup');
  return existsSync(resolve(name)) ? texts.exists(resolve(name)) : undefined;
}

// `--json`: the last line is one JSON object with the figures, for ops/daily.sh.
await runCommand(
  async ({ config, db, longRead, args }) => {
    const file = resolve(fileOf(args) ?? '');
    const began = Date.now();
    const { contents, rows, trail } = await longRead((from) =>
      writeBackup(from, file, backupKeys(config), (table, count) => say(texts.table(table, count))),
    );
    const bytes = statSync(file).size;
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    say(texts.written(file, (bytes / 1_048_576).toFixed(1), seconds));
    say(contentsTexts.contents(contents.accounts, contents.ledgerRows, contents.balances));
    say(trailTexts.inBackup(trail));
    if (contents.accounts === 0) say(contentsTexts.noAccount);
    say(texts.keyReminder);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    await recordMaintenanceRun(db, {
      kind: 'backup',
      succeeded: contents.accounts > 0,
      figures: { bytes, rows: total, ...contents, trail },
    });
    if (args.includes('--json')) say(JSON.stringify({ bytes, rows: total, ...contents }));
    return contents.accounts === 0 ? 1 : 0;
  },
  { check },
);
