import * as z from 'zod';
import { Id } from './fields.ts';
import { route } from './route.ts';

/**
 * The live events of an open screen. An event names what changed; the screen reads the rest itself,
 * so that no event ever carries a code or a figure.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('balance') }),
  z.object({ type: z.literal('notification') }),
  z.object({ type: z.literal('service-config') }),
  z.object({ type: z.literal('stock'), productId: Id }),
  z.object({ type: z.literal('catalogue') }),
  /** Batches or withheld codes changed otherwise than by a sale. */
  z.object({ type: z.literal('codes') }),
  /** A switch was turned on or off, or what the business says of itself changed. */
  z.object({ type: z.literal('features') }),
  /** Requests and accounts waiting for an administrator, or one's own request moving on. */
  z.object({ type: z.literal('requests') }),
  /** Debts, or the cash of collectors. */
  z.object({ type: z.literal('credit') }),
  /** The session ended or the account changed: read /api/me again. */
  z.object({ type: z.literal('session') }),
  /** Events may have been missed: read everything again. The first event of every stream. */
  z.object({ type: z.literal('refresh') }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

export const live = {
  events: route({
    method: 'GET',
    path: '/api/events',
    summary: 'Flux d’événements (server-sent events)',
    access: 'signed-in',
    cashier: true,
    produces: 'text/event-stream',
    response: LiveEvent,
  }),
} as const;
