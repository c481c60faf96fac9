import type { FirstCall } from './first-calls.ts';

/** The element of the page that contains the responses, as JSON. */
export const pageDataId = 'page-data';

/** The content of that element. */
export interface PageData {
  /** The time of the server, in epoch milliseconds. */
  readonly now: number;
  /** GET /api/session. */
  readonly session: unknown;
  readonly responses: readonly (FirstCall & { readonly response: unknown })[];
}
