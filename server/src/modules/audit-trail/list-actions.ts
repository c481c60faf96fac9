import type { AuditTrailEntry } from '@almas/contract/audit-trail';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

type ActionRow = Omit<AuditTrailEntry, 'id'> & { readonly id: number };

/** `where` uses the parameters before the last two, which are the place to go on from and the page size. */
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

export interface ActionFilter {
  readonly subjectId?: string | undefined;
  readonly action?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Administrator actions, newest first, of one subject or one kind (P22). */
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

function read(db: Queryable, { subjectId, action, limit, cursor }: ActionFilter): Promise<ActionRow[]> {
  const page = [decodeCursorNumber(cursor), limit + 1] as const;
  if (subjectId && action) return ofBoth.all(db, subjectId, action, ...page);
  if (subjectId) return ofSubject.all(db, subjectId, ...page);
  return action ? ofAction.all(db, action, ...page) : everything.all(db, ...page);
}
