import type { Route, Scope } from '@almas/contract/route';
import { AppError, failUntil } from '../app-error.ts';
import type { Actor, Identity, Origin, Wallet } from '../authorization/identity.ts';
import { lockAdministrator } from '../authorization/lock-administrator.ts';
import { lockSession } from '../authorization/lock-session.ts';
import { checkScope } from '../authorization/rights.ts';
import { type DbTransaction, longTransaction, transaction } from '../database/transaction.ts';
import { executeOnce } from '../idempotency/idempotent.ts';
import { attempt, configuredRate } from '../limits/rate-limit.ts';
import type { Services } from '../services.ts';
import type { AuditEffect, AuditEntry, Effects, Limit, LiveEffect } from './command.ts';

/** The author of the audit rows. */
interface ActedBy {
  readonly actor: Actor | undefined;
  readonly origin: Origin | undefined;
}

/** Types of a call, its context and the parts of its command for any route. */
export interface AnyCall extends ActedBy {
  readonly wallet: Wallet | undefined;
  readonly identity?: Identity | undefined;
  readonly key?: string | undefined;
}
interface AnyContext extends AnyCall {
  readonly services: Services;
  readonly prepared: unknown;
}
export interface AnyParts {
  readonly alsoScope?: (call: object) => Scope | undefined;
  readonly prepare?: (context: object) => unknown;
  readonly rules?: (context: object) => Promise<unknown>;
  readonly run: (context: object) => Promise<{ response: unknown; effects: Effects }>;
  readonly failed?: (context: object) => void | Promise<void>;
  readonly limit?: Limit<AnyContext>;
  readonly key?: {
    readonly operation: string;
    readonly input: (call: object, services: Services) => unknown;
    readonly isUndone?: (tx: DbTransaction, response: unknown) => Promise<boolean>;
  };
  readonly long?: true;
}

/**
 * Runs a command for an authorized and validated call: `alsoScope` and `prepare`; then, in one transaction that is retried after a conflict, the
 * idempotency key, `rules`, the rate limit, `run` and the effects inside the transaction; after the commit the other effects.
 * @throws AppError of the first broken rule; then only the attempt is written
 */
export const executeTransaction = (
  services: Services,
  parts: AnyParts,
  call: AnyCall,
  route: CommandRoute = {},
): Promise<{ response: unknown; effects: Effects }> => new Execution(services, parts, call, route).run();

/** What the end of a transaction checks of its route. */
type CommandRoute = Partial<Pick<Route, 'access' | 'scope'>>;

class Execution {
  private prepared: unknown;
  private isPrepared = false;
  /** Set when the call is an attempt under its rate limit: it then counts even when it is refused. */
  private attemptContext: AnyContext | undefined;
  private effects: Effects = {};
  private events: readonly LiveEffect[] = [];
  private readonly services: Services;
  private readonly parts: AnyParts;
  private readonly call: AnyCall;
  private readonly route: CommandRoute;

  constructor(services: Services, parts: AnyParts, call: AnyCall, route: CommandRoute) {
    this.services = services;
    this.parts = parts;
    this.call = call;
    this.route = route;
  }

  async run(): Promise<{ response: unknown; effects: Effects }> {
    const { services, parts, call } = this;
    try {
      if (call.actor) checkScope(call.actor, { scope: parts.alsoScope?.(call) });
      this.prepared = await parts.prepare?.({ ...call, services });
      this.isPrepared = true;
      const inTransaction = parts.long ? longTransaction : transaction;
      const response = await inTransaction(services.db, (tx) => this.tryOnce(tx));
      for (const [audience, event] of this.events) services.live.publish(audience, event);
      // Notifications write push messages to the outbox: its worker sends them without waiting for the next poll.
      if (this.effects.notifications?.length) services.outbox.wake();
      this.effects.afterCommit?.();
      return { response, effects: this.effects };
    } catch (error) {
      // The rollback included the counted attempt: it is counted again.
      if (this.attemptContext && error instanceof AppError)
        await this.countAttempt(services, this.attemptContext).catch(() => {});
      await parts.failed?.({
        ...call,
        services,
        prepared: this.prepared,
        isPrepared: this.isPrepared,
        error,
      });
      throw error;
    }
  }

