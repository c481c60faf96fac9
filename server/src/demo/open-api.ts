import { demoApi } from '@almas/locale/demo';
import { presentedKey } from '../authorization/api-key.ts';
import type { Actor, Origin } from '../authorization/identity.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { createOrder } from '../modules/reseller-api/create-order.ts';
import { createKey } from '../modules/reseller-api/keys.ts';
import { changeWebhook, createWebhook } from '../modules/webhooks/change-webhooks.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

/** A reseller whose own site has a key, a test key, some orders and a webhook, which is off: nothing is sent from a demonstration. */
export async function openApi(
  services: Services,
  admin: Actor,
  origin: Origin,
  reseller: Actor,
  offers: readonly { readonly offerId: string }[],
): Promise<void> {
  const feature = { params: { name: 'reseller-api' }, body: { enabled: true } };
  await execute(services, changeFeature, callBy(admin, origin, feature));
  const make = (name: string, test: boolean) =>
    execute(
      services,
      createKey,
      callBy(reseller, origin, {
        body: { name, scopes: ['catalogue', 'balance', 'orders'], networks: [], test },
      }),
    );
  await make(demoApi.testKey, true);
  const { response: made } = await make(demoApi.key, false);
  const key = presentedKey(`Bearer ${made.key}`, origin.ip);
  const call = callBy(reseller, origin, {});
  for (const [at, { offerId }] of offers.slice(0, 3).entries()) {
    const body = {
      reference: `${demoApi.reference}${1001 + at}`,
      offerId,
      quantity: 1,
      maxUnitPrice: 1_000_000,
    };
    const identity = { ...call.identity, key: key ?? null };
    await execute(services, createOrder, { ...call, identity, body });
  }
  const webhook = { url: demoApi.url, events: ['order.completed', 'price.changed'] as const };
  const { response } = await execute(
    services,
    createWebhook,
    callBy(reseller, origin, { body: { ...webhook, events: [...webhook.events] } }),
  );
  await execute(
    services,
    changeWebhook,
    callBy(reseller, origin, { params: { id: response.id }, body: { enabled: false } }),
  );
}
