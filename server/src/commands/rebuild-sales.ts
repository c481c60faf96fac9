import { rebuildSalesTexts as texts } from '@almas/locale/operator';
import { holdLock, type Lock } from '../database/locks.ts';
import { type DbTransaction, transaction } from '../database/transaction.ts';
import { addUpLedger } from '../modules/reports/add-up-ledger.ts';
import { countSales } from '../modules/stock/count-sales.ts';
import { say } from '../runtime/say.ts';
import { type CommandContext, runCommand } from './run-command.ts';

/** Counts the sales and the movements of every day anew, while servers run or without them: each day is right before the next one is begun. */
const rebuild = async ({ db }: CommandContext) => {
  /** A transaction under the lock of the job that counts the same. */
  const under =
    (lock: Lock) =>
    <Result>(work: (tx: DbTransaction) => Promise<Result>) =>
      transaction(db, async (tx) => {
        await holdLock(tx, lock);
        return work(tx);
      });
  const [ofSales, ofLedger] = [under('salesDays'), under('ledgerDays')];
  await ofSales((tx) => tx.query({ text: 'DELETE FROM sales_days_until' }));
  await ofLedger(async (tx) => {
    await tx.query({ text: 'DELETE FROM ledger_days' });
    await tx.query({ text: 'DELETE FROM ledger_days_until' });
  });
  while ((await ofLedger((tx) => addUpLedger(tx, 1))) > 0);
  let days = 1;
  while ((await ofSales((tx) => countSales(tx, 1))) > 0) days += 1;
  say(texts.done(days));
  return 0;
};

await runCommand(rebuild, { name: 'rebuild-sales', interrupted: () => texts.interrupted });
