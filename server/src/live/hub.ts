import type { LiveEvent } from '@almas/contract/live';

/** Whose screens an event reaches. */
export type Audience = { readonly user: string } | { readonly role: 'admin' } | 'everyone';

/** Tells open screens what changed, in every server process. */
export interface LiveHub {
  /** Returns at once; events are gathered for a moment and sent together. Losing one is harmless: screens also poll. */
  publish(audience: Audience, event: LiveEvent): void;
}
