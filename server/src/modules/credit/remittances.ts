import { credit } from '@almas/contract/credit';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { type AuditEntry, command, type LiveEffect } from '../../pipeline/command.ts';
import {
  findCollector,
  heldBy,
  type PostedCash,
  postCash,
  presentRemittance,
  type RemittanceRow,
  remittanceColumns,
  remittanceStateOf,
} from './cash.store.ts';

const page = statement<[state: string | null, before: number, limit: number], RemittanceRow>(
  'credit.remittances',
  `SELECT ${remittanceColumns} FROM cash_remittances m
    WHERE ($1::text IS NULL OR ${remittanceStateOf} = $1) AND m.id < $2::bigint ORDER BY m.id DESC LIMIT $3::int`,
);

/** Cash that was handed over or lost, the newest first. */
export async function listRemittances(
  db: Queryable,
  { state, limit, cursor }: Parsed<typeof credit.remittances>['query'],
): Promise<Output<typeof credit.remittances>> {
  return pageByNumber(
    { limit, cursor },
    (before, rows) => page.all(db, state === 'all' ? null : state, before, rows),
    presentRemittance,
  );
}

const insert = statement<[collector: string, amount: number, note: string], { id: number }>(
  'credit.remit',
  `INSERT INTO cash_remittances (collector, amount, note) VALUES ($1, $2, $3)
   ON CONFLICT (collector) WHERE confirmed_at IS NULL AND withdrawn_at IS NULL DO NOTHING RETURNING id`,
);
const byId = statement<[id: number], RemittanceRow>(
  'credit.remittance',
  `SELECT ${remittanceColumns} FROM cash_remittances m WHERE m.id = $1`,
);
const lock = statement<[id: number]>(
  'credit.lock-remittance',
  'SELECT FROM cash_remittances WHERE id = $1 FOR NO KEY UPDATE',
);

const changed: LiveEffect[] = [[{ role: 'admin' }, { type: 'credit' }]];
const subjectOf = ({ id, collectorName }: RemittanceRow) => ({
  type: 'remittance',
  id: String(id),
  name: collectorName,
});

/** Cash that the actor hands over: still held until another person confirms it. */
export const remitCash = command(credit.remit, {
  prepare: ({ body }) => toCentimes(body.amount),
  key: {
    operation: 'credit.remit',
    input: ({ body: { amount, note } }) => ({ amount, note }),
    isUndone: async (tx, { id }) => (await byId.one(tx, parseIdOrZero(id))).state === 'withdrawn',
  },
  run: async ({ tx, actor, body: { note }, prepared: amount }) => {
    // Not locked: the confirmation judges it again.
    const held = await heldBy(tx, actor.id);
    if (amount > held) throw fail('REMITTANCE_EXCEEDS_HELD', { held: toDinars(held) });
    const written = await insert.first(tx, actor.id, amount, note);
    if (!written) throw fail('REMITTANCE_OPEN');
    const row = await byId.one(tx, written.id);
    return {
      response: presentRemittance(row),
      effects: {
        audit: {
          action: 'credit.remit',
          subject: subjectOf(row),
          after: { amount: toDinars(amount), note },
        },
        events: changed,
      },
    };
  },
});

/** The collector holds less by what was handed over. @throws AppError REMITTANCE_EXCEEDS_HELD */
async function postRemittance(tx: Queryable, collector: string, amount: Centimes, remittanceId: number) {
  const cash = await postCash(tx, { collector, kind: 'remitted', amount, remittanceId });
  if (!cash) throw fail('REMITTANCE_EXCEEDS_HELD', { held: toDinars(await heldBy(tx, collector)) });
  return cash;
}

