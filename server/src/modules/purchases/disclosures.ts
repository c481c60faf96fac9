import { randomUUID } from 'node:crypto';
import { type Disclosure, type DisclosureKind, purchases } from '@almas/contract/purchases';
import type { Output, Parsed } from '@almas/contract/route';
import type { Actor, Caller } from '../../authorization/identity.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { originsOf } from '../codes/code-batches.ts';
import { existingPurchase, ownPurchase, withCodes } from './read-purchase.ts';

interface DisclosureRow {
  readonly id: number;
  readonly kind: DisclosureKind;
  readonly number: number;
  readonly byAdministrator: boolean;
  readonly position: number | null;
  readonly quantity: number;
  readonly createdAt: string;
  /** Of the cashier who did it; null: the account itself. */
  readonly staffName?: string | null;
}

// A lock of two numbers, which no lock of one number (database/locks.ts) can meet. Purchases whose numbers are equal modulo
// 2^31 - 1 share it: one of them then waits for the other without need.
const lockDisclosures = statement<[purchaseId: number]>(
  'disclosures.lock',
  'SELECT pg_advisory_xact_lock(4110235, ($1::bigint % 2147483647)::int)',
);
const ownColumns = `id, kind, number, false AS "byAdministrator", created_at AS "createdAt", code_position AS position,
  (SELECT count(*) FROM codes k WHERE k.purchase_id = disclosures.purchase_id) AS quantity`;
const insert = statement<
  {
    purchaseId: number;
    kind: DisclosureKind;
    userId: string;
    staffId: string | null;
    press: string;
    position: number | null;
  },
  DisclosureRow
>(
  'disclosures.insert',
  `INSERT INTO disclosures (purchase_id, kind, number, user_id, staff_id, press, code_position)
   SELECT :purchase_id, :kind, coalesce(max(number), 0) + 1, :user_id::uuid, :staff_id::uuid, :press::uuid, :position::smallint FROM disclosures WHERE purchase_id = :purchase_id AND kind = :kind
   ON CONFLICT ON CONSTRAINT disclosures_press DO NOTHING
   RETURNING ${ownColumns}`,
);
const ofPress = statement<[purchaseId: number, kind: DisclosureKind, press: string], DisclosureRow>(
  'disclosures.of-press',
  `SELECT ${ownColumns} FROM disclosures WHERE purchase_id = $1 AND kind = $2 AND press = $3`,
);
const ofPurchase = statement<[purchaseId: number, before: number, limit: number], DisclosureRow>(
  'disclosures.of-purchase',
  `SELECT d.id, d.kind, d.number, d.user_id <> p.user_id AS "byAdministrator", d.created_at AS "createdAt",
     d.code_position AS position, n.quantity,
     CASE WHEN d.staff_id IS NOT NULL THEN (SELECT t.name FROM staff t WHERE t.id = d.staff_id) END AS "staffName"
     FROM disclosures d JOIN purchases p ON p.id = d.purchase_id
    CROSS JOIN (SELECT count(*) AS quantity FROM codes WHERE purchase_id = $1) n
    WHERE d.purchase_id = $1 AND d.id < $2 ORDER BY d.id DESC LIMIT $3`,
);

const present = ({
  id,
  kind,
  number,
  byAdministrator,
  position,
  quantity,
  createdAt,
  staffName,
}: DisclosureRow): Disclosure => ({
  id: String(id),
  kind,
  copyNumber: number,
  duplicate: number > 1,
  byAdministrator,
  ...(position !== null && { code: { position, of: quantity } }),
  ...(staffName && { staffName }),
  createdAt,
});

/**
 * Records that the codes of a purchase are about to be shown or copied, under the next number of their kind. A repeated
 * `press` gets the record of the first.
 */
export async function recordDisclosure(
  tx: DbTransaction,
  purchaseId: number,
  kind: DisclosureKind,
  { id: userId, cashier }: Pick<Actor, 'id' | 'cashier'>,
  press: string = randomUUID(),
  position: number | null = null,
): Promise<Disclosure> {
  await lockDisclosures.run(tx, purchaseId);
  const row =
    (await insert.first(tx, { purchaseId, kind, userId, staffId: cashier?.id ?? null, press, position })) ??
    (await ofPress.one(tx, purchaseId, kind, press));
  return present(row);
}

/** Records that a buyer shows or copies the codes of their own purchase. */
export const discloseCodes = command(purchases.disclose, {
  limit: {
    action: 'disclosure',
    exceeded: 'TOO_MANY_DISCLOSURES',
    rate: { attempts: 3_000, windowSeconds: 3_600 },
  },
  run: async ({ tx, actor, wallet, params, body: { kind, press, code } }) => {
    const row = await ownPurchase(tx, { actor, wallet }, parseIdOrZero(params.id));
    return { response: await recordDisclosure(tx, row.id, kind, actor, press, code ?? null), effects: {} };
  },
});

/**
 * The codes of any purchase, for an administrator (PRM-31). Who reads which purchase, and why, is in the audit trail
 * before the codes leave.
 */
export const revealCodes = command(purchases.reveal, {
  prepare: ({ actor }) => checkStepUp(actor),
  // What was just sold is not used yet: reading one purchase after the other would be an export.
  limit: {
    action: 'code_reveal',
    exceeded: 'TOO_MANY_REVEALS',
    rate: { attempts: 60, windowSeconds: 3_600 },
    subject: ({ actor }) => actor.id,
  },
  run: async ({ services: { vault, log }, tx, actor, params, body: { reason } }) => {
    const row = await existingPurchase(tx, parseIdOrZero(params.id));
    await recordDisclosure(tx, row.id, 'reveal', actor);
    const purchase = await withCodes({ db: tx, vault, log }, row);
    const origins = await originsOf(
      tx,
      purchase.codes.map(({ id }) => Number(id)),
    );
    const batches = new Map([...origins.values()].map((batch) => [`${batch.id} ${batch.unitCost}`, batch]));
    return {
      response: { ...purchase, batches: [...batches.values()] },
      effects: {
        audit: {
          action: 'purchase.reveal-codes',
          subject: {
            type: 'purchase',
            id: String(row.id),
            name: `${row.productName} - ${row.offerName}`,
          },
          after: {
            userId: row.userId,
            revealed: purchase.codes.filter(({ code }) => code !== null).length,
            reason,
          },
        },
      },
    };
  },
});

/** Every time the codes of a purchase left, the latest first; for its buyer and for administrators. @throws AppError PURCHASE_NOT_FOUND */
export async function listDisclosures(
  db: Queryable,
  caller: Caller,
  id: number,
  query: Parsed<typeof purchases.disclosures>['query'],
): Promise<Output<typeof purchases.disclosures>> {
  const purchase = await (caller.actor.administers ? existingPurchase(db, id) : ownPurchase(db, caller, id));
  return pageByNumber(query, (before, rows) => ofPurchase.all(db, purchase.id, before, rows), present);
}
