import { containsWords, foldText } from '@almas/contract/fold-text';
import type { Transaction } from '@almas/contract/wallet';
import { stored } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { likePattern, phonePattern } from '../../database/search.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { matchingUserIds } from '../accounts/matching-users.ts';

/**
 * A search text resolved to values that indexes find, each list limited, so that no search scans the transactions: accounts, wordings
 * of purchases, whole types, single transactions.
 */
export interface SearchedFor {
  readonly pattern: string;
  /** LIKE pattern of the digits of a phone number; null when the text is not one. */
  readonly phone: string | null;
  readonly users: readonly string[];
  /** More accounts match than `users` contains: their entries are then found by reading all entries in order. */
  readonly manyUsers: boolean;
  readonly wordings: readonly string[];
  /** Types with so many matching entries that they are found by reading that type in order. */
  readonly kinds: readonly Transaction['type'][];
  readonly ids: readonly number[];
}

const maxMatches = { users: 1_000, wordings: 1_000, topUps: 1_000 };
/** Up to this number, a sequence of digits occurs in a large share of all player ids. */
const commonDigits = 3;

const wordingsLike = statement<[pattern: string, limit: number], { wording: string }>(
  'wallet.wordings-like',
  'SELECT wording FROM purchase_wordings WHERE search_text LIKE $1 LIMIT $2',
);
const topUpsOfPlayer = statement<[digits: string, pattern: string, limit: number], { id: number }>(
  'wallet.top-ups-of-player',
  `SELECT r.transaction_id AS id FROM free_fire_requests r JOIN transactions t ON t.id = r.transaction_id
    WHERE r.player_id LIKE $1 AND (r.player_id LIKE $2 OR search_fold(t.description) LIKE $2)
    ORDER BY r.id DESC LIMIT $3`,
);
const topUpOffers = statement<[], { name: string }>(
  'wallet.top-up-offers',
  'SELECT name FROM free_fire_offers',
);

/** Resolves a search text; null when it is empty. */
export async function searchedFor(db: Queryable, search: string | undefined): Promise<SearchedFor | null> {
  const pattern = likePattern(search);
  if (pattern === null) return null;
  const text = foldText(search ?? '').trim();
  const phone = phonePattern(search);
  const users = await matchingUserIds(db, pattern, phone, maxMatches.users + 1);
  const wordings = await wordingsLike.all(db, pattern, maxMatches.wordings);
  const exact = parseIdOrZero(text.replace(/^#/, ''));
  return {
    pattern,
    phone,
    users: users.slice(0, maxMatches.users),
    manyUsers: users.length > maxMatches.users,
    wordings: wordings.map(({ wording }) => wording),
    kinds: await kindsNamed(db, text),
    ids: [...(exact ? [exact] : []), ...(await topUps(db, text, pattern))],
  };
}

/** Types whose wording contains the words of the text: `recharge`, `free fire`, the name of a top-up offer, up to three digits. */
async function kindsNamed(db: Queryable, text: string): Promise<Transaction['type'][]> {
  const kinds: Transaction['type'][] = containsWords(stored.recharge.description, text) ? ['recharge'] : [];
  const offers = await topUpOffers.all(db);
  const { description, validatedSuffix } = stored.freeFire;
  const isCommon = text.length <= commonDigits && /^\d+$/.test(text);
  if (
    isCommon ||
    offers.some(({ name }) => containsWords(`${description(name, '')}${validatedSuffix}`, text))
  )
    kinds.push('freefire', 'freefire_request');
  return kinds;
}

async function topUps(db: Queryable, text: string, pattern: string): Promise<number[]> {
  const [digits] = (text.match(/\d+/g) ?? []).sort((a, b) => b.length - a.length);
  if (digits === undefined || digits.length <= commonDigits) return [];
  const found = await topUpsOfPlayer.all(db, `%${digits}%`, pattern, maxMatches.topUps);
  return found.map(({ id }) => id);
}