const lockAnnounced = statement<[collector: string], { id: number; amount: Centimes }>(
  'credit.lock-announced',
  `SELECT id, amount FROM cash_remittances WHERE collector = $1 AND confirmed_at IS NULL AND withdrawn_at IS NULL
      FOR NO KEY UPDATE`,
);
const withdrawOpen = statement<[collector: string]>(
  'credit.withdraw-open',
  `UPDATE cash_remittances SET withdrawn_at = clock_timestamp()
    WHERE collector = $1 AND confirmed_at IS NULL AND withdrawn_at IS NULL`,
);
/** The audit row of a remittance that is withdrawn. */
const withdrawn = (row: RemittanceRow): AuditEntry => ({
  action: 'credit.withdraw-remittance',
  subject: subjectOf(row),
  before: { amount: toDinars(row.amount) },
});

/**
 * Takes cash back that a collector does not hold, and withdraws what was announced when it exceeds the rest: it cannot be confirmed. The
 * remittance is locked before the cash, as by its confirmation.
 * @returns the cash, with the audit rows of what was withdrawn; undefined when less is held
 */
export async function takeCashBack(tx: Queryable, collector: string, amount: Centimes, entryId: number) {
  const announced = await lockAnnounced.first(tx, collector);
  const cash = await postCash(tx, { collector, kind: 'collected', amount: -amount as Centimes, entryId });
  if (!cash) return undefined;
  if (!announced || announced.amount <= cash.heldAfter) return { cash, audit: [] };
  await withdrawOpen.run(tx, collector);
  return { cash, audit: [withdrawn(await byId.one(tx, announced.id))] };
}

const insertConfirmed = statement<
  { collector: string; amount: number; note: string; confirmedBy: string; lost: boolean },
  { id: number }
>(
  'credit.insert-confirmed',
  `INSERT INTO cash_remittances (collector, amount, note, confirmed_by, confirmed_at, lost)
   VALUES (:collector, :amount, :note, :confirmed_by, clock_timestamp(), :lost) RETURNING id`,
);

interface AtOnce {
  readonly collector: string;
  readonly amount: Centimes;
  readonly note: string;
  readonly confirmedBy: string;
  readonly lost: boolean;
  /** What the screen showed as held; without it nothing is compared. */
  readonly held: number | undefined;
}

/** Cash that no collector announced, recorded and confirmed at once; it replaces what was announced. @throws AppError CASH_CHANGED */
async function recordAtOnce(
  tx: Queryable,
  { held, ...remittance }: AtOnce,
  post: (remittanceId: number) => Promise<PostedCash>,
) {
  await withdrawOpen.run(tx, remittance.collector);
  const { id } = await insertConfirmed.one(tx, remittance);
  const cash = await post(id);
  const heldBefore = toDinars(cash.heldBefore);
  if (held !== undefined && held !== heldBefore) throw fail('CASH_CHANGED', { held: heldBefore });
  return { row: await byId.one(tx, id), heldBefore, heldAfter: toDinars(cash.heldAfter) };
}

/**
 * Cash that the actor has received from who cannot announce it any more: handed over and confirmed at once. It replaces what was
 * announced before.
 */
export const receiveCash = command(credit.receive, {
  prepare: ({ body }) => toCentimes(body.amount),
  key: {
    operation: 'credit.receive',
    input: ({ params, body: { amount, note } }) => ({ collector: params.id, amount, note }),
  },
  run: async ({ tx, actor, params, body: { note, held }, prepared: amount }) => {
    const { id: collector, mayRemit } = await findCollector(tx, params.id, actor);
    if (mayRemit) throw fail('COLLECTOR_MAY_REMIT');
    const { row, heldBefore, heldAfter } = await recordAtOnce(
      tx,
      { collector, amount, note, confirmedBy: actor.id, lost: false, held },
      (id) => postRemittance(tx, collector, amount, id),
    );
    return {
      response: presentRemittance(row),
      effects: {
        audit: {
          action: 'credit.receive',
          subject: subjectOf(row),
          before: { held: heldBefore },
          after: { held: heldAfter, amount: toDinars(amount), note },
        },
        events: changed,
      },
    };
  },
});

