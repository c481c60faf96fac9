import { codeBatches } from '@almas/contract/code-batches';
import { fail } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import type { Centimes } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { lossNotice, lossNotifications, newestCost } from '../prices/prices-below-cost.ts';
import { type BatchValues, batchFigures, mergeBatchValues } from './batch-values.ts';
import { findBatch, presentBatch } from './code-batches.ts';
import { batchesChanged, codesChanged } from './code-events.ts';
import { prepareImport } from './import-codes.ts';
import { releaseExpired } from './release-expired.ts';

interface LockedBatch extends BatchValues {
  readonly id: number;
  readonly offerId: string;
  readonly isExpired: boolean;
}

const lock = statement<[id: number], LockedBatch>(
  'code-batches.lock-values',
  `SELECT id, offer_id AS "offerId", supplier_id AS "supplierId", unit_cost AS "unitCost", currency,
          currency_cost::float8 AS "currencyCost", rate::float8 AS rate, expires_on::text AS "expiresOn", label,
          expired_at IS NOT NULL AND recalled_at IS NULL AS "isExpired"
     FROM code_batches WHERE id = $1 FOR NO KEY UPDATE`,
);
const write = statement<BatchValues & { id: number }>(
  'code-batches.update',
  `UPDATE code_batches SET supplier_id = :supplier_id, unit_cost = :unit_cost, currency = :currency,
          currency_cost = :currency_cost, rate = :rate, expires_on = :expires_on, label = :label
    WHERE id = :id`,
);
/** What was sold until now keeps its cost. One that was not known is no cost to keep. */
const keepCost = statement<[id: number, unitCost: Centimes, changedBy: string]>(
  'code-batches.keep-cost',
  `INSERT INTO code_batch_costs (batch_id, unit_cost, changed_by) VALUES ($1, $2, $3) ON CONFLICT (batch_id, until) DO NOTHING`,
);

/** The job of the sales counts again what was sold since the batch was imported: its cost was not known before. */
const recount = statement<[batchId: number]>(
  'code-batches.recount-sales',
  `UPDATE sales_days_until SET day = least(day, (SELECT ${dayOf('created_at')} FROM code_batches WHERE id = $1))`,
);

/**
 * Corrects what is said of a batch. A later date puts back on sale what the former one had withheld; without a date in the call nothing
 * returns.
 */
export const updateBatch = command(codeBatches.update, {
  long: true,
  run: async ({ services, tx, actor, params, body }) => {
    const { vault } = services;
    // The lock of the imports before any row, as imports do, so that the two cannot deadlock.
    if (body.expiresOn !== undefined) await prepareImport(tx, vault);
    const before = await lock.first(tx, parseIdOrZero(params.id));
    if (!before) throw fail('BATCH_NOT_FOUND');
    const { values, isDue } = await mergeBatchValues(tx, before.offerId, before, body);
    const [former, after] = [batchFigures(before), batchFigures(values)];
    const isChanged = JSON.stringify(former) !== JSON.stringify(after);
    const costBefore = await newestCost(tx, before.offerId);
    if (isChanged) await writeValues(tx, before, values, actor.id);
    const isReleased = body.expiresOn !== undefined && before.isExpired && !isDue;
    const released = isReleased ? await releaseExpired(tx, vault, before.id) : 0;
    const batch = await findBatch(tx, params.id);
    const { offerId, productId, productName, offerName } = batch;
    const loss = await lossNotice(tx, batch, costBefore);
    return {
      response: presentBatch(batch),
      effects: {
        audit: isChanged
          ? {
              action: 'codes.update-batch',
              subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
              before: { batchId: params.id, ...former },
              after: { batchId: params.id, ...after, ...(released > 0 && { released }) },
            }
          : nothingChanged,
        notifications: await lossNotifications(tx, services, loss),
        events: released > 0 ? codesChanged(productId) : isChanged ? [batchesChanged] : [],
      },
    };
  },
});

async function writeValues(
  tx: DbTransaction,
  { id, unitCost }: LockedBatch,
  values: BatchValues,
  adminId: string,
): Promise<void> {
  if (unitCost === null && values.unitCost !== null) {
    // The job writes how far it is after it has read the costs: it would put its day over the earlier one.
    await holdLock(tx, 'salesDays');
    await recount.run(tx, id);
  }
  if (unitCost !== null && unitCost !== values.unitCost) await keepCost.run(tx, id, unitCost, adminId);
  await write.run(tx, { ...values, id });
}
