import type { LiveEvent } from '@almas/contract/live';
import { keyOf, type RoutedEvent } from './routed-event.ts';
import { type Recipient, reaches } from './streams.ts';

const keptMilliseconds = 60_000;
/** Beyond this number the oldest are dropped: screens with older data get a `refresh`. */
const keptAtMost = 5_000;
/** How many are dropped in one step: dropping one with each event would shift an array of thousands at every sale. */
const droppedTogether = 500;

interface Received {
  readonly at: number;
  readonly routed: RoutedEvent;
}

/**
 * The events that this process received in the last minute. A screen's data is read before its stream opens: the events in between are
 * sent to it then.
 */
export class RecentEvents {
  private kept: Received[] = [];
  /** The time (of `now`) since which no event is missing; undefined before the process listens. */
  private completeSince: number | undefined;

  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Listening has started, for the first time or again: earlier events are unknown. */
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

  /** The events for a recipient in the last `milliseconds`, the latest of each key; undefined when one may be missing. */
  of(recipient: Recipient, milliseconds: number): LiveEvent[] | undefined {
    const from = this.now() - milliseconds;
    if (this.completeSince === undefined || from <= this.completeSince) return undefined;
    const latest = new Map<string, LiveEvent>();
    for (const { at, routed } of this.kept)
      if (at >= from && reaches(routed.audience, recipient)) latest.set(keyOf(routed), routed.event);
    return [...latest.values()];
  }
}
