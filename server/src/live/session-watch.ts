import type { KnownSessions } from '../authorization/session-identity.ts';
import type { Member, Streams } from './streams.ts';

/** Ends the streams whose session has ended (sign-out, expiry, password reset: P12, P19). */
export class SessionWatch {
  private checking: Promise<void> | undefined;

  private readonly sessions: KnownSessions;
  private readonly streams: Streams;

  constructor(sessions: KnownSessions, streams: Streams) {
    this.sessions = sessions;
    this.streams = streams;
  }

  /** Checks the session of every stream, unless a check is running: an unresponsive database is not queried at every heartbeat. */
  checkAll(): void {
    this.checking ??= this.check([...this.streams.all()]).finally(() => {
      this.checking = undefined;
    });
  }

  /** Checks the sessions of these streams in one query. */
  async check(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    const tokens = members.map(({ token }) => token);
    // When the database is unavailable, the next heartbeat checks them again.
    const callers = await this.sessions.identifyAll(tokens).catch(() => undefined);
    if (!callers) return;
    for (const [index, member] of members.entries()) {
      const caller = callers[index];
      if (caller) member.administers = caller.actor.administers;
      else this.streams.end(member, { type: 'session' });
    }
  }
}
