import { keyOf, type RoutedEvent } from './routed-event.ts';

/** Beyond this number of different events, one `refresh` for everyone replaces them. */
const capacity = 5_000;

const everythingChanged: RoutedEvent = { audience: 'everyone', event: { type: 'refresh' } };

/** A bounded queue of events to send. Of events with the same type, audience and subject it keeps one. */
export class PendingEvents {
  private waiting = new Map<string, RoutedEvent>();

  private readonly limit: number;

  constructor(limit = capacity) {
    this.limit = limit;
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  add(routed: RoutedEvent): void {
    this.waiting.set(keyOf(routed), routed);
    if (this.waiting.size <= this.limit) return;
    this.waiting = new Map([[keyOf(everythingChanged), everythingChanged]]);
  }

  /** Removes and returns all events. */
  take(): RoutedEvent[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }

  /** Adds events again that could not be sent. */
  putBack(events: readonly RoutedEvent[]): void {
    const newer = this.take();
    for (const routed of [...events, ...newer]) this.add(routed);
  }
}
