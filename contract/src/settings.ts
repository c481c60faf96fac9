import * as z from 'zod';
import { route } from './route.ts';

const toggle = (on: boolean) => z.boolean().default(on);

/** Preferences of one account with the defaults of the specification; what is not sent takes its default. */
export const Settings = z.object({
  emailNotifications: toggle(true),
  pushNotifications: toggle(true),
  smsNotifications: toggle(false),
  marketingEmails: toggle(false),
  twoFactorAuth: toggle(false),
  loginAlerts: toggle(true),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['fr']).default('fr'),
  currency: z.enum(['DZD']).default('DZD'),
  profileVisibility: z.enum(['private', 'public']).default('private'),
  dataSharing: toggle(false),
});
export type Settings = z.output<typeof Settings>;

const feature = 'settings-sync';

/** Without the switch settings stay in the browser (AMB-72, AMB-87). */
export const settings = {
  get: route({
    method: 'GET',
    path: '/api/settings',
    summary: 'Ses préférences (extension `settings-sync`)',
    access: 'reseller',
    feature,
    response: Settings.extend({
      isSaved: z.boolean().describe('false tant que rien n’est enregistré : ce sont les valeurs par défaut'),
    }),
  }),
  save: route({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Enregistrer ses préférences (extension `settings-sync`)',
    access: 'reseller',
    feature,
    body: z.object({ settings: Settings }),
    response: Settings,
  }),
} as const;
