import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';

/** freeFireOffers as stored; `value` in diamonds. */
export interface FreeFireOfferRow {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly price: Centimes;
  readonly status: 'active' | 'inactive';
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const columns = `id, name, value, price, status, description, created_at AS "createdAt", updated_at AS "updatedAt"`;

export const freeFireOffersStore = {
  byValue: statement<[], FreeFireOfferRow>(
    'free-fire.offers',
    `SELECT ${columns} FROM free_fire_offers ORDER BY value, id`,
  ),
  byId: statement<[string], FreeFireOfferRow>(
    'free-fire.offer',
    `SELECT ${columns} FROM free_fire_offers WHERE id = $1`,
  ),
  lock: statement<[string], FreeFireOfferRow>(
    'free-fire.lock-offer',
    `SELECT ${columns} FROM free_fire_offers WHERE id = $1 FOR UPDATE`,
  ),
  /** $1: a JSON list of offers, prices in centimes. Safe to run twice, because the ids are fixed. */
  seed: statement<[string]>(
    'free-fire.seed-offers',
    `INSERT INTO free_fire_offers (id, name, value, price)
     SELECT id, name, value, price FROM json_to_recordset($1::json) AS o (id text, name text, value int, price bigint)
     WHERE NOT EXISTS (SELECT FROM free_fire_offers) ON CONFLICT DO NOTHING`,
  ),
  update: statement<[id: string, price: Centimes, status: string], FreeFireOfferRow>(
    'free-fire.update-offer',
    `UPDATE free_fire_offers SET price = $2, status = $3, updated_at = clock_timestamp()
     WHERE id = $1 RETURNING ${columns}`,
  ),
};
