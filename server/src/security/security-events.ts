import type { Logger } from 'pino';
import { networkOf } from '../limits/network.ts';
import type { KeyedHash } from '../vault/keyed-hash.ts';

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
}

/** One line per decision, and a count of each kind for /metrics. Never a password, a token or a code. */
export interface SecurityEvents {
  record(event: SecurityEvent): void;
  /** How often each has happened in this process. */
  counts(): ReadonlyMap<SecurityEventName, number>;
}

/** A flood must not fill the disk with its own description: lines per kind and second; the rest is counted. */
const linesPerSecond = 20;

export function securityEvents(log: Logger, hash: KeyedHash, now: () => number = Date.now): SecurityEvents {
  const counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]));
  const windows = new Map<SecurityEventName, { second: number; lines: number; unwritten: number }>();
  /** @returns how many lines were left out since the last one, or undefined when this one is left out too */
  const admit = (name: SecurityEventName): number | undefined => {
    const second = Math.floor(now() / 1_000);
    const window = windows.get(name) ?? { second, lines: 0, unwritten: 0 };
    windows.set(name, window);
    if (window.second !== second) Object.assign(window, { second, lines: 0 });
    if (window.lines >= linesPerSecond) {
      window.unwritten += 1;
      return undefined;
    }
    window.lines += 1;
    const { unwritten } = window;
    window.unwritten = 0;
    return unwritten;
  };
  return {
    record: ({ event, email, ip, ...rest }) => {
      counts.set(event, (counts.get(event) ?? 0) + 1);
      const unwritten = admit(event);
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
