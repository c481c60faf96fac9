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
const patience = 262_144;

/** Milliseconds after which a browser comes back, spread so that a restart does not bring all of them at once. */
const comeBack = () => 2_000 + Math.floor(Math.random() * 3_000);
/** A stream that had to make room for another one comes back later, or two screens would push each other out. */
const comeBackLater = 60_000;

/**
 * The events of one open screen. What a slow client has not read yet is bounded: beyond it events are dropped, and
 * the client is told to read everything again as soon as it has caught up.
 */
export class EventStream {
  private behind = false;
  private beatsBehind = 0;
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
    this.write(`retry: ${comeBack()}\n\n`);
  }

  send(event: LiveEvent): void {
    if (!this.behind) this.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Shows proxies and the client that the stream lives; gives up on a client that is behind at two beats in a row. */
  beat(): void {
    this.beatsBehind = this.behind ? this.beatsBehind + 1 : 0;
    if (this.beatsBehind > 1) this.output.destroy();
    else if (!this.behind) this.write(': \n\n');
  }

  /** Ends the stream after one last event. */
  end(lastEvent?: LiveEvent): void {
    if (this.ended) return;
    if (lastEvent) this.send(lastEvent);
    this.ended = true;
    this.output.end();
  }

  makeRoom(): void {
    this.write(`retry: ${comeBackLater}\n\n`);
    this.end();
  }

  private write(text: string): void {
    if (this.ended) return;
    this.output.write(text);
    this.behind = this.output.writableLength > patience;
  }

  private caughtUp(): void {
    if (!this.behind) return;
    this.behind = false;
    this.send({ type: 'refresh' });
  }
}
