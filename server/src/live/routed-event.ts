import type { LiveEvent } from '@almas/contract/live';
import type { Audience } from './hub.ts';

/** An event with its recipients. */
export interface RoutedEvent {
  readonly audience: Audience;
  readonly event: LiveEvent;
}

/** PostgreSQL limits the payload of a notification to 7,999 bytes. */
const payloadBytes = 7_900;

/** Of events with the same key, which are equal, one is sent. */
export function keyOf({ audience, event }: RoutedEvent): string {
  const subject = 'productId' in event ? event.productId : '';
  return `${nameOf(audience)} ${event.type} ${subject}`;
}

function nameOf(audience: Audience): string {
  if (audience === 'everyone') return audience;
  return 'user' in audience ? `user ${audience.user}` : `role ${audience.role}`;
}

/** Serializes events into payloads of at most `maxBytes`, several events per payload. */
export function batch(events: readonly RoutedEvent[], maxBytes = payloadBytes): string[] {
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

/** Parses a payload of `batch`. @returns no events when it is not one */
export function readBatch(payload: string): RoutedEvent[] {
  try {
    const parts = JSON.parse(payload) as [Audience, LiveEvent][];
    return parts.map(([audience, event]) => ({ audience, event }));
  } catch {
    return [];
  }
}
