import * as z from 'zod';
import { Id, listOf, page, requiredText, Timestamp } from './fields.ts';
import { notificationData } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/**
 * Written types first, then those that only a display knows (ENT-08, ENT-09), then what an administrator is notified of beside
 * recharge requests (AMB-08).
 */
export const NotificationType = z.enum([
  'balance_credited',
  'balance_debited',
  'recharge_request',
  'recharge_approved',
  'recharge_rejected',
  'code_purchased',
  'transaction_completed',
  'promotion',
  'account_update',
  'account_registered',
  'free_fire_request',
  // With the switch `credit`: a debt is due or late, a payment of it was received, or was recorded by mistake.
  'debt_due',
  'debt_paid',
  'debt_payment_taken_back',
  // With the switch `claims`: to administrators a claim, to its buyer a replacement or a refusal.
  'code_claim',
  'claim_decided',
  // With the switch `reseller-api`: a webhook is off, because its receiver failed.
  'webhook_off',
]);

export const Notification = z.object({
  id: Id,
  userId: Id,
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  read: z.boolean(),
  readAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Notification = z.output<typeof Notification>;

export const notifications = {
  list: route({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Ses notifications ; un revendeur ne voit que les mouvements de son solde',
    access: 'signed-in',
    query: z.object({ unread: z.stringbool().default(false), ...page(pages.notifications) }),
    response: listOf(Notification).extend({ unread: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/notifications',
    summary: 'Créer une notification pour soi ; pour n’importe qui quand on est administrateur',
    access: 'active',
    scope: 'accounts',
    body: z.object({
      userId: requiredText('NOTIFICATION_INCOMPLETE'),
      type: z.enum(NotificationType.options, { error: 'NOTIFICATION_INCOMPLETE' }),
      title: requiredText('NOTIFICATION_INCOMPLETE', 200),
      message: requiredText('NOTIFICATION_INCOMPLETE', 1_000),
      data: z
        .record(z.string().max(100), z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]))
        .refine((data) => Object.keys(data).length <= notificationData.keys)
        .refine((data) => JSON.stringify(data).length <= notificationData.length)
        .refine(({ requestId, userId }) =>
          [requestId, userId].every((id) => String(id).length <= notificationData.idLength),
        )
        .nullish(),
    }),
    response: Notification,
    errors: ['FORBIDDEN', 'NOTIFICATION_INCOMPLETE', 'USER_NOT_FOUND', 'TOO_MANY_NOTIFICATIONS'],
  }),
  read: route({
    method: 'POST',
    path: '/api/notifications/:id/read',
    summary: 'Marquer une notification comme lue',
    access: 'signed-in',
    params: z.object({ id: requiredText('NOTIFICATION_ID_REQUIRED', 100) }),
    response: Notification,
    errors: ['NOTIFICATION_ID_REQUIRED', 'NOTIFICATION_NOT_FOUND'],
  }),
  readAll: route({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: 'Tout marquer comme lu',
    access: 'signed-in',
    response: z.object({ read: z.int() }),
  }),
  test: route({
    method: 'POST',
    path: '/api/notifications/test',
    summary: 'Simuler une notification pour soi ; aucun solde ne bouge',
    access: 'active',
    body: z.object({
      kind: z.enum(['balance', 'system', 'rejection']),
      userId: requiredText('USER_ID_REQUIRED').optional(),
    }),
    response: Notification,
    errors: ['USER_ID_REQUIRED', 'TOO_MANY_NOTIFICATIONS'],
  }),
} as const;
