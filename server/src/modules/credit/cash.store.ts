import type { Collector, Remittance } from '@almas/contract/credit';
import { fail } from '../../app-error.ts';
import { type Actor, hasScopeSql } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { findDebtor } from './credit.store.ts';

export interface PostedCash {
  readonly heldBefore: Centimes;
  readonly heldAfter: Centimes;
}
const insert = statement<
  { collector: string; kind: string; amount: number; entryId: number | null; remittanceId: number | null },
  PostedCash
>(
  'credit.insert-cash',
  `INSERT INTO cash_entries (collector, kind, amount, receivable_entry_id, remittance_id)
   VALUES (:collector, :kind, :amount, :entry_id, :remittance_id)
   RETURNING held_before AS "heldBefore", held_after AS "heldAfter"`,
);

/** Writes an entry; the trigger changes what the collector holds by it. @returns undefined when it would leave 0 to the ceiling */
export const postCash = (
  tx: Queryable,
  entry: {
    readonly collector: string;
    readonly kind: 'collected' | 'remitted' | 'lost';
    readonly amount: Centimes;
    readonly entryId?: number;
    readonly remittanceId?: number;
  },
): Promise<PostedCash | undefined> =>
  insert.first(tx, {
    ...entry,
    entryId: entry.entryId ?? null,
    remittanceId: entry.remittanceId ?? null,
  });

const holding = statement<[collector: string], { held: Centimes; ceiling: Centimes }>(
  'credit.holding',
  'SELECT held, ceiling FROM collectors WHERE user_id = $1',
);
export const heldBy = async (db: Queryable, collector: string): Promise<Centimes> =>
  (await holding.first(db, collector))?.held ?? (0 as Centimes);
/** What a collector, who has tried to collect, may still collect. */
export async function roomOf(tx: Queryable, collector: string): Promise<Centimes> {
  const { held, ceiling } = await holding.one(tx, collector);
  return Math.max(0, ceiling - held) as Centimes;
}

export interface RemittanceRow extends Omit<Remittance, 'id' | 'amount'> {
  readonly id: number;
  readonly amount: Centimes;
}

/** SQL: the state of a remittance `m`. */
export const remittanceStateOf = `CASE WHEN m.lost THEN 'lost' WHEN m.confirmed_at IS NOT NULL THEN 'confirmed' WHEN m.withdrawn_at IS NOT NULL THEN 'withdrawn' ELSE 'open' END`;
export const remittanceColumns = `m.id, m.collector AS "collectorId", ${accountName('m.collector')} AS "collectorName", m.amount, m.note,
  ${remittanceStateOf} AS state, m.created_at AS "createdAt", ${accountName('m.confirmed_by')} AS "confirmedByName",
  m.confirmed_at AS "confirmedAt"`;

export const presentRemittance = (row: RemittanceRow): Remittance => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
});

export interface CollectorRow {
  readonly id: string;
  readonly name: string;
  readonly held: Centimes;
  readonly ceiling: Centimes;
  readonly mayRemit: boolean;
}
/** SQL: the columns of an administrator `u`, who may never have collected, with `c` of `collectors`. `forced`: as for hasScopeSql. */
export const collectorColumns = (forced: string): string => `u.id, ${accountName('u.id')} AS name,
  coalesce(c.held, 0)::bigint AS held, coalesce(c.ceiling, 50000000)::bigint AS ceiling,
  u.status = 'active' AND ${hasScopeSql("'collect'", forced)} AS "mayRemit"`;
const one = statement<[id: string, scopesForced: boolean], CollectorRow>(
  'credit.collector',
  `SELECT ${collectorColumns('$2')} FROM users u LEFT JOIN collectors c ON c.user_id = u.id WHERE u.id = $1`,
);

/** An administrator with the cash that is held. @throws AppError USER_NOT_FOUND, ONLY_ADMINS_COLLECT */
export async function findCollector(
  db: Queryable,
  userId: string,
  { scopesForced }: Pick<Actor, 'scopesForced'>,
): Promise<CollectorRow> {
  const { id, role } = await findDebtor(db, userId);
  if (role !== 'admin') throw fail('ONLY_ADMINS_COLLECT');
  return one.one(db, id, scopesForced);
}

const openOf = statement<[collectors: string[]], RemittanceRow>(
  'credit.open-remittances',
  `SELECT ${remittanceColumns} FROM cash_remittances m
    WHERE m.collector = ANY ($1::uuid[]) AND m.confirmed_at IS NULL AND m.withdrawn_at IS NULL`,
);

export async function presentCollectors(db: Queryable, rows: readonly CollectorRow[]): Promise<Collector[]> {
  const open = new Map(
    (
      await openOf.all(
        db,
        rows.map(({ id }) => id),
      )
    ).map((row) => [row.collectorId, presentRemittance(row)]),
  );
  return rows.map(({ held, ceiling, ...row }) => ({
    ...row,
    held: toDinars(held),
    ceiling: toDinars(ceiling),
    openRemittance: open.get(row.id) ?? null,
  }));
}
