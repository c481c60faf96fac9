import type { Almas } from '../../support/browser.ts';
import type { Caller } from './callers.ts';
import { sql } from './sql.ts';

/** No Free Fire request in the journey's database: the lists then hold what a journey puts there. */
export async function forgetTopUps(almas: Almas): Promise<void> {
  await sql(almas, 'DELETE FROM free_fire_history');
  await sql(almas, 'DELETE FROM free_fire_requests');
}

/**
 * A Free Fire request through the API at any hour: the closing hour ends at 23, and journeys also run after it.
 * Answers the request's number.
 */
export async function askTopUp(
  almas: Almas,
  buyer: Caller,
  playerId: string,
  offer = 'ff_100_10',
): Promise<string> {
  const { items } = await buyer.call('GET', '/free-fire/offers');
  const { price } = items.find(({ id }: { id: string }) => id === offer);
  await sql(almas, 'ALTER TABLE service_config DROP CONSTRAINT IF EXISTS service_config_end_hour_check');
  await sql(almas, 'UPDATE service_config SET end_hour = 24');
  const { requestId } = await buyer.call('POST', '/free-fire/requests', {
    freeFireId: playerId,
    offerId: offer,
    amount: price,
  });
  await sql(almas, 'UPDATE service_config SET end_hour = 23');
  return requestId;
}
