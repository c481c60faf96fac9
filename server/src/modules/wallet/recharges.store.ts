import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface RechargeRow {
  id: number;
  userId: string;
  amount: Centimes;
  note: string | null;
  method: string;
  adminId: string;
  createdAt: string;
}

const columns = `id, user_id AS "userId", amount, note, method, admin_id AS "adminId", created_at AS "createdAt"`;

export const rechargesStore = {
  all: statement<[before: number, limit: number], RechargeRow>(
    'wallet.recharges',
    `SELECT ${columns} FROM recharges WHERE id < $1 ORDER BY id DESC LIMIT $2`,
  ),
  ofUser: statement<[userId: string, before: number, limit: number], RechargeRow>(
    'wallet.recharges-of-user',
    `SELECT ${columns} FROM recharges WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
  ),
};

export const presentRecharge = (row: RechargeRow) => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
});
