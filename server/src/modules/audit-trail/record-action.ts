import { stored as texts } from '@almas/locale';
import type { Actor, Origin } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { storableJson } from '../../database/storable-json.ts';

export interface AdministratorAction {
  /** The name of the action: `user.activate`, `codes.export`, … */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string; readonly name?: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

const insertAction = statement<
  [
    actorId: string | null,
    actorName: string,
    action: string,
    subjectType: string,
    subjectId: string,
    subjectName: string | null,
    before: string | null,
    after: string | null,
    ip: string | null,
    userAgent: string | null,
  ]
>(
  'audit-trail.record',
  `INSERT INTO audit_trail (actor_id, actor_name, action, subject_type, subject_id, subject_name, before, after, ip, user_agent)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** The operator at the command line, who has no account. */
export const operator = { id: null, displayName: texts.names.commandLine } as const;

/**
 * Writes one row of the append-only audit trail, in the transaction of the action: author, action, subject, values before and after,
 * time, address (P22). Must not get a code or a password.
 */
export async function recordAction(
  tx: Queryable,
  actor: Pick<Actor, 'id' | 'displayName' | 'email'> | typeof operator,
  origin: Origin | undefined,
  { action, subject, before, after }: AdministratorAction,
): Promise<void> {
  const name = actor.displayName || ('email' in actor ? actor.email : '');
  await insertAction.run(
    tx,
    actor.id,
    name,
    action,
    subject.type,
    subject.id,
    subject.name ?? null,
    before ? storableJson(before) : null,
    after ? storableJson(after) : null,
    origin?.ip ?? null,
    origin?.userAgent ?? null,
  );
}
