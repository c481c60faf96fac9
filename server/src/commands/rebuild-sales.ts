import { rebuildSalesTexts as texts } from '@almas/locale/operator';
import { transaction } from '../database/transaction.ts';
import { countSales } from '../modules/stock/count-sales.ts';
import { say } from '../runtime/say.ts';
import { type CommandContext, runCommand } from './run-command.ts';

/** Counts the sales of every day anew, while servers run or without them: each day is right before the next one is begun. */
const rebuild = async ({ db }: CommandContext) => {
  await db.query({ text: 'DELETE FROM sales_days_until' });
  let days = 1;
  while ((await transaction(db, (tx) => countSales(tx, 1))) > 0) days += 1;
  say(texts.done(days));
  return 0;
};

await runCommand(rebuild, { name: 'rebuild-sales', interrupted: () => texts.interrupted });
