import type { FreeFireRequest } from '@almas/contract/free-fire';
import { personName } from '@almas/contract/person-name';
import { stored as texts } from '@almas/locale';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { withFirstNames } from './old-names.ts';

/** freeFireRequests as stored. */
export interface FreeFireRequestRow {
  readonly id: number;
  readonly userId: string;
  readonly playerId: string;
  /** The offer as it was sold, price in DA. */
  readonly offer: FreeFireRequest['offer'];
  readonly offerName: string;
  readonly diamondsValue: number;
  readonly amount: Centimes;
  readonly status: FreeFireRequest['status'];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly validatedAt: string | null;
  readonly refusedAt: string | null;
  readonly resellerName: string;
  readonly userEmail: string;
  readonly note: string | null;
  readonly balanceBefore: Centimes;
  readonly balanceAfter: Centimes;
  readonly imageUrl: string | null;
  readonly processedBy: string | null;
  readonly processor: Parameters<typeof personName>[0] | null;
  readonly processedAt: string | null;
  readonly transactionId: number;
  readonly unifiedTransactionId: number;
}

/** `r` is free_fire_requests. */
export const freeFireRequestColumns = `
  r.id, r.user_id AS "userId", r.player_id AS "playerId", r.offer, r.offer_name AS "offerName",
  r.diamonds_value AS "diamondsValue", r.amount, r.status, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  r.validated_at AS "validatedAt", r.refused_at AS "refusedAt", r.reseller_name AS "resellerName",
  r.user_email AS "userEmail", r.note, r.balance_before AS "balanceBefore", r.balance_after AS "balanceAfter",
  r.image_url AS "imageUrl", r.processed_by AS "processedBy", r.processed_at AS "processedAt",
  r.transaction_id AS "transactionId", r.unified_transaction_id AS "unifiedTransactionId",
  (SELECT json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'displayName', a.display_name,
                            'email', a.email) FROM users a WHERE a.id = r.processed_by) AS processor`;

/** Who processed it: the name, a note that the account no longer exists, or null while it is pending (AMB-70). */
function processorName({ processedBy, processor }: FreeFireRequestRow): string | null {
  if (processor) return personName(processor);
  return processedBy === null ? null : texts.names.missingAdmin;
}

/** A request as the API speaks it. Amounts in DA. */
export function presentFreeFireRequest(stored: FreeFireRequestRow): FreeFireRequest {
  const row = withFirstNames(stored);
  const { processedAt: _, processor: __, ...shown } = row;
  return {
    ...shown,
    id: String(row.id),
    amount: toDinars(row.amount),
    balanceBefore: toDinars(row.balanceBefore),
    balanceAfter: toDinars(row.balanceAfter),
    processedByName: processorName(row),
    transactionId: String(row.transactionId),
    unifiedTransactionId: String(row.unifiedTransactionId),
  };
}
