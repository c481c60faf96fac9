import * as z from 'zod';
import { users } from './accounts.ts';
import { auditTrail } from './audit-trail.ts';
import { freeFire } from './free-fire.ts';
import { rechargeRequests } from './recharge-requests.ts';
import { type Route, route } from './route.ts';
import { wallet } from './wallet.ts';

const paging = { limit: true, cursor: true } as const;

/** A whole list as CSV, under the filters and the sorting of the list itself. It is recorded: a call that only reads changes nothing. */
/** One that holds personal data asks for a fresh code, like the export of codes. */
const csv = <const Filters extends z.ZodObject>(
  path: Route['path'],
  summary: string,
  filters: Filters,
  errors: readonly 'STEP_UP_REQUIRED'[] = ['STEP_UP_REQUIRED'],
) =>
  route({
    method: 'POST',
    path,
    summary,
    access: 'admin',
    long: true,
    produces: 'text/csv',
    body: filters,
    response: z.string(),
    errors: ['TOO_MANY_EXPORTS', ...errors],
  });

export const exports = {
  users: csv('/api/exports/users', 'Comptes, en CSV', users.list.query.omit(paging)),
  transactions: csv(
    '/api/exports/transactions',
    'Transactions, en CSV',
    wallet.transactions.query.omit(paging),
  ),
  ledger: csv(
    '/api/exports/ledger',
    'Grand livre d’un compte (`userId`), en CSV',
    z.object({ userId: z.string().max(100) }),
  ),
  rechargeRequests: csv(
    '/api/exports/recharge-requests',
    'Demandes de recharge, en CSV',
    rechargeRequests.list.query.omit({ ...paging, userId: true }),
  ),
  rechargeStatement: csv(
    '/api/exports/recharge-statement',
    'Relevé des demandes de recharge par jour et par méthode, en CSV',
    z.object({}),
  ),
  freeFireRequests: csv(
    '/api/exports/free-fire-requests',
    'Demandes Free Fire, en CSV',
    freeFire.requests.query.omit(paging),
  ),
  products: csv('/api/exports/products', 'Offres des produits et leur stock, en CSV', z.object({}), []),
  auditTrail: csv(
    '/api/exports/audit-trail',
    'Journal des actions des administrateurs, en CSV',
    auditTrail.list.query.omit(paging),
  ),
} as const;
