import type { LiveEvent } from '@almas/contract/live';

/** The recipients of an event. */
export type Audience = { readonly user: string } | { readonly role: 'admin' } | 'everyone';

/** Sends live events to the open screens of every server process. */
export interface LiveHub {
  /** Does not wait: events are collected for some milliseconds and sent together. A lost event is harmless, because screens also poll. */
  publish(audience: Audience, event: LiveEvent): void;
}
