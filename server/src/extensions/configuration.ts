import { configuration } from '@almas/contract/configuration';
import { extensions } from '../config.ts';
import { type ServedGroup, serveGroup } from '../http/serve.ts';
import { sendsPasswordResets } from '../modules/accounts/password-reset.ts';
import type { Services } from '../services.ts';
import { isOn } from './extensions.ts';

/** Tells the web client what it may offer. */
export const configurationRoutes = ({ config }: Services): ServedGroup =>
  serveGroup(configuration, {
    get: async () => ({
      extensions: extensions.filter((extension) => isOn(config, extension)),
      passwordReset: sendsPasswordResets(config),
      confirmAmountAbove: config.confirmAmountAbove,
      contact: { phone: config.contactPhone ?? null, email: config.contactEmail ?? null },
    }),
  });
