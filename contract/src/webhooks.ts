import * as z from 'zod';
import { Id, listOf, page, pathId, Timestamp } from './fields.ts';
import { WebhookChange, WebhookEvent, WebhookInput } from './forms.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

const feature = 'reseller-api';

/** An address of a reseller's own program that gets events. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  enabled: z.boolean(),
  /** Why nothing is sent: its receiver failed for three days, answered 410, or its owner turned it off. */
  offReason: z.enum(['failed', 'gone', 'owner']).nullable(),
  offAt: Timestamp.nullable(),
  /** Events that wait to be sent. */
  waiting: z.int(),
  createdAt: Timestamp,
});
export type Webhook = z.output<typeof Webhook>;

/** One event, and whether it has arrived. */
export const WebhookDelivery = z.object({
  id: Id,
  /** An event, or the test of its owner. */
  type: z.string(),
  /** What it is about: events of one object arrive in their order. */
  object: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** Of the last attempt. */
  error: z.string().nullable(),
  createdAt: Timestamp,
  nextAttemptAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const own = z.object({ id: pathId('WEBHOOK_NOT_FOUND') });

export const webhooks = {
  create: route({
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Créer un webhook ; la réponse est seule à montrer le secret de ses signatures',
    access: 'reseller',
    feature,
    secret: true,
    body: WebhookInput,
    response: z.object({ id: Id, secret: z.string() }),
    errors: ['WEBHOOK_URL_INVALID', 'WEBHOOK_EVENTS_REQUIRED', 'TOO_MANY_WEBHOOKS'],
  }),
  list: route({
    method: 'GET',
    path: '/api/webhooks',
    summary: 'Ses webhooks',
    access: 'reseller',
    feature,
    query: z.object(page(pages.webhooks)),
    response: listOf(Webhook),
  }),
  change: route({
    method: 'PATCH',
    path: '/api/webhooks/:id',
    summary: 'Changer l’adresse ou les événements d’un webhook, l’arrêter ou le relancer',
    access: 'reseller',
    long: true,
    feature,
    params: own,
    body: WebhookChange,
    response: Webhook,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_URL_INVALID', 'WEBHOOK_EVENTS_REQUIRED', 'TOO_MANY_CALLS'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/webhooks/:id',
    summary: 'Supprimer un webhook, avec ses envois',
    access: 'reseller',
    feature,
    params: own,
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    summary: 'Les envois d’un webhook, le dernier d’abord',
    access: 'reseller',
    feature,
    params: own,
    query: z.object(page(pages.webhookDeliveries)),
    response: listOf(WebhookDelivery),
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  retry: route({
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:deliveryId/retry',
    summary: 'Envoyer un événement à nouveau, sous le même identifiant',
    access: 'reseller',
    feature,
    params: own.extend({ deliveryId: pathId('DELIVERY_NOT_FOUND') }),
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_OFF', 'TOO_MANY_CALLS'],
  }),
  test: route({
    method: 'POST',
    path: '/api/webhooks/:id/test',
    summary: 'Envoyer un événement d’essai',
    access: 'reseller',
    feature,
    params: own,
    response: z.object({ deliveryId: Id }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_OFF', 'TOO_MANY_WEBHOOK_TESTS'],
  }),
} as const;
