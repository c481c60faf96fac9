import type { NotificationType } from '@almas/contract/notifications';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Actor, Origin } from './authorization/identity.ts';
import type { Config } from './config.ts';
import type { Queryable } from './database/pool.ts';
import type { DbTransaction } from './database/transaction.ts';

/*
 * What the pipeline and the modules use without an import of the module that implements it. open-services.ts connects each port to its
 * implementation.
 */

/** What an administrator did, for the audit trail. It must not hold a code or a password. */
export interface AdministratorAction {
  /** The name of the action: `user.activate`, `codes.export`, … */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string; readonly name?: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Whom a row of the audit trail names: an account, or the operator at the command line, who has none. */
export type Author =
  | Pick<Actor, 'id' | 'displayName' | 'email'>
  | { readonly id: null; readonly displayName: string };

export interface NewNotification {
  readonly userId: string;
  readonly type: z.output<typeof NotificationType>;
  readonly title: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** A request or registration that administrators were notified of. `id`: the `requestId` or `userId` in the notification's `data`. */
export interface ResolvedSubject {
  readonly type: Extract<
    NewNotification['type'],
    'recharge_request' | 'free_fire_request' | 'account_registered' | 'code_claim'
  >;
  readonly id: string;
}

interface EffectServices {
  readonly config: Config;
  readonly log: Logger;
}

/** Writes the effects of a command in its transaction. */
export interface EffectWriter {
  /** Writes one row of the audit trail. */
  readonly recordAction: (
    tx: Queryable,
    author: Author,
    origin: Origin | undefined,
    action: AdministratorAction,
  ) => Promise<void>;
  /** @returns the ids of the notified accounts, without those whose notification could not be written */
  readonly writeNotifications: (
    services: EffectServices,
    tx: DbTransaction,
    notifications: readonly NewNotification[],
  ) => Promise<string[]>;
  /** Marks the administrators' notifications about a subject as read. @returns how many were marked */
  readonly markResolved: (log: Logger, tx: DbTransaction, subject: ResolvedSubject) => Promise<number>;
}

/**
 * A service that looks up names of players. The product contains none but the demonstration; an installation may add one. It may be slow
 * and may fail.
 */
export interface PlayerLookup {
  /** @returns null when there is no such player. `signal` aborts a call after its time limit. */
  find(playerId: string, signal: AbortSignal): Promise<string | null>;
}

/** The number of attempts of this process by kind of message and result. */
export interface OutboxSends {
  readonly kind: 'web_push' | 'telegram';
  readonly result: 'done' | 'retry' | 'dead';
  count: number;
}

/** Wakes the worker of this process after a message was written; other processes find it at their next poll. */
export interface OutboxSignal {
  wake(): void;
  onWake(listener: () => void): () => void;
  recordSend(kind: OutboxSends['kind'], result: OutboxSends['result']): void;
  /** One entry per kind and result, also with a count of 0. */
  sends(): readonly OutboxSends[];
}
