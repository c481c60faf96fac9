import type { LiveEvent } from '@almas/contract/live';

/** The part of an HTTP response that a stream uses. */
export interface Output {
  /** Bytes that are buffered because the client has not read them. */
  readonly writableLength: number;
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
}

/** The most bytes that are buffered for a slow client. */
const maxUnreadBytes = 262_144;

/** Milliseconds after which a browser reconnects; random, so that after a restart not all reconnect in the same moment. */
const reconnectDelay = () => 2_000 + Math.floor(Math.random() * 3_000);
/** Milliseconds for a stream that was replaced by a newer one: with the usual delay, two screens would close each other in turn. */
const reconnectDelayOfReplaced = 60_000;

/**
 * Sends events to one open screen. When a slow client exceeds the buffer, events are dropped, and the client gets one `refresh` event
 * once it has caught up.
 */
export class EventStream {
  private behind = false;
  private heartbeatsBehind = 0;
  private ended = false;

  private readonly output: Output;

  constructor(output: Output, onClose: () => void) {
    this.output = output;
    output.on('drain', () => this.caughtUp());
    output.on('close', () => {
      this.ended = true;
      onClose();
    });
    this.write(`retry: ${reconnectDelay()}\n\n`);
  }

  send(event: LiveEvent): void {
    if (!this.behind) this.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Sends a heartbeat to proxies and the client; closes a stream that is behind at two heartbeats in a row. */
  heartbeat(): void {
    this.heartbeatsBehind = this.behind ? this.heartbeatsBehind + 1 : 0;
    if (this.heartbeatsBehind > 1) this.output.destroy();
    else if (!this.behind) this.write(': \n\n');
  }

  /** Ends the stream after one last event. */
  end(lastEvent?: LiveEvent): void {
    if (this.ended) return;
    if (lastEvent) this.send(lastEvent);
    this.ended = true;
    this.output.end();
  }

  /** Ends the stream because a newer one of its account exceeds the limit per account. */
  endAsReplaced(): void {
    this.write(`retry: ${reconnectDelayOfReplaced}\n\n`);
    this.end();
  }

  private write(text: string): void {
    if (this.ended) return;
    this.output.write(text);
    this.behind = this.output.writableLength > maxUnreadBytes;
  }

  private caughtUp(): void {
    if (!this.behind) return;
    this.behind = false;
    this.send({ type: 'refresh' });
  }
}
