import type { SearchHit } from '@almas/contract/search';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';

/*
 * SQL of the search from everywhere. Each statement ends after `:limit` rows that an index finds: a number is an id or a reference as a
 * whole, a name is looked up by its trigrams.
 */
export type HitRow = Omit<SearchHit, 'kind' | 'amount' | 'offerId' | 'buyerId'> & {
  amount: Centimes | null;
};
interface Named {
  readonly limit: number;
}

export const searchStore = {
  accounts: statement<[ids: readonly string[]], HitRow>(
    'search.accounts',
    `SELECT id, ${accountName('u.id')} AS title, concat_ws(' · ', nullif(phone, ''), nullif(company, ''), email) AS detail,
            status, balance AS amount, NULL::timestamptz AS at
       FROM users u WHERE id = ANY ($1::uuid[]) ORDER BY role DESC, created_at DESC`,
  ),
  // The parts of a union are read one after the other, each by its own index.
  rechargeRequests: statement<Named & { number: number | null; reference: string }, HitRow>(
    'search.recharge-requests',
    `SELECT r.id::text AS id, r.user_name AS title, concat_ws(' · ', '#' || r.id, nullif(r.reference, '')) AS detail, r.status, r.amount,
            r.created_at AS at
       FROM recharge_requests r JOIN (
         SELECT id FROM recharge_requests WHERE id = :number::bigint
         UNION
         (SELECT id FROM recharge_requests
           WHERE reference IS NOT NULL AND transfer_reference_number(reference) = transfer_reference_number(:reference::text)
             AND transfer_reference_number(:reference::text) <> '' ORDER BY id DESC LIMIT :limit)) f ON f.id = r.id
      ORDER BY r.id DESC LIMIT :limit`,
  ),
  freeFireRequests: statement<Named & { number: number | null; player: string | null }, HitRow>(
    'search.free-fire-requests',
    `SELECT r.id::text AS id, coalesce(${accountName('r.user_id')}, '') AS title,
            concat_ws(' · ', '#' || r.id, r.player_id, r.offer_name) AS detail, r.status, r.amount, r.created_at AS at
       FROM free_fire_requests r JOIN (
         SELECT id FROM free_fire_requests WHERE id = :number::bigint
         UNION
         (SELECT id FROM free_fire_requests WHERE player_id LIKE :player ORDER BY id DESC LIMIT :limit)) f ON f.id = r.id
      ORDER BY r.id DESC LIMIT :limit`,
  ),
  transactions: statement<[number: number], HitRow>(
    'search.transactions',
    `SELECT t.id::text AS id, coalesce(${accountName('t.user_id')}, '') AS title, concat_ws(' · ', '#' || t.id, t.description) AS detail,
            t.status, t.amount, t.created_at AS at FROM transactions t WHERE t.id = $1`,
  ),
  products: statement<[pattern: string, limit: number], HitRow>(
    'search.products',
    `SELECT p.id, p.name AS title, p.game AS detail, p.status, NULL::bigint AS amount, NULL::timestamptz AS at FROM products p
      WHERE p.deleted_at IS NULL AND (search_fold(p.game || ' ' || p.name) LIKE $1 OR EXISTS (
        SELECT FROM offers o WHERE o.product_id = p.id AND o.deleted_at IS NULL
           AND search_fold(p.name || ' ' || o.name || ' ' || o.value) LIKE $1))
      ORDER BY p.name, p.id LIMIT $2`,
  ),
};
