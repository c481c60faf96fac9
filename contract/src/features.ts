import * as z from 'zod';
import { Timestamp } from './fields.ts';
import { route } from './route.ts';

/** Every switch: a working version of what the specification describes as not working, or a capability beyond it. Off by default. */
export const featureNames = [
  'contact-delivery',
  'offer-status',
  'self-service-security',
  'settings-sync',
  'announcements',
  'credit',
  'claims',
  'admin-scopes',
  'reseller-api',
  'suppliers',
  'cashiers',
  'arabic',
] as const;
export const FeatureName = z.enum(featureNames);
export type FeatureName = z.output<typeof FeatureName>;

/** A switch as an administrator sees it. */
export const Feature = z.object({
  name: FeatureName,
  enabled: z.boolean(),
  /** Turned on by EXTENSIONS of the environment: it cannot be turned off here. */
  forced: z.boolean(),
  /** The administrator who changed it last; null: it was never changed. */
  changedBy: z.string().nullable(),
  changedAt: Timestamp.nullable(),
});
export type Feature = z.output<typeof Feature>;

/** The switches of the owner (AMB-87). */
export const features = {
  list: route({
    method: 'GET',
    path: '/api/features',
    summary: 'Fonctions activées ; pour un administrateur, toutes les fonctions avec leur état',
    access: 'signed-in',
    cashier: true,
    response: z.object({
      /** The names that are on. */
      enabled: z.array(FeatureName),
      /** For an administrator only: all of them, in a fixed order. */
      features: z.array(Feature).optional(),
    }),
  }),
  change: route({
    method: 'PATCH',
    path: '/api/features/:name',
    summary: 'Activer ou désactiver une fonction',
    access: 'admin',
    scope: 'owner',
    params: z.object({ name: z.string().max(100) }),
    body: z.object({ enabled: z.boolean() }),
    response: Feature,
    errors: ['NOT_FOUND', 'FEATURE_FORCED'],
  }),
} as const;
