import * as z from 'zod';
import { requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { route } from './route.ts';

/** Extension `contact-delivery`: without it these calls answer NOT_FOUND (AMB-29, AMB-87). */
export const contact = {
  send: route({
    method: 'POST',
    path: '/api/contact',
    summary: 'Écrire aux administrateurs (extension `contact-delivery`)',
    access: 'reseller',
    body: z.object({ message: requiredText('MESSAGE_REQUIRED', limits.contactMessageLength) }),
    errors: ['NOT_FOUND', 'MESSAGE_REQUIRED', 'TOO_MANY_MESSAGES'],
  }),
} as const;
