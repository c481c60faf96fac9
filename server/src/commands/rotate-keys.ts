import { rotateKeysTexts as texts } from '@almas/locale/operator';
import { transaction } from '../database/transaction.ts';
import { operator, recordAction } from '../modules/audit-trail/record-action.ts';
import { say } from '../runtime/say.ts';
import { masterSecret } from '../vault/master-secret.ts';
import { deleteRetiredKeys, replaceKeys, resealCodes } from '../vault/rotate-keys.ts';
import { type CommandContext, runCommand } from './run-command.ts';

/** Prints the progress, at most once a second. */
function progressPrinter(): (done: number, total: number) => void {
  let next = 0;
  return (done, total) => {
    if (Date.now() < next && done < total) return;
    next = Date.now() + 1_000;
    say(texts.progress(done, total));
  };
}

/** Replaces the keys of the codes, while servers run or without them (docs/code-keys.md). */
const rotate = async ({ config, db }: CommandContext) => {
  const master = masterSecret(config);
  const { keys, secret, newSecret } = await transaction(db, async (tx) => {
    const replaced = await replaceKeys(tx, master);
    await recordAction(tx, operator, undefined, {
      action: 'codes.rotate-keys',
      subject: { type: 'codes', id: 'keys' },
      after: { cipherKey: replaced.keys.currentCipher, newMasterSecret: replaced.newSecret },
    });
    return replaced;
  });
  const former = master.adopt(secret);
  say(texts.replaced(newSecret));
  if (former !== undefined) say(texts.formerKept(former));
  const { resealed, unreadable } = await resealCodes(db, keys, progressPrinter());
  await deleteRetiredKeys(db);
  say(texts.done(resealed));
  if (unreadable > 0) say(texts.unreadable(unreadable));
  // By what is configured: an interrupted run may have wrapped the keys with the next secret already.
  if (secret === config.codesKey) say(texts.secretStays);
  else if (config.codesKey !== undefined) say(texts.moveSecret);
  return 0;
};

await runCommand(rotate, { name: 'rotate-keys', interrupted: () => texts.interrupted });
