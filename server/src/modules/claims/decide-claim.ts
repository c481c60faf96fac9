import type { ClaimStatus } from '@almas/contract/claims';
import { claims } from '@almas/contract/claims';
import type { ClaimOutcome } from '@almas/contract/forms';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { postEntry } from '../../money/post-entry.ts';
import { type CommandServices, command } from '../../pipeline/command.ts';
import type { NewNotification } from '../../ports.ts';
import type { Services } from '../../services.ts';
import type { SealedCode } from '../../vault/code-vault.ts';
import { lockUser } from '../accounts/find-user.ts';
import { requestCodeCheck } from '../codes/code-checks.ts';
import { openCodes } from '../codes/open-codes.ts';
import { raiseStock } from '../offers/find-offer.ts';
import { claimEvents, findClaims } from './claims.store.ts';

interface DecidedClaim {
  readonly id: number;
  readonly purchaseId: number;
  readonly codeId: number;
  readonly userId: string;
  readonly status: ClaimStatus;
  readonly productId: string;
  readonly offerId: string;
  readonly offer: string;
  readonly unitPrice: Centimes;
  readonly transactionId: number;
}
const ownerOf = statement<[id: number], { userId: string }>(
  'claims.owner',
  'SELECT user_id AS "userId" FROM claims WHERE id = $1',
);
const lock = statement<[id: number], DecidedClaim>(
  'claims.lock',
  `SELECT c.id, c.purchase_id AS "purchaseId", c.code_id AS "codeId", c.user_id AS "userId", c.status,
          p.product_id AS "productId", p.offer_id AS "offerId", p.product_name || ' - ' || p.offer_name AS offer,
          p.unit_price AS "unitPrice", p.transaction_id AS "transactionId"
     FROM claims c JOIN purchases p ON p.id = c.purchase_id WHERE c.id = $1 FOR NO KEY UPDATE OF c`,
);
const decide = statement<{
  id: number;
  status: ClaimStatus;
  note: string;
  decidedBy: string;
  replacementCodeId: number | null;
  ledgerId: number | null;
}>(
  'claims.decide',
  `UPDATE claims SET status = :status, decision_note = :note, decided_by = :decided_by, decided_at = clock_timestamp(),
          replacement_code_id = :replacement_code_id, ledger_id = :ledger_id
    WHERE id = :id`,
);
const isWaiting = statement<[purchaseId: number], { waiting: boolean }>(
  'claims.any-open-of-purchase',
  `SELECT EXISTS (SELECT FROM claims WHERE purchase_id = $1 AND status = 'open') AS waiting`,
);

