import * as z from 'zod';
import { AccountStatus } from './accounts.ts';
import { Amount, Day, Id, listOf, page, pathId, Timestamp } from './fields.ts';
import { ManualCreditLimit } from './forms.ts';
import { pages } from './page-sizes.ts';
import { employeeScopes, route } from './route.ts';

/** What an administrator may do. */
export const Administrator = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  status: AccountStatus,
  /** Null: the owner, who may do everything. */
  scopes: z.array(z.enum(employeeScopes)).nullable(),
  /** What the employee may credit by hand in a day; null: no limit. */
  creditCap: Amount.nullable(),
  /** Above this amount a second person decides; null: never. */
  creditThreshold: Amount.nullable(),
  /** Credited by hand today. */
  creditedToday: Amount,
});
export type Administrator = z.output<typeof Administrator>;

/** What the owner gives to an administrator. */
export const AdministratorRights = Administrator.pick({
  scopes: true,
  creditCap: true,
  creditThreshold: true,
});
export type AdministratorRights = z.output<typeof AdministratorRights>;

/** What one administrator did on a day, from the audit trail. */
export const AdministratorDay = z.object({
  id: Id,
  name: z.string(),
  actions: z.int(),
  firstAt: Timestamp,
  lastAt: Timestamp,
  /** Credited by hand, with the approved requests and the advances. */
  credited: Amount,
  kinds: z.array(z.object({ action: z.string(), count: z.int() })),
});
export type AdministratorDay = z.output<typeof AdministratorDay>;

const feature = 'admin-scopes';

/** Who of the administrators may do what. */
export const administrators = {
  list: route({
    method: 'GET',
    path: '/api/administrators',
    summary: 'Administrateurs, ce qu’ils peuvent faire et ce qu’ils ont crédité aujourd’hui',
    access: 'admin',
    scope: 'owner',
    feature,
    query: z.object(page(pages.administrators)),
    response: listOf(Administrator),
  }),
  setScopes: route({
    method: 'PATCH',
    path: '/api/users/:id/scopes',
    summary: 'Changer ce qu’un administrateur peut faire ; null : tout, comme le propriétaire',
    access: 'admin',
    scope: 'owner',
    feature,
    params: z.object({ id: pathId('USER_ID_REQUIRED') }),
    body: z.object({
      scopes: z.array(z.enum(employeeScopes)).max(20).nullable(),
      /** In DA; null: no limit. Left out, it stays. */
      creditCap: ManualCreditLimit.nullish(),
      creditThreshold: ManualCreditLimit.nullish(),
      /** The rights that the caller read: with other ones by now nothing is changed (SCOPES_CHANGED). */
      expected: AdministratorRights.optional(),
    }),
    response: Administrator,
    errors: [
      'USER_NOT_FOUND',
      'ONLY_ADMINS_SCOPED',
      'SCOPES_OWN',
      'SCOPES_CHANGED',
      'CREDIT_CAP_INVALID',
      'STEP_UP_REQUIRED',
    ],
  }),
  day: route({
    method: 'GET',
    path: '/api/administrators/days/:date',
    summary: 'La journée de chaque administrateur : actions, heures, montants crédités',
    access: 'admin',
    scope: 'owner',
    feature,
    params: z.object({ date: Day }),
    response: z.object({ items: z.array(AdministratorDay) }),
  }),
} as const;
