import type { AccountFlag } from '@almas/contract/account-flags';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

export interface FlagRow extends Omit<AccountFlag, 'id' | 'amount' | 'usual'> {
  readonly id: number;
  readonly amount: Centimes;
  readonly usual: Centimes;
}

const columns = `f.id, f.user_id AS "userId", ${accountName('f.user_id')} AS "userName", f.kind, f.amount, f.usual,
  f.created_at AS "createdAt", ${accountName('f.seen_by')} AS "seenByName", f.seen_at AS "seenAt"`;

export const flagsStore = {
  page: statement<{ isUnseen: boolean; userId: string | null; before: number; limit: number }, FlagRow>(
    'account-flags.list',
    `SELECT ${columns} FROM account_flags f
      WHERE (NOT :is_unseen::boolean OR f.seen_at IS NULL) AND (:user_id::uuid IS NULL OR f.user_id = :user_id)
        AND f.id < :before::bigint ORDER BY f.id DESC LIMIT :limit::int`,
  ),
  byId: statement<[id: number], FlagRow>(
    'account-flags.by-id',
    `SELECT ${columns} FROM account_flags f WHERE f.id = $1`,
  ),
  see: statement<[id: number, by: string]>(
    'account-flags.see',
    'UPDATE account_flags SET seen_by = $2, seen_at = clock_timestamp() WHERE id = $1 AND seen_at IS NULL',
  ),
};

export const presentFlag = (row: FlagRow): AccountFlag => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  usual: toDinars(row.usual),
});