/** The oldest code for sale that no sale has locked. */
const pick = statement<[offerId: string, passed: readonly number[]], SealedCode>(
  'claims.pick-replacement',
  `SELECT id, sealed, key_id AS "keyId" FROM codes
    WHERE offer_id = $1 AND status = 'available' AND NOT id = ANY ($2::bigint[])
    ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
/** Sold after the codes of the purchase, also when the clock was set back: their order stays. */
const sell = statement<{ id: number; purchaseId: number; userId: string; unitPrice: number }>(
  'claims.sell-replacement',
  `UPDATE codes SET status = 'sold', sold_to = :user_id, purchase_id = :purchase_id, sale_price = :unit_price,
          sold_at = greatest(clock_timestamp(), (SELECT max(sold_at) + interval '1 millisecond' FROM codes WHERE purchase_id = :purchase_id))
    WHERE id = :id`,
);

/** Sells a code of the offer under the same purchase, one that opens. @throws AppError CODES_SHORT */
async function replaceCode(
  tx: DbTransaction,
  { vault, log }: CommandServices,
  { purchaseId, userId, offerId, unitPrice }: DecidedClaim,
  onUnreadable: (offerId: string) => void,
): Promise<number> {
  const passed: number[] = [];
  for (;;) {
    const code = await pick.first(tx, offerId, passed);
    if (!code) throw fail('CODES_SHORT');
    const [opened] = await openCodes({ vault, log }, [code], { offerId });
    if (opened) {
      await sell.run(tx, { id: code.id, purchaseId, userId, unitPrice });
      // Last: the row is shared with sales.
      await raiseStock(tx, offerId, -1);
      return code.id;
    }
    onUnreadable(offerId);
    passed.push(code.id);
  }
}

interface Outcome {
  readonly action: string;
  readonly status: ClaimStatus;
  readonly replacementCodeId?: number;
  readonly ledgerId?: number;
  /** Of the audit row. */
  readonly after: Readonly<Record<string, unknown>>;
  readonly notification: Omit<NewNotification, 'userId' | 'data'>;
}

/** The effect of each outcome. Neither the status of the account nor the limit of its balance stops a credit, as for a Free Fire refund. */
const outcomes: Readonly<
  Record<
    ClaimOutcome,
    (
      tx: DbTransaction,
      claim: DecidedClaim,
      context: {
        readonly services: CommandServices;
        readonly adminId: string;
        readonly note: string;
        readonly onUnreadable: (offerId: string) => void;
      },
    ) => Promise<Outcome>
  >
> = {
  replace: async (tx, claim, { services, onUnreadable }) => ({
    action: 'claim.replace',
    status: 'replaced',
    replacementCodeId: await replaceCode(tx, services, claim, onUnreadable),
    after: { stock: -1 },
    notification: { type: 'claim_decided', ...stored.notifications.codeReplaced(claim.offer) },
  }),
  credit: async (tx, claim, { adminId }) => {
    const posted = await postEntry(tx, {
      userId: claim.userId,
      type: 'credit',
      amount: claim.unitPrice,
      description: stored.claims.refund(String(claim.id), claim.offer),
      source: 'claim_refund',
      adminId,
      transactionId: claim.transactionId,
      relatedTransactionId: claim.purchaseId,
    });
    if (!posted) throw fail('USER_NOT_FOUND');
    const amount = toDinars(claim.unitPrice);
    return {
      action: 'claim.credit',
      status: 'credited',
      ledgerId: posted.entryId,
      after: { amount, balance: toDinars(posted.balanceAfter) },
      notification: { type: 'balance_credited', ...stored.notifications.codeCredited(claim.offer, amount) },
    };
  },
  refuse: async (_tx, claim, { note }) => ({
    action: 'claim.refuse',
    status: 'refused',
    after: {},
    notification: { type: 'claim_decided', ...stored.notifications.claimRefused(claim.offer, note) },
  }),
};

/** The offers whose codes did not open. Their checks are requested after the transaction: a refusal undoes it, and they are needed all the same. */
function codeChecksToRequest(services: Pick<Services, 'db' | 'log'>) {
  const offers = new Set<string>();
  return {
    add: (offerId: string) => void offers.add(offerId),
    request: async (): Promise<void> => {
      for (const offerId of offers) await requestCodeCheck(services, offerId);
    },
  };
}

/** Decides a claim once. The account is locked before the claim, like by a new claim. */
export const decideClaim = command(claims.decide, {
  prepare: ({ services, body: { outcome, note } }) => {
    if (outcome === 'refuse' && note === '') throw fail('CLAIM_NOTE_REQUIRED');
    return codeChecksToRequest(services);
  },
  failed: ({ prepared }) => prepared?.request(),
  key: {
    operation: 'claims.decide',
    input: ({ params, body: { outcome, note } }) => ({ id: params.id, outcome, note }),
  },
  run: async ({ services, tx, actor, params, body: { outcome, note }, prepared: checks }) => {
    const owner = await ownerOf.first(tx, parseIdOrZero(params.id));
    if (!owner) throw fail('CLAIM_NOT_FOUND');
    await lockUser(tx, owner.userId);
    const claim = await lock.one(tx, parseIdOrZero(params.id));
    if (claim.status !== 'open') throw fail('CLAIM_DECIDED');
    const { action, status, after, notification, ...effect } = await outcomes[outcome](tx, claim, {
      services,
      adminId: actor.id,
      note,
      onUnreadable: checks.add,
    });
    await decide.run(tx, {
      id: claim.id,
      status,
      note,
      decidedBy: actor.id,
      replacementCodeId: effect.replacementCodeId ?? null,
      ledgerId: effect.ledgerId ?? null,
    });
    const [response] = await findClaims(tx, [claim.id], { forAdministrator: true });
    if (!response) throw fail('CLAIM_NOT_FOUND');
    const purchaseId = String(claim.purchaseId);
    const { waiting } = await isWaiting.one(tx, claim.purchaseId);
    return {
      response,
      effects: {
        audit: {
          action,
          subject: { type: 'claim', id: String(claim.id), name: claim.offer },
          before: { status: claim.status },
          after: { status, userId: claim.userId, purchaseId, ...after, ...(note && { note }) },
        },
        notifications: [
          { userId: claim.userId, ...notification, data: { claimId: String(claim.id), purchaseId } },
        ],
        afterCommit: () => void checks.request(),
        ...(!waiting && { resolves: { type: 'code_claim', id: purchaseId } }),
        events: [
          ...claimEvents(claim.userId),
          ...(status === 'refused' ? [] : [[{ user: claim.userId }, { type: 'balance' }] as const]),
          ...(status === 'replaced'
            ? [['everyone', { type: 'stock', productId: claim.productId }] as const]
            : []),
        ],
      },
    };
  },
});
