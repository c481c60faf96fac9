import type { LiveEvent } from '@almas/contract/live';
import type { Audience } from './hub.ts';

/** One event on its way to the screens of its audience. */
export interface RoutedEvent {
  readonly audience: Audience;
  readonly event: LiveEvent;
}

/** PostgreSQL takes less than 8000 bytes in one notification. */
const payloadBytes = 7_900;

/** Of events with the same key only the latest is sent. */
export function keyOf({ audience, event }: RoutedEvent): string {
  const subject = 'productId' in event ? event.productId : '';
  return `${nameOf(audience)} ${event.type} ${subject}`;
}

function nameOf(audience: Audience): string {
  if (audience === 'everyone') return audience;
  return 'user' in audience ? `user ${audience.user}` : `role ${audience.role}`;
}

/** Writes events into as few payloads as fit. */
export function pack(events: readonly RoutedEvent[], maxBytes = payloadBytes): string[] {
  const payloads: string[] = [];
  let parts: string[] = [];
  let size = 2;
  for (const { audience, event } of events) {
    const part = JSON.stringify([audience, event]);
    const bytes = Buffer.byteLength(part) + 1;
    if (size + bytes > maxBytes && parts.length > 0) {
      payloads.push(`[${parts.join(',')}]`);
      parts = [];
      size = 2;
    }
    parts.push(part);
    size += bytes;
  }
  if (parts.length > 0) payloads.push(`[${parts.join(',')}]`);
  return payloads;
}

/** Reads a payload back. One that is not ours is nothing. */
export function unpack(payload: string): RoutedEvent[] {
  try {
    const parts = JSON.parse(payload) as [Audience, LiveEvent][];
    return parts.map(([audience, event]) => ({ audience, event }));
  } catch {
    return [];
  }
}
