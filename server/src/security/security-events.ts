import type { Logger } from 'pino';
import { networkOf } from '../limits/network.ts';
import type { KeyedHash } from '../vault/keyed-hash.ts';
import { lineLimit } from './line-limit.ts';

/** What happened, in the words of docs/operations.md. */
export const securityEventNames = [
  'sign-in.ok',
  'sign-in.failed',
  'sign-in.limited',
  'sign-out',
  'registration.ok',
  'registration.limited',
  'session.missing',
  'access.refused',
  'origin.refused',
  'key.reused',
  'api-key.created',
  'api-key.revoked',
  'limit.reached',
  'input.malformed',
  'data.read',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

export interface SecurityEvent {
  readonly event: SecurityEventName;
  /** Who acted, when a session or a password has shown it. */
  readonly accountId?: string | undefined;
  /** The email that was given, before its owner was authenticated; the log keeps a keyed hash of it. */
  readonly email?: string | undefined;
  /** Whose data was read. */
  readonly ownerId?: string | undefined;
  readonly ip: string;
  readonly method: string;
  /** The route, never the address: that may hold what must not be in a log. */
  readonly route: string | undefined;
  readonly requestId: string;
  /** The code of the refusal. */
  readonly code?: string | undefined;
  /** What was asked for, without what may be secret, and the figures of the refusal (call-log-fields.ts). */
  readonly input?: unknown;
  readonly figures?: unknown;
}

/** One line per decision, and a count of each kind for /metrics. Never a password, a token or a code. */
export interface SecurityEvents {
  record(event: SecurityEvent): void;
  /** How often each has happened in this process. */
  counts(): ReadonlyMap<SecurityEventName, number>;
}

export function securityEvents(log: Logger, hash: KeyedHash, now: () => number = Date.now): SecurityEvents {
  const counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]));
  const limit = lineLimit(now);
  return {
    record: ({ event, email, ip, ...rest }) => {
      counts.set(event, (counts.get(event) ?? 0) + 1);
      const account = rest.accountId ?? email?.toLowerCase();
      const unwritten = limit.admit(`${event} ${rest.code ?? ''}`, { ip, account });
      if (unwritten === undefined) return;
      log.info(
        {
          security: {
            event,
            ...rest,
            network: networkOf(ip),
            ...(email !== undefined && { emailHash: hash('email', email.toLowerCase()).toString('hex') }),
            ...(unwritten > 0 && { unwritten }),
          },
        },
        'security event',
      );
    },
    counts: () => counts,
  };
}
