import { business } from '@almas/contract/business';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { changeContact, readContact } from './contact.ts';
import { changePaymentAccounts, readPaymentAccounts } from './payment-accounts.ts';
import { changeRefusalReasons, readRefusalReasons } from './refusal-reasons.ts';

/** What the owner sets about the business. */
export const businessRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, business, {
    contact: async () => ({
      ...(await readContact(services.db)),
      defaultPhone: services.config.contactPhone ?? null,
    }),
    changeContact,
    paymentAccounts: async () => ({ items: await readPaymentAccounts(services.db) }),
    changePaymentAccounts,
    refusalReasons: async () => readRefusalReasons(services.db),
    changeRefusalReasons,
  });
