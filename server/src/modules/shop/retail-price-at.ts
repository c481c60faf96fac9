/** SQL: what the shop asked for the offer of the purchase `purchase` when it was made; no row, or NULL, without an own price. */
export const retailPriceAt = (purchase: string): string =>
  `SELECT c.price FROM retail_price_changes c
    WHERE c.user_id = ${purchase}.user_id AND c.offer_id = ${purchase}.offer_id AND c.changed_at <= ${purchase}.created_at
    ORDER BY c.changed_at DESC, c.id DESC LIMIT 1`;
