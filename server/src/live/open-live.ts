import type { Logger } from 'pino';
import type { Database } from '../database/pool.ts';
import type { Sessions } from '../modules/accounts/sessions.ts';
import { Refusal } from '../refusal.ts';
import type { Envelope } from './envelope.ts';
import { EventStream, type Output } from './event-stream.ts';
import type { LiveHub } from './hub.ts';
import { Listener } from './listener.ts';
import { Publisher } from './publisher.ts';
import { type Member, Streams } from './streams.ts';

export interface LiveTiming {
  /** How long published events are gathered. */
  readonly gatherMilliseconds: number;
  /** How often streams are kept alive and their sessions looked at again. */
  readonly beatMilliseconds: number;
}
const usualTiming: LiveTiming = { gatherMilliseconds: 75, beatMilliseconds: 20_000 };

const streamsPerAccount = 12;
const streamsPerServer = 10_000;
const retrySeconds = 30;

/** The open screens of this server process. */
export interface LiveStreams {
  /** Streams events to a screen until it leaves or its session ends. @throws Refusal UNAVAILABLE when there are too many */
  open(who: { token: string; userId: string; administers: boolean }, output: () => Output): void;
  /** Ends every stream and takes no more: the server is closing. */
  endAll(): void;
  close(): Promise<void>;
}

/** Everything live of one server process: what it tells, and whom it tells. Connects when there is something to do. */
export function openLive(
  db: Database,
  log: Logger,
  sessions: Sessions,
  { gatherMilliseconds, beatMilliseconds }: LiveTiming = usualTiming,
): { hub: LiveHub; streams: LiveStreams } {
  const streams = new Streams();
  const publisher = new Publisher(db, log, gatherMilliseconds);
  const watch = (members: readonly Member[]) => void endDeadSessions(db, sessions, streams, members);
  const hear = (envelope: Envelope) => {
    const { audience, event } = envelope;
    streams.deliver(envelope);
    const isPersonal = typeof audience === 'object' && 'user' in audience;
    if (event.type === 'session' && isPersonal) watch(streams.ofUser(audience.user));
  };
  const listener = new Listener(db, log, {
    onEvent: hear,
    onListening: () => streams.tellAll({ type: 'refresh' }),
  });
  const beat = setInterval(() => {
    for (const { stream } of streams.all()) stream.beat();
    if (streams.size > 0) void listener.check();
    watch([...streams.all()]);
  }, beatMilliseconds);
  beat.unref();
  let closing = false;

  return {
    hub: publisher,
    streams: {
      open: (who, output) => {
        if (closing || streams.size >= streamsPerServer)
          throw new Refusal('UNAVAILABLE', undefined, retrySeconds);
        const stream = new EventStream(output(), () => streams.remove(member));
        const member: Member = { ...who, stream };
        streams.add(member, streamsPerAccount);
        // What changed before listening began was not heard: the screen reads everything again then, or now.
        if (listener.isListening) stream.send({ type: 'refresh' });
        else listener.start();
        watch([member]);
      },
      endAll: () => {
        closing = true;
        for (const member of [...streams.all()]) streams.end(member);
      },
      close: async () => {
        clearInterval(beat);
        await Promise.all([publisher.close(), listener.close()]);
      },
    },
  };
}

/** Looks at the sessions of streams in one query; the streams of those that are over are told so and ended. */
async function endDeadSessions(
  db: Database,
  sessions: Sessions,
  streams: Streams,
  members: readonly Member[],
): Promise<void> {
  if (members.length === 0) return;
  try {
    const living = await sessions.living(
      db,
      members.map(({ token }) => token),
    );
    for (const member of members) {
      const session = living.get(member.token);
      if (session) member.administers = session.role === 'admin' && session.status === 'active';
      else streams.end(member, { type: 'session' });
    }
  } catch {
    // The database is away: nobody can be told dead or alive, and the next beat asks again.
  }
}
