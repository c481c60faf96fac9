import * as z from 'zod';
import { FeatureName } from './features.ts';
import { Amount } from './fields.ts';
import { route } from './route.ts';

/** What this deployment has turned on (AMB-87), and what its screens must know. */
export const configuration = {
  get: route({
    method: 'GET',
    path: '/api/configuration',
    summary: 'Extensions actives et réglages publics de cette installation',
    access: 'public',
    response: z.object({
      /** The switches that are on (features.ts). */
      extensions: z.array(FeatureName),
      /** A forgotten password can be replaced by e-mail (extension `self-service-security`). */
      passwordReset: z.boolean(),
      confirmAmountAbove: Amount.meta({
        description: 'Au-delà de ce montant en DA, les écrans demandent une confirmation',
      }),
      /** Whom a reseller asks for an activation or a forgotten password; null: not configured. */
      contact: z.object({
        phone: z.string().nullable(),
        email: z.string().nullable(),
        /** When someone answers, in the owner's words. */
        hours: z.string().nullable(),
      }),
    }),
  }),
} as const;
