import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { trailTexts } from '@almas/locale/audit';
import { contentsTexts, backupTexts as texts } from '@almas/locale/operator';
import { keysOfDatabase } from '../backup/backup-keys.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { recordMaintenanceRun } from '../modules/operations/read-figures.ts';
import type { Arguments } from '../runtime/command-line.ts';
import { explain } from '../runtime/explain.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

function check({ operand = '' }: Arguments): string | undefined {
  const file = resolve(operand);
  if (!existsSync(dirname(file))) return texts.folderMissing(dirname(file));
  return existsSync(file) ? texts.exists(file) : undefined;
}

let isWritten = false;

// `--json`: the last line is one JSON object with the figures, for ops/daily.sh.
await runCommand(
  async ({ config, db, longRead, isInterrupted, args }) => {
    const file = resolve(args.operand ?? '');
    const began = Date.now();
    const keys = await keysOfDatabase(config, db);
    const { contents, rows, trail } = await longRead((from) =>
      writeBackup(from, file, keys, (table, count) => say(texts.table(table, count))),
    );
    isWritten = true;
    const bytes = statSync(file).size;
    say(texts.written(file, bytes, (Date.now() - began) / 1_000));
    say(contentsTexts.contents(contents));
    say(trailTexts.inBackup(trail));
    if (contents.accounts === 0) say(contentsTexts.noAccount);
    say(texts.keyReminder);
    if (config.backupRecipient !== undefined) say(texts.recipientReminder);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const run = {
      kind: 'backup',
      succeeded: contents.accounts > 0,
      figures: { bytes, rows: total, ...contents, trail },
    } as const;
    // The file is whole without its record, and ops/daily.sh deletes the file of a command that failed.
    await recordMaintenanceRun(db, run).catch((error: unknown) => {
      if (isInterrupted()) throw error;
      process.stderr.write(`${texts.notRecorded(explain(error))}\n`);
    });
    if (args.has('json')) say(JSON.stringify({ bytes, rows: total, ...contents }));
    return contents.accounts === 0 ? 1 : 0;
  },
  {
    name: 'backup',
    usage: texts.backupUsage,
    operand: 'needed',
    flags: { json: 'switch' },
    check,
    interrupted: () => (isWritten ? texts.interruptedRecord : texts.interruptedBackup),
  },
);
