-- The advances of an account are read from the newest back to the oldest that is owed, and not further: `advanced_after` is their order.
CREATE INDEX receivable_entries_advances ON receivable_entries (user_id, advanced_after) WHERE kind = 'advance';

-- The advances that are not settled, as in 0102, and those that were not after the entry `until`: what an account owed at the end of a day
-- stays the same whatever follows.
DROP FUNCTION open_advances(uuid, bigint, bigint, bigint);
CREATE FUNCTION open_advances(account uuid, owed bigint, correcting bigint DEFAULT NULL, corrected bigint DEFAULT 0,
                              until bigint DEFAULT 9223372036854775807)
  RETURNS TABLE (due_on date, created_at timestamptz, part bigint) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE newest AS (
    SELECT 9223372036854775807 AS place, NULL::date AS due_on, NULL::timestamptz AS created_at, 0::bigint AS net, 0::bigint AS newer
     UNION ALL
    SELECT e.place, e.due_on, e.created_at, e.net, n.newer + n.net
      FROM newest n CROSS JOIN LATERAL (
        SELECT a.advanced_after::bigint AS place, a.due_on, a.created_at,
               (a.amount - coalesce((SELECT sum(c.amount) FROM receivable_entries c
                                      WHERE c.corrects = a.id AND c.id <= until AND c.kind = 'correction' AND c.ledger_id IS NOT NULL), 0)
                 - CASE WHEN a.id = correcting THEN corrected ELSE 0 END)::bigint AS net
          FROM receivable_entries a
         WHERE a.user_id = account AND a.kind = 'advance' AND a.advanced_after < n.place AND a.id <= until
         ORDER BY a.advanced_after DESC LIMIT 1) e
     WHERE owed > n.newer + n.net
  )
  SELECT n.due_on, n.created_at, least(n.net, owed - n.newer) FROM newest n WHERE n.net > 0
$$;
