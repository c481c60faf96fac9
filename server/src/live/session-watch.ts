import type { Sessions } from '../modules/accounts/sessions.ts';
import type { Member, Streams } from './streams.ts';

/** Ends the streams whose session is over: signed out, expired, password reset (P12, P19). */
export class SessionWatch {
  private checking: Promise<void> | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly streams: Streams,
  ) {}

  /** Checks the session of every stream, unless a check is running: a silent database is queried once, not at every heartbeat. */
  checkAll(): void {
    this.checking ??= this.check([...this.streams.all()]).finally(() => {
      this.checking = undefined;
    });
  }

  /** Checks the sessions of these streams in one query. */
  async check(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    const tokens = members.map(({ token }) => token);
    // The database is unavailable: the sessions are checked again at the next heartbeat.
    const accounts = await this.sessions.identifyAll(tokens).catch(() => undefined);
    if (!accounts) return;
    for (const [index, member] of members.entries()) {
      const account = accounts[index];
      if (account) member.administers = account.administers;
      else this.streams.end(member, { type: 'session' });
    }
  }
}
