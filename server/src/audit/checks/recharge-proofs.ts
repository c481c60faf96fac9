import { check } from '../check.ts';

/** Each stored photo of a receipt has its stored hash. */
export const proofContent = check(
  'proofContent',
  `SELECT request_id AS subject, 1 AS expected, 0 AS found FROM recharge_proofs
    WHERE content IS NOT NULL AND sha256(content) <> content_hash`,
);

/** Of the requests with the same file or the same reference, all but the first have a warning. */
export const missingWarning = check(
  'missingWarning',
  `SELECT max(p.request_id) AS subject, 1 AS expected, count(*) AS found FROM recharge_proofs p
    WHERE NOT EXISTS (SELECT FROM recharge_warnings w WHERE w.request_id = p.request_id AND w.kind = 'file'
                         AND w.photo_number = p.number)
    GROUP BY p.sent_hash HAVING count(*) > 1
   UNION ALL
   SELECT max(r.id), 1, count(*) FROM recharge_requests r
    WHERE transfer_reference_number(r.reference) <> ''
      AND NOT EXISTS (SELECT FROM recharge_warnings w WHERE w.request_id = r.id AND w.kind = 'reference')
    GROUP BY transfer_reference_number(r.reference) HAVING count(*) > 1`,
);

/** Each warning refers to an existing request. */
export const warningRequest = check(
  'warningRequest',
  `SELECT w.request_id AS subject, 1 AS expected, 0 AS found FROM recharge_warnings w
     LEFT JOIN recharge_requests e ON e.id = w.earlier_id WHERE e.id IS NULL`,
);
