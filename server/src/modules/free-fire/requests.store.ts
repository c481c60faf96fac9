import type { FreeFireRequest } from '@almas/contract/free-fire';
import { personName } from '@almas/contract/person-name';
import { stored as texts } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { Stored } from '../../money/stored.ts';
import type { LiveEffect } from '../../pipeline/command.ts';
import { withFirstNames } from './old-names.ts';

/** A row of free_fire_requests. */
export interface FreeFireRequestRow
  extends Omit<
    Stored<FreeFireRequest, 'id', 'amount' | 'balanceBefore' | 'balanceAfter'>,
    'processedByName' | 'transactionId' | 'unifiedTransactionId' | 'soldBy'
  > {
  readonly processor: Parameters<typeof personName>[0] | null;
  readonly processedAt: string | null;
  readonly transactionId: number;
  readonly unifiedTransactionId: number;
  /** The cashier who sent it, and that cashier's name; null: the account itself. */
  readonly staffId: string | null;
  readonly soldBy: string | null;
}

/** `r` is free_fire_requests. */
export const freeFireRequestColumns = `
  r.id, r.user_id AS "userId", r.player_id AS "playerId", r.offer, r.offer_name AS "offerName",
  r.diamonds_value AS "diamondsValue", r.amount, r.status, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  r.validated_at AS "validatedAt", r.refused_at AS "refusedAt", r.reseller_name AS "resellerName",
  r.user_email AS "userEmail", r.note, r.balance_before AS "balanceBefore", r.balance_after AS "balanceAfter",
  r.image_url AS "imageUrl", r.processed_by AS "processedBy", r.processed_at AS "processedAt",
  r.transaction_id AS "transactionId", r.unified_transaction_id AS "unifiedTransactionId", r.staff_id AS "staffId",
  CASE WHEN r.staff_id IS NOT NULL THEN (SELECT t.name FROM staff t WHERE t.id = r.staff_id) END AS "soldBy",
  (SELECT json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'displayName', a.display_name,
                            'email', a.email) FROM users a WHERE a.id = r.processed_by) AS processor`;

const select = `SELECT ${freeFireRequestColumns} FROM free_fire_requests r WHERE`;

/** The columns of a new request; `offer` is JSON. */
interface NewRequest {
  readonly id: number;
  readonly userId: string;
  readonly playerId: string;
  readonly offer: string;
  readonly offerName: string;
  readonly diamondsValue: number;
  readonly amount: Centimes;
  readonly resellerName: string;
  readonly userEmail: string;
  readonly balanceBefore: Centimes;
  readonly balanceAfter: Centimes;
  readonly transactionId: number;
  readonly staffId: string | null;
  readonly till: number | null;
}

export const freeFireRequestsStore = {
  nextNumber: statement<[], { id: number }>(
    'free-fire.next-request',
    `SELECT nextval('free_fire_requests_id_seq') AS id`,
  ),
  insert: statement<NewRequest>(
    'free-fire.insert-request',
    `INSERT INTO free_fire_requests (id, user_id, player_id, offer, offer_name, diamonds_value, amount, reseller_name,
       user_email, balance_before, balance_after, transaction_id, unified_transaction_id, staff_id, till)
     VALUES (:id, :user_id, :player_id, :offer, :offer_name, :diamonds_value, :amount, :reseller_name,
       :user_email, :balance_before, :balance_after, :transaction_id, :transaction_id, :staff_id, :till)`,
  ),
  byId: statement<[number], FreeFireRequestRow>('free-fire.request', `${select} r.id = $1`),
  lock: statement<[number], FreeFireRequestRow>(
    'free-fire.lock-request',
    `${select} r.id = $1 FOR UPDATE OF r`,
  ),
  validate: statement<{ id: number; adminId: string; note: string | null; imageUrl: string }>(
    'free-fire.validate',
    `UPDATE free_fire_requests SET status = 'validated', processed_by = :admin_id, note = :note, image_url = :image_url,
       validated_at = clock_timestamp(), processed_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = :id`,
  ),
  refuse: statement<[id: number, adminId: string, note: string | null]>(
    'free-fire.refuse',
    `UPDATE free_fire_requests SET status = 'refused', processed_by = $2, note = $3,
       refused_at = clock_timestamp(), processed_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE id = $1`,
  ),
};

/**
 * Locks a pending request until the transaction ends. Of two concurrent decisions the second finds it processed (FFA-29, P5). @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED
 */
export async function lockPending(tx: DbTransaction, id: string): Promise<FreeFireRequestRow> {
  const request = await freeFireRequestsStore.lock.first(tx, parseIdOrZero(id));
  if (!request) throw fail('REQUEST_NOT_FOUND');
  if (request.status !== 'pending') throw fail('REQUEST_PROCESSED');
  return request;
}

/** The events upon which the screens of the owner and of administrators reload a request. */
export const freeFireRequestEvents = ({ userId }: Pick<FreeFireRequestRow, 'userId'>): LiveEffect[] => [
  [{ user: userId }, { type: 'requests' }],
  [{ role: 'admin' }, { type: 'requests' }],
];

/** The name of the administrator who processed it, a text when that account no longer exists, or null while it is pending (AMB-70). */
function processorName({ processedBy, processor }: FreeFireRequestRow): string | null {
  if (processor) return personName(processor);
  return processedBy === null ? null : texts.names.missingAdmin;
}

/** A request as the API returns it, amounts in DA. */
export function presentFreeFireRequest(stored: FreeFireRequestRow): FreeFireRequest {
  const row = withFirstNames(stored);
  const { processedAt: _, processor: __, staffId: ___, soldBy, ...shown } = row;
  return {
    ...shown,
    id: String(row.id),
    amount: toDinars(row.amount),
    balanceBefore: toDinars(row.balanceBefore),
    balanceAfter: toDinars(row.balanceAfter),
    processedByName: processorName(row),
    transactionId: String(row.transactionId),
    unifiedTransactionId: String(row.unifiedTransactionId),
    ...(soldBy !== null && { soldBy }),
  };
}
