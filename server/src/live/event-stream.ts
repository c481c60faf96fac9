import type { LiveEvent } from '@almas/contract/live';

/** The part of a response that a stream needs. */
export interface Output {
  /** Bytes that the client has not taken yet. */
  readonly writableLength: number;
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Bytes kept for a client that reads slowly. */
const maxUnreadBytes = 262_144;

/** After how many milliseconds a browser reconnects: spread, so that after a restart they do not all come together. */
const reconnectDelay = () => 2_000 + Math.floor(Math.random() * 3_000);
/** A stream that was closed in favour of another one reconnects later, or two screens would close each other in turn. */
const reconnectDelayOfReplaced = 60_000;

/**
 * The events of one open screen. What a slow client has not read yet is bounded: beyond it events are dropped, and
 * the client gets one event to read everything again as soon as it has caught up.
 */
export class EventStream {
  private behind = false;
  private heartbeatsBehind = 0;
  private ended = false;

  constructor(
    private readonly output: Output,
    onClose: () => void,
  ) {
    output.on('drain', () => this.caughtUp());
    output.on('close', () => {
      this.ended = true;
      onClose();
    });
    // A browser that comes back names the id, so that the server knows that it was away.
    this.write(`retry: ${reconnectDelay()}\nid: opened\n\n`);
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

  /** Ends the stream because its account has opened another one and has reached its limit. */
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
