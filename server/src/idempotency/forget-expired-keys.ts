import { forgetInParts } from '../database/forget-in-parts.ts';

/** Twice what AMB-88 asks for: a phone that comes back after a day without network still gets its answer. */
const keptHours = 48;

/** Deletes at most `limit` expired keys. @returns how many */
export const forgetExpiredKeys = forgetInParts(
  'idempotency.forget',
  'idempotency_keys',
  `created_at < clock_timestamp() - interval '${keptHours} hours'`,
);
