import { check } from '../check.ts';

/** An account is marked while it has a level or prices of its own, and only then: the sale looks for no price without the mark. */
export const ownPrices = check(
  'ownPrices',
  `SELECT u.id AS subject, (NOT u.own_prices)::int AS expected, u.own_prices::int AS found
     FROM users u LEFT JOIN (SELECT DISTINCT scope_id FROM special_prices WHERE scope = 'user') s ON s.scope_id = u.id::text
    WHERE u.own_prices <> (u.price_level_id IS NOT NULL OR s.scope_id IS NOT NULL)`,
);

/** The level of an account, and the level or reseller of a price, exist: no foreign key says so. */
export const priceOwner = check(
  'priceOwner',
  `SELECT 'account ' || u.id AS subject, 1 AS expected, 0 AS found
     FROM users u LEFT JOIN price_levels l ON l.id = u.price_level_id
    WHERE u.price_level_id IS NOT NULL AND (l.id IS NULL OR u.role <> 'reseller')
   UNION ALL
   SELECT s.scope || ' ' || s.scope_id, 1, 0
     FROM (SELECT DISTINCT scope, scope_id FROM special_prices) s
     LEFT JOIN price_levels l ON s.scope = 'level' AND l.id::text = s.scope_id
     LEFT JOIN users u ON s.scope = 'user' AND u.role = 'reseller' AND u.id::text = s.scope_id
    WHERE l.id IS NULL AND u.id IS NULL`,
);

/** Each price of a level or a reseller is the one that its last recorded change says, and none is missing. In centimes. */
export const priceHistory = check(
  'priceHistory',
  `SELECT scope || ' ' || scope_id || ' ' || offer_id || ' ' || min_quantity AS subject,
          coalesce(c.to_price, 0) AS expected, coalesce(s.price, 0) AS found
     FROM (SELECT DISTINCT ON (scope, scope_id, offer_id, min_quantity) scope, scope_id, offer_id, min_quantity, to_price
             FROM price_changes WHERE scope <> 'base'
            ORDER BY scope, scope_id, offer_id, min_quantity, id DESC) c
     FULL JOIN special_prices s USING (scope, scope_id, offer_id, min_quantity)
    WHERE c.to_price IS DISTINCT FROM s.price`,
);
