import type { AuditTrailEntry } from '@almas/contract/audit-trail';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';

type ActionRow = Omit<AuditTrailEntry, 'id'> & { readonly id: number };

/** `where` uses the parameters before the last two, which are the id that all rows of the page are below, and the limit. */
const list = <Params extends readonly unknown[]>(name: string, where: string, last: number) =>
  statement<Params, ActionRow>(
    `audit-trail.${name}`,
    `SELECT id, actor_id AS "actorId", actor_name AS "actorName", action, subject_type AS "subjectType",
       subject_id AS "subjectId", subject_name AS "subjectName", before, after, ip, created_at AS "createdAt"
     FROM audit_trail WHERE ${where} AND id < $${last - 1} ORDER BY id DESC LIMIT $${last}`,
  );

const everything = list<[before: number, limit: number]>('list', 'true', 2);
const ofSubject = list<[subjectId: string, before: number, limit: number]>(
  'list-of-subject',
  'subject_id = $1',
  3,
);
const ofAction = list<[action: string, before: number, limit: number]>('list-of-action', 'action = $1', 3);
const ofBoth = list<[subjectId: string, action: string, before: number, limit: number]>(
  'list-of-subject-and-action',
  'subject_id = $1 AND action = $2',
  4,
);

/** Any combination of the filters, newest first; null: any. */
const narrowed = list<
  [
    subjectId: string | null,
    action: string | null,
    actorId: string | null,
    pattern: string | null,
    from: string | null,
    to: string | null,
    before: number,
    limit: number,
  ]
>(
  'list-narrowed',
  `($1::text IS NULL OR subject_id = $1) AND ($2::text IS NULL OR action = $2)
     AND ($3::uuid IS NULL OR actor_id = $3) AND ($4::text IS NULL OR search_fold(subject_name) LIKE $4)
     AND ${dayRange('created_at', '$5', '$6')}`,
  8,
);

export interface ActionFilter {
  readonly subjectId?: string | undefined;
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of the audit trail, newest first, filtered by subject, action, administrator, days and a search in the names (P22). */
export async function listActions(
  db: Queryable,
  filter: ActionFilter,
): Promise<{ items: AuditTrailEntry[]; nextCursor: string | null }> {
  const rows = await read(db, filter);
  return {
    items: rows.slice(0, filter.limit).map((row) => ({ ...row, id: String(row.id) })),
    nextCursor: nextCursor(rows, filter.limit, ({ id }) => [id]),
  };
}

function read(db: Queryable, filter: ActionFilter): Promise<ActionRow[]> {
  const { subjectId, action, actorId, from, to, limit, cursor } = filter;
  const pattern = likePattern(filter.search);
  const page = [decodeCursorNumber(cursor), limit + 1] as const;
  if (actorId || pattern !== null || from || to) {
    const actor = actorId ? parseUuidOrNil(actorId) : null;
    return narrowed.all(
      db,
      subjectId || null,
      action || null,
      actor,
      pattern,
      from ?? null,
      to ?? null,
      ...page,
    );
  }
  if (subjectId && action) return ofBoth.all(db, subjectId, action, ...page);
  if (subjectId) return ofSubject.all(db, subjectId, ...page);
  return action ? ofAction.all(db, action, ...page) : everything.all(db, ...page);
}
