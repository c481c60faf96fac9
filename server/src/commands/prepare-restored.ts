import { backupTexts as texts } from '@almas/locale/operator';
import { prepareRestored } from '../runtime/prepare-restored.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

/** For a database that something else than `almas restore` has restored. */
await runCommand(
  async ({ db }) => {
    await prepareRestored(db);
    say(texts.prepared);
    return 0;
  },
  { name: 'prepare-restored' },
);
