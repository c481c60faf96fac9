import * as z from 'zod';
import { route } from './route.ts';

/** The address that a browser's push service gave this device. */
const endpoint = z
  .string({ error: 'SUBSCRIPTION_INVALID' })
  .min(10)
  .max(1_000)
  // Printable ASCII, as browsers write addresses. A backslash is an escape where PostgreSQL reads text as bytes.
  .regex(/^[!-[\]-~]+$/, { error: 'SUBSCRIPTION_INVALID' });
const key = (length: number) =>
  z
    .string({ error: 'SUBSCRIPTION_INVALID' })
    .max(length)
    .regex(/^[\w-]+={0,2}$/, { error: 'SUBSCRIPTION_INVALID' });

/** Notifications of a device while the application is closed (Web Push). */
export const push = {
  key: route({
    method: 'GET',
    path: '/api/push/key',
    summary: 'Clé publique avec laquelle un appareil s’abonne aux notifications',
    access: 'active',
    response: z.object({ publicKey: z.string() }),
  }),
  check: route({
    method: 'POST',
    path: '/api/push/subscriptions/check',
    summary: 'Cet appareil est-il abonné pour cette session ?',
    access: 'active',
    readOnly: true,
    body: z.object({ endpoint }),
    response: z.object({ known: z.boolean() }),
    errors: ['SUBSCRIPTION_INVALID'],
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/push/subscriptions',
    summary: 'Abonner cet appareil, ou renouveler son abonnement',
    access: 'active',
    body: z.object({
      endpoint,
      keys: z.object({ p256dh: key(100), auth: key(40) }),
      /** The subscription of this device that the new one takes over from. */
      replaces: endpoint.optional(),
    }),
    errors: ['SUBSCRIPTION_INVALID', 'TOO_MANY_SUBSCRIPTIONS'],
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/push/subscriptions/remove',
    summary: 'Désabonner cet appareil',
    access: 'signed-in',
    body: z.object({ endpoint }),
    errors: ['SUBSCRIPTION_INVALID'],
  }),
} as const;
