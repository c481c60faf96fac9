import * as z from 'zod';
import { Amount, Id, Timestamp } from './fields.ts';
import { searchLimits } from './limits.ts';
import { route } from './route.ts';

/** What the search of an administrator finds besides the pages, which the screen knows itself. */
export const SearchHit = z.object({
  kind: z.enum(['account', 'rechargeRequest', 'freeFireRequest', 'transaction', 'product', 'code']),
  /** Of the item; of a code: of its product, for a code is never sent back. */
  id: Id,
  /** The name of the account or product; of a request or a transaction: of its account. */
  title: z.string(),
  /** What tells two of one title apart: phone, reference, player, offer, buyer. */
  detail: z.string(),
  status: z.string(),
  amount: Amount.nullable(),
  at: Timestamp.nullable(),
  /** Of a code. */
  offerId: Id.nullable(),
  /** Who bought a code. */
  buyerId: Id.nullable(),
});
export type SearchHit = z.output<typeof SearchHit>;

export const search = {
  everywhere: route({
    method: 'POST',
    path: '/api/search',
    summary:
      'Chercher partout : comptes, téléphones, demandes, références, transactions, produits, et un code exact',
    access: 'admin',
    scope: 'owner',
    secret: true,
    body: z.object({
      /** In the body: it may be a code, which no address and no log may hold. */
      text: z.string().trim().min(searchLimits.least).max(searchLimits.most),
    }),
    response: z.object({ items: z.array(SearchHit) }),
    errors: ['TOO_MANY_SEARCHES'],
  }),
} as const;
