import * as z from 'zod';
import { Day, Id, listOf, page, Timestamp } from './fields.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** One administrator action: who, what, on whom, before, after, when, from where (P22). */
export const AuditTrailEntry = z.object({
  id: Id,
  actorId: Id.nullable(),
  actorName: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  ip: z.string().nullable(),
  createdAt: Timestamp,
});
export type AuditTrailEntry = z.output<typeof AuditTrailEntry>;

export const auditTrail = {
  list: route({
    method: 'GET',
    path: '/api/audit-trail',
    summary: 'Journal des actions des administrateurs',
    access: 'admin',
    scope: 'reports',
    readsReplica: true,
    query: z.object({
      subjectId: z.string().max(100).optional(),
      action: z.string().max(100).optional(),
      /** The administrator who acted. */
      actorId: z.string().max(100).optional(),
      /** In the name of the account, product or request that was acted on. */
      search: z.string().max(200).optional(),
      /** Days of Africa/Algiers, both included. */
      from: Day.optional(),
      to: Day.optional(),
      ...page(pages.auditTrail),
    }),
    response: listOf(AuditTrailEntry),
  }),
} as const;