/**
 * Cash that another collector will not hand over: held no more, at once, and among what was handed over with its reason (CRE-54). It
 * replaces what was announced before. Debts and receipts stay: the resellers have paid.
 */
export const loseCash = command(credit.lose, {
  prepare: ({ actor, body }) => {
    checkStepUp(actor);
    return toCentimes(body.amount);
  },
  key: {
    operation: 'credit.loss',
    input: ({ params, body: { amount, reason } }) => ({ collector: params.id, amount, reason }),
  },
  run: async ({ tx, actor, params, body: { reason, held }, prepared: amount }) => {
    const { id: collector } = await findCollector(tx, params.id, actor);
    if (collector === actor.id) throw fail('LOSS_OWN');
    const { row, heldBefore, heldAfter } = await recordAtOnce(
      tx,
      { collector, amount, note: reason, confirmedBy: actor.id, lost: true, held },
      async (remittanceId) => {
        const cash = await postCash(tx, { collector, kind: 'lost', amount, remittanceId });
        if (!cash) throw fail('LOSS_EXCEEDS_HELD', { held: toDinars(await heldBy(tx, collector)) });
        return cash;
      },
    );
    return {
      response: presentRemittance(row),
      effects: {
        audit: {
          action: 'credit.loss',
          subject: subjectOf(row),
          before: { held: heldBefore },
          after: { held: heldAfter, amount: toDinars(amount), reason },
        },
        events: changed,
      },
    };
  },
});

/** A remittance that is still open, locked. @throws AppError REMITTANCE_NOT_FOUND, REMITTANCE_DECIDED */
async function lockOpen(tx: Queryable, id: number, isAllowed: (row: RemittanceRow) => void) {
  await lock.run(tx, id);
  const row = await byId.first(tx, id);
  if (!row) throw fail('REMITTANCE_NOT_FOUND');
  isAllowed(row);
  if (row.state !== 'open') throw fail('REMITTANCE_DECIDED');
  return row;
}

const confirm = statement<[id: number, by: string]>(
  'credit.confirm-remittance',
  'UPDATE cash_remittances SET confirmed_by = $2, confirmed_at = clock_timestamp() WHERE id = $1',
);

/** Another person has received the cash: from now on the collector holds less. */
export const confirmRemittance = command(credit.confirmRemittance, {
  key: { operation: 'credit.confirm-remittance', input: ({ params }) => params },
  run: async ({ tx, actor, params }) => {
    const { id, collectorId, amount } = await lockOpen(tx, parseIdOrZero(params.id), (row) => {
      if (row.collectorId === actor.id) throw fail('REMITTANCE_OWN');
    });
    const cash = await postRemittance(tx, collectorId, amount, id);
    await confirm.run(tx, id, actor.id);
    const row = await byId.one(tx, id);
    return {
      response: presentRemittance(row),
      effects: {
        audit: {
          action: 'credit.confirm-remittance',
          subject: subjectOf(row),
          before: { held: toDinars(cash.heldBefore) },
          after: { held: toDinars(cash.heldAfter), amount: toDinars(amount) },
        },
        events: changed,
      },
    };
  },
});

const withdraw = statement<[id: number]>(
  'credit.withdraw-remittance',
  'UPDATE cash_remittances SET withdrawn_at = clock_timestamp() WHERE id = $1',
);

/** The collector has counted again. That of another collector is not found. */
export const withdrawRemittance = command(credit.withdrawRemittance, {
  run: async ({ tx, actor, params }) => {
    const { id } = await lockOpen(tx, parseIdOrZero(params.id), (row) => {
      if (row.collectorId !== actor.id) throw fail('REMITTANCE_NOT_FOUND');
    });
    await withdraw.run(tx, id);
    const row = await byId.one(tx, id);
    return {
      response: presentRemittance(row),
      effects: { audit: withdrawn(row), events: changed },
    };
  },
});
