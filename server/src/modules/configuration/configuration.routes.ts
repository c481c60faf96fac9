import { configuration } from '@almas/contract/configuration';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { sendsPasswordResets } from '../accounts/password-reset.ts';
import { readContact } from '../business/contact.ts';

/** Serves the configuration that the web client needs: which features it may offer. */
export const configurationRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, configuration, {
    get: async () => ({
      extensions: [...(await services.features.enabled())],
      passwordReset: await sendsPasswordResets(services),
      confirmAmountAbove: services.config.confirmAmountAbove,
      contact: await shownContact(services),
    }),
  });

async function shownContact({ db, config }: Services) {
  const { phone, hours } = await readContact(db);
  return {
    phone: phone || (config.contactPhone ?? null),
    email: config.contactEmail ?? null,
    hours: hours || null,
  };
}
