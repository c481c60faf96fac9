import type { AuditTrailEntry } from '@almas/contract/audit-trail';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';

type ActionRow = Omit<AuditTrailEntry, 'id'> & { readonly id: number };

interface Page {
  readonly before: number;
  readonly limit: number;
}

const list = <Filter>(name: string, where: string) =>
  statement<Filter & Page, ActionRow>(
    `audit-trail.${name}`,
    `SELECT id, actor_id AS "actorId", actor_name AS "actorName", action, subject_type AS "subjectType",
       subject_id AS "subjectId", subject_name AS "subjectName", before, after, ip, created_at AS "createdAt"
     FROM audit_trail WHERE ${where} AND id < :before ORDER BY id DESC LIMIT :limit`,
  );

const everything = list('list', 'true');
const ofSubject = list<{ subjectId: string }>('list-of-subject', 'subject_id = :subject_id');
const ofAction = list<{ action: string }>('list-of-action', 'action = :action');
const ofBoth = list<{ subjectId: string; action: string }>(
  'list-of-subject-and-action',
  'subject_id = :subject_id AND action = :action',
);

/** Any combination of the filters, newest first; null: any. */
const narrowed = list<{
  subjectId: string | null;
  action: string | null;
  actorId: string | null;
  pattern: string | null;
  from: string | null;
  to: string | null;
}>(
  'list-narrowed',
  `(:subject_id::text IS NULL OR subject_id = :subject_id) AND (:action::text IS NULL OR action = :action)
     AND (:actor_id::uuid IS NULL OR actor_id = :actor_id) AND (:pattern::text IS NULL OR search_fold(subject_name) LIKE :pattern)
     AND ${dayRange('created_at', ':from', ':to')}`,
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
  return pageByNumber(
    filter,
    (before, rows) => read(db, filter, { before, limit: rows }),
    (row) => ({ ...row, id: String(row.id) }),
  );
}

function read(
  db: Queryable,
  filter: ActionFilter,
  page: { readonly before: number; readonly limit: number },
): Promise<ActionRow[]> {
  const { subjectId, action, actorId, from, to } = filter;
  const pattern = likePattern(filter.search);
  if (actorId || pattern !== null || from || to) {
    return narrowed.all(db, {
      subjectId: subjectId || null,
      action: action || null,
      actorId: actorId ? parseUuidOrNil(actorId) : null,
      pattern,
      from: from ?? null,
      to: to ?? null,
      ...page,
    });
  }
  if (subjectId && action) return ofBoth.all(db, { subjectId, action, ...page });
  if (subjectId) return ofSubject.all(db, { subjectId, ...page });
  return action ? ofAction.all(db, { action, ...page }) : everything.all(db, page);
}
