import * as z from 'zod';
import { Id, requiredText, Timestamp } from './fields.ts';
import { route } from './route.ts';

/** `ok`; `attention`: look at it today; `failed`: it does not work now. */
const State = z.enum(['ok', 'attention', 'failed']);
export type HealthState = z.output<typeof State>;

const Run = z.object({ state: State, at: Timestamp.nullable(), succeeded: z.boolean().nullable() });

/** How the installation stands: figures of the database, and of the server that answers. */
export const Health = z.object({
  database: z.object({
    state: State,
    role: z.enum(['primary', 'standby']),
    /** Takes writes: false on a full disk too. */
    writable: z.boolean(),
    bytes: z.int(),
  }),
  /** The disk of DATA_DIR; null when the database is elsewhere. */
  disk: z.object({ state: State, freeBytes: z.int(), totalBytes: z.int() }).nullable(),
  pool: z.object({ state: State, busy: z.int(), waiting: z.int(), size: z.int() }),
  /** Age of the oldest pending recharge or Free Fire request; 0 when none waits. */
  oldestRequest: z.object({ state: State, seconds: z.int() }),
  backup: Run,
  audit: Run,
  /** Null without ARCHIVE_DIR. */
  archive: z
    .object({
      state: State,
      lagSeconds: z.int(),
      restorableFrom: Timestamp.nullable(),
      archivedAt: Timestamp.nullable(),
    })
    .nullable(),
  /** Messages to devices and to the administrators' chat. */
  outbox: z.object({
    state: State,
    waiting: z.int(),
    /** Since when the oldest one is due. */
    oldestSeconds: z.int(),
    dead: z.int(),
    /** The newest dead letters. */
    letters: z.array(
      z.object({
        id: Id,
        kind: z.enum(['web_push', 'telegram']),
        type: z.string(),
        error: z.string(),
        attempts: z.int(),
        createdAt: Timestamp,
      }),
    ),
  }),
  jobs: z.object({ state: State, list: z.array(z.object({ name: z.string(), lastRunAt: Timestamp })) }),
  version: z.string(),
  checkedAt: Timestamp,
});
export type Health = z.output<typeof Health>;

/** What can be `failed`; the rest at most asks for attention. */
export const failedParts = ['database', 'disk', 'backup', 'audit', 'archive'] as const;

export const health = {
  read: route({
    method: 'GET',
    path: '/api/health',
    summary: 'État du système : base, disque, sauvegardes, tâches',
    access: 'admin',
    scope: 'settings',
    response: Health,
  }),
  retryMessage: route({
    method: 'POST',
    path: '/api/health/messages/:id/retry',
    summary: 'Renvoyer un message qui n’est pas parti',
    access: 'admin',
    scope: 'settings',
    params: z.object({ id: requiredText('DEAD_LETTER_NOT_FOUND', 100) }),
    response: z.object({ retried: z.int() }),
    errors: ['DEAD_LETTER_NOT_FOUND'],
  }),
  retryMessages: route({
    method: 'POST',
    path: '/api/health/messages/retry',
    summary: 'Renvoyer tous les messages qui ne sont pas partis',
    access: 'admin',
    scope: 'settings',
    response: z.object({ retried: z.int() }),
    errors: ['DEAD_LETTER_NOT_FOUND'],
  }),
} as const;
