import type { LiveEvent } from '@almas/contract/live';
import { keyOf, type RoutedEvent } from './routed-event.ts';
import { type Recipient, reaches } from './streams.ts';

const keptMilliseconds = 60_000;
/** Beyond it the oldest are dropped: screens that were read before them read everything again. */
const keptAtMost = 5_000;
/** Dropped together: with each event alone, the thousands behind it would be moved up at each sale. */
const droppedTogether = 500;

interface Received {
  readonly at: number;
  readonly routed: RoutedEvent;
}

/**
 * The events that reached this process lately. A screen's data is read before its stream is open: what happened in
 * between is sent to it afterwards.
 */
export class RecentEvents {
  private kept: Received[] = [];
  /** Milliseconds of `now` after which no event is missing; undefined while the process does not listen. */
  private completeSince: number | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Listening has begun, for the first time or again: what came before is unknown. */
  begin(): void {
    this.kept = [];
    this.completeSince = this.now();
  }

  add(routed: RoutedEvent): void {
    if (this.completeSince === undefined) return;
    this.kept.push({ at: this.now(), routed });
    const oldest = this.now() - keptMilliseconds;
    const tooOld = this.kept[droppedTogether - 1];
    if (this.kept.length <= keptAtMost && !(tooOld && tooOld.at < oldest)) return;
    let dropped = droppedTogether;
    while (this.kept[dropped] && (this.kept[dropped] as Received).at < oldest) dropped += 1;
    this.completeSince = Math.max(this.completeSince, (this.kept[dropped - 1] as Received).at);
    this.kept.splice(0, dropped);
  }

  /**
   * What a recipient was sent in the last `milliseconds`, each news once. Undefined when something may be missing.
   */
  of(recipient: Recipient, milliseconds: number): LiveEvent[] | undefined {
    const from = this.now() - milliseconds;
    if (this.completeSince === undefined || from <= this.completeSince) return undefined;
    const latest = new Map<string, LiveEvent>();
    for (const { at, routed } of this.kept)
      if (at >= from && reaches(routed.audience, recipient)) latest.set(keyOf(routed), routed.event);
    return [...latest.values()];
  }
}
