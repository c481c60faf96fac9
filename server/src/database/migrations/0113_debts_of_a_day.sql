-- The advances of an account that were not settled after its entry `until`, so that what it owed at the end of a day stays the same whatever
-- follows.
CREATE FUNCTION open_advances(account uuid, owed bigint, correcting bigint, corrected bigint, until bigint)
  RETURNS TABLE (due_on date, created_at timestamptz, part bigint) LANGUAGE sql STABLE AS $$
  SELECT a.due_on, a.created_at, least(a.net, owed - a.newer)::bigint
    FROM (SELECT n.*, coalesce(sum(n.net) OVER (ORDER BY n.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
            FROM (SELECT e.id, e.due_on, e.created_at,
                         e.amount - coalesce(c.amount, 0) - CASE WHEN e.id = correcting THEN corrected ELSE 0 END AS net
                    FROM receivable_entries e
                    LEFT JOIN (SELECT corrects, sum(amount) AS amount FROM receivable_entries
                                WHERE user_id = account AND id <= until AND kind = 'correction' AND ledger_id IS NOT NULL
                                GROUP BY corrects) c ON c.corrects = e.id
                   WHERE e.user_id = account AND e.id <= until AND e.kind = 'advance') n) a
   WHERE a.net > 0 AND owed > a.newer
$$;

-- Now: after its last one.
CREATE OR REPLACE FUNCTION open_advances(account uuid, owed bigint, correcting bigint DEFAULT NULL, corrected bigint DEFAULT 0)
  RETURNS TABLE (due_on date, created_at timestamptz, part bigint) LANGUAGE sql STABLE AS $$
  SELECT * FROM open_advances(account, owed, correcting, corrected, 9223372036854775807)
$$;
