import * as z from 'zod';
import { Amount, Id, listOf, page, pathId, Timestamp } from './fields.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** What a person should look at in an account; it decides nothing. */
export const AccountFlag = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  /** An hour of more than five times the own mean; a purchase of more than five times the own mean, after a sign-in on a new device. */
  kind: z.enum(['fast_hour', 'new_device']),
  /** Of the hour, or of the purchase. */
  amount: Amount,
  usual: Amount,
  createdAt: Timestamp,
  seenByName: z.string().nullable(),
  seenAt: Timestamp.nullable(),
});
export type AccountFlag = z.output<typeof AccountFlag>;

export const accountFlags = {
  list: route({
    method: 'GET',
    path: '/api/account-flags',
    summary: 'Ce qu’une personne devrait regarder, du plus récent au plus ancien',
    access: 'admin',
    scope: 'accounts',
    query: z.object({
      state: z.enum(['all', 'unseen']).default('all'),
      userId: z.string().max(100).optional(),
      ...page(pages.accountFlags),
    }),
    response: listOf(AccountFlag),
  }),
  see: route({
    method: 'POST',
    path: '/api/account-flags/:id/seen',
    summary: 'Dire qu’un signalement a été regardé',
    access: 'admin',
    scope: 'accounts',
    params: z.object({ id: pathId('FLAG_NOT_FOUND') }),
    response: AccountFlag,
    errors: ['FLAG_NOT_FOUND'],
  }),
} as const;
