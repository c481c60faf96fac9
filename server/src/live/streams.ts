import type { LiveEvent } from '@almas/contract/live';
import type { EventStream } from './event-stream.ts';
import type { Audience } from './hub.ts';
import type { RoutedEvent } from './routed-event.ts';

/** The account of a screen, for the choice of its events. */
export interface Recipient {
  readonly userId: string;
  readonly administers: boolean;
}

export function reaches(audience: Audience, { userId, administers }: Recipient): boolean {
  if (audience === 'everyone') return true;
  return 'user' in audience ? audience.user === userId : administers;
}

/** An open screen, its account and its session. */
export interface Member {
  readonly token: string;
  readonly userId: string;
  administers: boolean;
  readonly stream: EventStream;
}

/** The open streams of this process, by account. */
export class Streams {
  private readonly byUser = new Map<string, Set<Member>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Adds a stream; the account's oldest one is closed when it would have more than `perAccount`. */
  add(member: Member, perAccount: number): void {
    const own = this.byUser.get(member.userId) ?? new Set();
    const [oldest] = own;
    if (oldest && own.size >= perAccount) {
      this.remove(oldest);
      oldest.stream.endAsReplaced();
    }
    own.add(member);
    this.byUser.set(member.userId, own);
    this.count += 1;
  }

  remove(member: Member): void {
    const own = this.byUser.get(member.userId);
    if (!own?.delete(member)) return;
    this.count -= 1;
    if (own.size === 0) this.byUser.delete(member.userId);
  }

  ofUser(userId: string): Member[] {
    return [...(this.byUser.get(userId) ?? [])];
  }

  *all(): Generator<Member> {
    for (const own of this.byUser.values()) yield* own;
  }

  deliver({ audience, event }: RoutedEvent): void {
    const isPersonal = typeof audience === 'object' && 'user' in audience;
    for (const member of isPersonal ? this.ofUser(audience.user) : this.all())
      if (reaches(audience, member)) member.stream.send(event);
  }

  sendToAll(event: LiveEvent): void {
    for (const { stream } of this.all()) stream.send(event);
  }

  /** Removes and ends a stream, after `lastEvent` when it is given. */
  end(member: Member, lastEvent?: LiveEvent): void {
    this.remove(member);
    member.stream.end(lastEvent);
  }
}
