-- What an administrator decided is no news for the others: their notifications are found by what they are about.
CREATE INDEX notifications_waiting ON notifications ((coalesce(data ->> 'requestId', data ->> 'userId')))
  WHERE NOT read AND type IN ('recharge_request', 'free_fire_request', 'account_registered');

UPDATE notifications n SET read = true, read_at = clock_timestamp(), updated_at = clock_timestamp()
  FROM recharge_requests r
 WHERE n.type = 'recharge_request' AND NOT n.read AND n.data ->> 'requestId' = r.id::text AND r.status <> 'pending';
