import { forgetInParts } from '../database/forget-in-parts.ts';

/** Forgets windows of attempts that are over, at most `limit`. @returns how many */
export const forgetEndedWindows = forgetInParts(
  'limits.forget-ended',
  'rate_limits',
  `window_ends < clock_timestamp() - interval '1 minute'`,
);
