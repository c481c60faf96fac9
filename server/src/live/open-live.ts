import { staffLimits } from '@almas/contract/limits';
import type { Logger } from 'pino';
import { AppError } from '../app-error.ts';
import type { KnownSessions } from '../authorization/session-identity.ts';
import type { Database } from '../database/pool.ts';
import { EventStream, type Output } from './event-stream.ts';
import type { LiveHub } from './hub.ts';
import { Listener } from './listener.ts';
import { Publisher } from './publisher.ts';
import type { RoutedEvent } from './routed-event.ts';
import { SessionWatch } from './session-watch.ts';
import { type Member, Streams } from './streams.ts';

export interface LiveTiming {
  /** How long published events are collected before they are sent. */
  readonly gatherMilliseconds: number;
  /** Interval of the heartbeats, each with a check of the sessions. */
  readonly heartbeatMilliseconds: number;
}
const usualTiming: LiveTiming = { gatherMilliseconds: 75, heartbeatMilliseconds: 20_000 };

/** A dozen pages, and one on each device that an account may enrol for its cashiers. */
const streamsPerAccount = 12 + staffLimits.devices;
const streamsPerServer = 10_000;
const retrySeconds = 30;

/** The open screens of this server process. */
export interface LiveStreams {
  /** Starts listening before the first stream is opened. */
  start(): void;
  /**
   * Streams events to a screen until it disconnects or its session ends. The first is a `refresh`: events since the screen read its
   * data are unknown.
   * @throws AppError UNAVAILABLE when there are too many
   */
  open(recipient: Omit<Member, 'stream'>, output: () => Output): void;
  /** Ends every stream and refuses new ones, because the server is closing. */
  endAll(): void;
  close(): Promise<void>;
}

/** Publisher, listener and streams of one server process. Each connects when it is first needed. */
export function openLive(
  db: Database,
  log: Logger,
  sessions: KnownSessions,
  timing: LiveTiming = usualTiming,
): { hub: LiveHub; streams: LiveStreams } {
  const streams = new Streams();
  const watch = new SessionWatch(sessions, streams);
  const publisher = new Publisher(db, log, timing.gatherMilliseconds);
  const listener = new Listener(db, log, {
    onEvent: (routed) => deliver(routed, streams, watch),
    onListening: () => streams.sendToAll({ type: 'refresh' }),
  });
  const heartbeat = setInterval(() => {
    for (const { stream } of streams.all()) stream.heartbeat();
    if (streams.size > 0) void listener.check();
    watch.checkAll();
  }, timing.heartbeatMilliseconds);
  heartbeat.unref();
  let closing = false;
  return {
    hub: publisher,
    streams: {
      start: () => listener.start(),
      open: (recipient, output) => {
        if (closing || streams.size >= streamsPerServer)
          throw new AppError('UNAVAILABLE', undefined, retrySeconds);
        const stream = join(streams, recipient, output());
        // When listening begins, `onListening` sends the screen its refresh.
        if (listener.isListening) stream.send({ type: 'refresh' });
        else listener.start();
      },
      endAll: () => {
        closing = true;
        for (const member of [...streams.all()]) streams.end(member);
      },
      close: async () => {
        clearInterval(heartbeat);
        await Promise.all([publisher.close(), listener.close()]);
      },
    },
  };
}

function deliver(routed: RoutedEvent, streams: Streams, watch: SessionWatch): void {
  const { audience, event } = routed;
  streams.deliver(routed);
  const isPersonal = typeof audience === 'object' && 'user' in audience;
  if (event.type === 'session' && isPersonal) void watch.check(streams.ofUser(audience.user));
}

function join(streams: Streams, recipient: Omit<Member, 'stream'>, output: Output): EventStream {
  const stream = new EventStream(output, () => streams.remove(member));
  const member: Member = { ...recipient, stream };
  streams.add(member, streamsPerAccount);
  return stream;
}
