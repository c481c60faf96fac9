import { configuration } from '@almas/contract/configuration';
import type { ServedGroup } from '../http/serve.ts';
import { sendsPasswordResets } from '../modules/accounts/password-reset.ts';
import { serveRoutes } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

/** Serves the configuration that the web client needs: which features it may offer. */
export const configurationRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, configuration, {
    get: async () => ({
      extensions: [...(await services.features.enabled())],
      passwordReset: await sendsPasswordResets(services),
      confirmAmountAbove: services.config.confirmAmountAbove,
      contact: { phone: services.config.contactPhone ?? null, email: services.config.contactEmail ?? null },
    }),
  });
