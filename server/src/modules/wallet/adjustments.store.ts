import { personName } from '@almas/contract/person-name';
import type { Adjustment } from '@almas/contract/wallet';
import { stored } from '@almas/locale';
import { statement } from '../../database/statement.ts';
import { isAdjustment } from '../../money/post-entry.ts';
import { type LedgerRow, ledgerColumns, presentEntry } from './ledger.store.ts';
import { type Name, nameColumns } from './transaction-record.ts';
import { longestPage } from './transactions.store.ts';

interface AdjustmentRow extends LedgerRow {
  readonly source: string;
  readonly admin: Name | null;
  readonly freeFire: Adjustment['freeFire'];
  readonly note: string | null;
}

/** The ledger entries of one account that have no transaction record, newest first. */
const ofUser = (name: string, condition = '') =>
  statement<{ userId: string; at: string; id: number; limit: number }, AdjustmentRow>(
    name,
    `SELECT ${ledgerColumns('l')}, l.metadata ->> 'source' AS source, ${nameColumns('a')} AS admin,
       t.free_fire AS "freeFire", r.note
     FROM (
       SELECT * FROM ledger
        WHERE user_id = :user_id AND (created_at, id) < (:at::timestamptz, :id::bigint)
          AND ${isAdjustment} ${condition}
        ORDER BY created_at DESC, id DESC LIMIT ${longestPage}
     ) l
     LEFT JOIN transactions t ON t.id = l.transaction_id
     LEFT JOIN free_fire_requests r ON r.id = l.related_transaction_id AND l.metadata ->> 'source' = 'freefire_refund'
     LEFT JOIN users a ON a.id = l.admin_id
     ORDER BY l.created_at DESC, l.id DESC LIMIT :limit`,
  );

/** By filter of the operations. Recharges and purchases always have a transaction record, so their filters have none (AMB-96). */
export const adjustmentsOf = {
  all: ofUser('wallet.adjustments'),
  freefire: ofUser('wallet.refunds', `AND metadata ->> 'source' = 'freefire_refund'`),
} as const;

export function presentAdjustment(row: AdjustmentRow): Adjustment {
  const { admin, ...entry } = row;
  const missing = row.adminId === null ? null : stored.names.missingAdmin;
  return { ...entry, ...presentEntry(row), adminName: admin ? personName(admin) : missing };
}