  /** One try of the transaction; resets the fields that an earlier try has set. */
  private tryOnce(tx: DbTransaction): Promise<unknown> {
    const { services, parts, call } = this;
    this.attemptContext = undefined;
    this.effects = {};
    this.events = [];
    if (!parts.key || !call.wallet) return this.runInTransaction(tx);
    const { operation, input, isUndone } = parts.key;
    const keyed = { userId: call.wallet.id, key: call.key, operation, input: input(call, services) };
    return executeOnce(tx, keyed, () => this.runInTransaction(tx), isUndone?.bind(null, tx));
  }

  private async runInTransaction(tx: DbTransaction): Promise<unknown> {
    const { services, parts, call, prepared } = this;
    const context = { ...call, services, tx, prepared };
    const { limit } = parts;
    if (limit && (limit.when?.(context) ?? true)) this.attemptContext = context;
    const ruleResult = await parts.rules?.(context);
    if (limit && this.attemptContext) {
      const wait = await this.countAttempt({ ...services, db: tx }, context);
      if (wait !== undefined) throw failUntil(limit.exceeded as 'TOO_MANY_NOTIFICATIONS', wait);
    }
    const { response, effects } = await parts.run({ ...context, ruleResult });
    this.effects = effects;
    this.events = await writeEffects(services, tx, call, effects);
    // The author may have lost the right while the call waited for locks. Last, so that the lock on the author is not held during
    // those waits, where it would block a deactivation.
    const sessionHash = call.identity?.sessionHash() ?? null;
    if (call.actor?.administers && actsInOwnName(effects))
      await lockAdministrator(tx, call.actor, sessionHash, this.route.scope, parts.alsoScope?.(call));
    // A sign-out ends the session itself.
    if (call.actor && !call.actor.administers && this.route.access !== 'signed-in')
      await lockSession(tx, sessionHash);
    return response;
  }

  /** @returns the seconds to wait when the attempt exceeds the limit, else undefined */
  private countAttempt(
    { config, db }: Pick<Services, 'config'> & { readonly db: Services['db'] | DbTransaction },
    context: AnyContext,
  ): Promise<number | undefined> {
    const { action, rate, subject } = this.parts.limit as Limit<AnyContext>;
    return attempt(
      db,
      action,
      subject?.(context) ?? context.wallet?.id ?? '',
      rate ?? configuredRate(config.rateLimits, action),
    );
  }
}

export const auditEntries = (audit: AuditEffect | undefined): readonly AuditEntry[] => {
  if (audit === undefined || typeof audit === 'symbol') return [];
  return 'action' in audit ? [audit] : audit;
};

/** Whether the author of the call must be an administrator; rows with `by` (a sign-in, the own password) do not require it. */
const actsInOwnName = ({ audit }: Effects): boolean => auditEntries(audit).some(({ by }) => by === undefined);

/** Writes the effects inside the transaction. @returns the events to publish after the commit */
async function writeEffects(
  services: Pick<Services, 'config' | 'log' | 'effects'>,
  tx: DbTransaction,
  { actor, origin }: ActedBy,
  { audit, notifications = [], resolves, events = [] }: Effects,
): Promise<LiveEffect[]> {
  for (const { by, ...entry } of auditEntries(audit)) {
    const recorded = by ?? actor;
    if (!recorded) throw new Error(`${entry.action} has no account to be recorded for`);
    await services.effects.recordAction(tx, recorded, origin, entry);
  }
  const notified = await services.effects.writeNotifications(services, tx, notifications);
  const read = resolves ? await services.effects.markResolved(services.log, tx, resolves) : 0;
  const notice = { type: 'notification' } as const;
  return [
    ...notified.map((user): LiveEffect => [{ user }, notice]),
    ...(read > 0 ? [[{ role: 'admin' }, notice] satisfies LiveEffect] : []),
    ...events,
  ];
}
