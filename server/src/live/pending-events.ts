import { keyOf, type RoutedEvent } from './routed-event.ts';

/** Beyond this number of different events, one event has every screen read everything again. */
const capacity = 5_000;

const everythingChanged: RoutedEvent = { audience: 'everyone', event: { type: 'refresh' } };

/** Events that wait to be sent: of the same type, audience and subject only the newest, and never more than a bound. */
export class PendingEvents {
  private waiting = new Map<string, RoutedEvent>();

  constructor(private readonly limit = capacity) {}

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  add(routed: RoutedEvent): void {
    this.waiting.set(keyOf(routed), routed);
    if (this.waiting.size <= this.limit) return;
    this.waiting = new Map([[keyOf(everythingChanged), everythingChanged]]);
  }

  /** Removes and returns everything that waits. */
  take(): RoutedEvent[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }

  /** Puts back what could not be sent; a newer event with the same key stays. */
  putBack(events: readonly RoutedEvent[]): void {
    const newer = this.take();
    for (const routed of [...events, ...newer]) this.add(routed);
  }
}
