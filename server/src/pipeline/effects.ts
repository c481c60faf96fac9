import type { LiveEvent } from '@almas/contract/live';
import type { Route } from '@almas/contract/route';
import type { FastifyReply } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import type { DbTransaction } from '../database/transaction.ts';
import type { Audience } from '../live/hub.ts';
import {
  type AdministratorAction,
  type operator,
  recordAction,
} from '../modules/audit-trail/record-action.ts';
import {
  type HandledSubject,
  type NewNotification,
  readHandled,
  writeNotifications,
} from '../modules/notifications/notify.ts';
import type { SecurityEvent } from '../security/security-events.ts';
import type { Services } from '../services.ts';

/** One row of the audit trail; `by` when the call itself has no account yet (a sign-in). */
export interface AuditEntry extends AdministratorAction {
  readonly by?: Pick<Actor, 'id' | 'displayName' | 'email'>;
}

/** Instead of an audit row: the call found nothing to do, and nothing was written. */
export const nothingChanged = Symbol('nothing changed');

export type AuditEffect = AuditEntry | readonly [AuditEntry, ...AuditEntry[]] | typeof nothingChanged;

/** What a command causes beside its own writes. The pipeline applies it; `run` only says it. */
export interface Effects {
  /** In the transaction: who did what, on whom, before and after. */
  readonly audit?: AuditEffect;
  /** In the transaction; one that cannot be written is logged and does not undo the command. */
  readonly notifications?: readonly NewNotification[];
  /** In the transaction: what administrators were notified of, and no longer waits for any of them. */
  readonly handled?: HandledSubject;
  /** After the commit: what open screens read again. */
  readonly events?: readonly LiveEffect[];
  /** After the commit: a line of the security log. */
  readonly security?: Pick<SecurityEvent, 'event' | 'accountId'>;
  /** After the commit: the cookies of the answer. */
  readonly reply?: (reply: FastifyReply) => void;
  /** After the commit: work that the caller does not wait for. */
  readonly later?: () => void;
}

export type LiveEffect = readonly [audience: Audience, event: LiveEvent];

/** The effects of a command of this route: an administrator's says what the audit trail records. */
export type EffectsOf<R extends Route> = R['access'] extends 'admin'
  ? Effects & { readonly audit: AuditEffect }
  : Effects;

/** Who is recorded as having acted. */
export interface ActedBy {
  readonly actor: Actor | typeof operator | undefined;
  readonly origin: Origin | undefined;
}

/** Writes the effects that belong into the transaction. @returns the events to publish once it has committed */
export async function writeEffects(
  services: Pick<Services, 'config' | 'log'>,
  tx: DbTransaction,
  { actor, origin }: ActedBy,
  { audit, notifications = [], handled, events = [] }: Effects,
): Promise<LiveEffect[]> {
  for (const { by, ...entry } of auditEntries(audit)) {
    const recorded = by ?? actor;
    if (!recorded) throw new Error(`${entry.action} has no account to be recorded for`);
    await recordAction(tx, recorded, origin, entry);
  }
  const notified = await writeNotifications(services, tx, notifications);
  const read = handled ? await readHandled(services.log, tx, handled) : 0;
  const notice = { type: 'notification' } as const;
  return [
    ...notified.map((user): LiveEffect => [{ user }, notice]),
    ...(read > 0 ? [[{ role: 'admin' }, notice] satisfies LiveEffect] : []),
    ...events,
  ];
}

const auditEntries = (audit: AuditEffect | undefined): readonly AuditEntry[] => {
  if (audit === undefined || audit === nothingChanged) return [];
  return 'action' in audit ? [audit] : audit;
};

export function publish({ live }: Pick<Services, 'live'>, events: readonly LiveEffect[]): void {
  for (const [audience, event] of events) live.publish(audience, event);
}

/** The effects of a command that does two things. Cookies, and the line of the security log, are the second one's. */
export function together(first: Effects, second: Effects): Effects {
  const [head, ...rest] = [...auditEntries(first.audit), ...auditEntries(second.audit)];
  return {
    ...first,
    ...second,
    ...(head && { audit: [head, ...rest] }),
    notifications: [...(first.notifications ?? []), ...(second.notifications ?? [])],
    events: [...(first.events ?? []), ...(second.events ?? [])],
  };
}
