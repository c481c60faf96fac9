import * as z from 'zod';
import { route } from './route.ts';

/** What this deployment has turned on (AMB-87). */
export const configuration = {
  get: route({
    method: 'GET',
    path: '/api/configuration',
    summary: 'Extensions actives de cette installation',
    access: 'public',
    response: z.object({
      extensions: z.array(z.enum(['contact-delivery', 'offer-status', 'settings-sync'])),
    }),
  }),
} as const;
