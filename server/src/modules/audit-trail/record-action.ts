import { stored as texts } from '@almas/locale';
import type { Origin } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { storableJson } from '../../database/storable-json.ts';
import type { AdministratorAction, Author } from '../../ports.ts';

const insertAction = statement<{
  actorId: string | null;
  actorName: string;
  action: string;
  subjectType: string;
  subjectId: string;
  subjectName: string | null;
  before: string | null;
  after: string | null;
  ip: string | null;
  userAgent: string | null;
}>(
  'audit-trail.record',
  `INSERT INTO audit_trail (actor_id, actor_name, action, subject_type, subject_id, subject_name, before, after, ip, user_agent)
   VALUES (:actor_id, :actor_name, :action, :subject_type, :subject_id, :subject_name, :before, :after, :ip, :user_agent)`,
);

/** The operator at the command line, who has no account. */
export const operator = { id: null, displayName: texts.names.commandLine } as const;

/**
 * Writes one row of the append-only audit trail, in the transaction of the action: author, action, subject, values before and after,
 * time, address (P22). Must not get a code or a password.
 */
export async function recordAction(
  tx: Queryable,
  author: Author,
  origin: Origin | undefined,
  { action, subject, before, after }: AdministratorAction,
): Promise<void> {
  const name = author.displayName || ('email' in author ? author.email : '');
  await insertAction.run(tx, {
    actorId: author.id,
    actorName: name,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectName: subject.name ?? null,
    before: before ? storableJson(before) : null,
    after: after ? storableJson(after) : null,
    ip: origin?.ip ?? null,
    userAgent: origin?.userAgent ?? null,
  });
}
