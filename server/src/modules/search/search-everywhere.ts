import { searchLimits } from '@almas/contract/limits';
import { type SearchHit, search } from '@almas/contract/search';
import { typedDigits } from '@almas/contract/typed-text';
import { stored } from '@almas/locale';
import { likePattern, phonePattern } from '../../database/search.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { matchingUserIds } from '../accounts/matching-users.ts';
import { type FoundRow, foundCodes } from '../codes/find-codes.ts';
import { type HitRow, searchStore } from './search.store.ts';

/** Searches of one administrator: one a second for twenty minutes, and again in an hour. */
const searchRate = { attempts: 1_200, windowSeconds: 3_600 };
const { hits } = searchLimits;
/** The letters of a trigram: with fewer the indexes find nothing. */
const leastLetters = 3;
/** Fewer digits occur in most players' ids. */
const leastOfPlayer = 5;
/** A shorter text is no code: it is not compared with any. */
const leastOfCode = 6;

/** `1500`, `#1500` and `n° 1500` as the number of a request or a transaction; null when the text is none. */
function numberOf(text: string): number | null {
  const [, digits] = /^(?:#|n°\s*)?(\d{1,15})$/i.exec(typedDigits(text).trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

const ofKind =
  (kind: SearchHit['kind']) =>
  (row: HitRow): SearchHit => ({
    ...row,
    kind,
    amount: row.amount === null ? null : toDinars(row.amount),
    offerId: null,
    buyerId: null,
  });

/** One hit for each offer and buyer: which code it is, the answer does not say. */
const ofCode = ({
  productId,
  offerId,
  productName,
  offerName,
  status,
  buyerId,
  buyerName,
  soldAt,
}: FoundRow): SearchHit => ({
  kind: 'code',
  id: productId,
  title: `${productName} – ${offerName}`,
  detail: buyerName ?? '',
  status,
  amount: null,
  at: soldAt,
  offerId,
  buyerId,
});

async function itemsOf(tx: DbTransaction, text: string): Promise<SearchHit[]> {
  const pattern = likePattern(text);
  const number = numberOf(text);
  const digits = typedDigits(text).replace(/\s/g, '');
  const player = new RegExp(`^\\d{${leastOfPlayer},20}$`).test(digits) ? `%${digits}%` : null;
  const isName = pattern !== null && text.length >= leastLetters;
  const accounts = isName ? await matchingUserIds(tx, pattern, phonePattern(text), hits) : [];
  return [
    ...(await searchStore.accounts.all(tx, accounts)).map(ofKind('account')),
    ...(
      await searchStore.rechargeRequests.all(tx, { number, reference: typedDigits(text), limit: hits })
    ).map(ofKind('rechargeRequest')),
    ...(await searchStore.freeFireRequests.all(tx, { number, player, limit: hits })).map(
      ofKind('freeFireRequest'),
    ),
    ...(number === null ? [] : await searchStore.transactions.all(tx, number)).map(ofKind('transaction')),
    ...(pattern === null ? [] : await searchStore.products.all(tx, pattern, hits)).map(ofKind('product')),
  ];
}

const codesOf = async (tx: DbTransaction, vault: CodeVault, text: string): Promise<FoundRow[]> =>
  text.length >= leastOfCode && /\d/.test(text)
    ? (await foundCodes(tx, vault, text)).rows.slice(0, hits)
    : [];

/**
 * One search over everything that an administrator looks for. A code is found by its exact text alone, and that it was found is in the
 * audit trail; the text itself is neither there nor in the answer.
 */
export const searchEverywhere = command(search.everywhere, {
  limit: { action: 'search', exceeded: 'TOO_MANY_SEARCHES', rate: searchRate },
  run: async ({ services: { vault }, tx, body: { text } }) => {
    const codes = await codesOf(tx, vault, text);
    const [first] = codes;
    return {
      response: { items: [...codes.map(ofCode), ...(await itemsOf(tx, text))] },
      effects: {
        audit: first
          ? {
              action: 'codes.find',
              subject: { type: 'codes', id: String(first.id) },
              after: {
                codes: codes.map(({ id }) => String(id)),
                purchases: codes.flatMap(({ purchaseId }) =>
                  purchaseId === null ? [] : [String(purchaseId)],
                ),
                reason: stored.search.reason,
              },
            }
          : nothingChanged,
      },
    };
  },
});
