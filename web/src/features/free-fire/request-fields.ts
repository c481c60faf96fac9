/** A Free Fire request as it may be stored: older records have some values under a second name (AMB-38, row ENT-39; this server sends only the first). */
export interface StoredRequest {
  readonly playerId?: string | null;
  readonly freeFireId?: string | null;
  readonly offer?: { readonly name?: string; readonly value?: number; readonly price?: number } | null;
  readonly offerName?: string | null;
  readonly diamondsValue?: number | null;
  readonly amount?: number | null;
  readonly transactionId?: string | null;
  readonly unifiedTransactionId?: string | null;
}

export const playerIdOf = (request: StoredRequest): string => request.playerId || request.freeFireId || '';
export const offerNameOf = (request: StoredRequest): string => request.offerName || request.offer?.name || '';
export const diamondsOf = (request: StoredRequest): number =>
  request.diamondsValue ?? request.offer?.value ?? 0;
/** DA. */
export const amountOf = (request: StoredRequest): number => request.amount ?? request.offer?.price ?? 0;
export const transactionIdOf = (request: StoredRequest): string | null =>
  request.transactionId ?? request.unifiedTransactionId ?? null;
