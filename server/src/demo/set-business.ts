import { demoBusiness } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { changeContact } from '../modules/business/contact.ts';
import { changePaymentAccounts } from '../modules/business/payment-accounts.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

/** Sets where resellers pay, and whom they call. */
export async function setBusiness(services: Services, admin: Actor, origin: Origin): Promise<void> {
  const { contact, accounts } = demoBusiness;
  await execute(services, changeContact, callBy(admin, origin, { body: contact }));
  await execute(services, changePaymentAccounts, callBy(admin, origin, { body: { items: [...accounts] } }));
}
