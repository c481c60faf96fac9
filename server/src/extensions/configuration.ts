import { configuration } from '@almas/contract/configuration';
import { extensions } from '../config.ts';
import type { ServedGroup } from '../http/serve.ts';
import { sendsPasswordResets } from '../modules/accounts/password-reset.ts';
import { serveRoutes } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import { isOn } from './extensions.ts';

/** Serves the configuration that the web client needs: which features it may offer. */
export const configurationRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, configuration, {
    get: async () => ({
      extensions: extensions.filter((extension) => isOn(services.config, extension)),
      passwordReset: sendsPasswordResets(services.config),
      confirmAmountAbove: services.config.confirmAmountAbove,
      contact: { phone: services.config.contactPhone ?? null, email: services.config.contactEmail ?? null },
    }),
  });
