import { ContactMessage } from './forms.ts';
import { route } from './route.ts';

export const contact = {
  send: route({
    method: 'POST',
    path: '/api/contact',
    summary: 'Écrire aux administrateurs (extension `contact-delivery`)',
    access: 'reseller',
    feature: 'contact-delivery',
    body: ContactMessage,
    errors: ['MESSAGE_REQUIRED', 'TOO_MANY_MESSAGES'],
  }),
} as const;
