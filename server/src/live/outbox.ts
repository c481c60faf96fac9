import { keyOf, type RoutedEvent } from './routed-event.ts';

/** Beyond this number of different events, one event tells every screen to read again. */
const capacity = 5_000;

const everythingChanged: RoutedEvent = { audience: 'everyone', event: { type: 'refresh' } };

/** What waits to be sent: the same news twice is one, and it never grows beyond a bound. */
export class Outbox {
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

  /** Everything that waits; it does not wait any more. */
  take(): RoutedEvent[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }

  /** Gives back what could not be sent. Newer news of the same thing stands. */
  putBack(events: readonly RoutedEvent[]): void {
    const newer = this.take();
    for (const routed of [...events, ...newer]) this.add(routed);
  }
}
