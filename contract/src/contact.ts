import { ContactMessage } from './forms.ts';
import { route } from './route.ts';

/** Extension `contact-delivery`: without it these calls answer NOT_FOUND (AMB-29, AMB-87). */
export const contact = {
  send: route({
    method: 'POST',
    path: '/api/contact',
    summary: 'Écrire aux administrateurs (extension `contact-delivery`)',
    access: 'reseller',
    body: ContactMessage,
    errors: ['NOT_FOUND', 'MESSAGE_REQUIRED', 'TOO_MANY_MESSAGES'],
  }),
} as const;
