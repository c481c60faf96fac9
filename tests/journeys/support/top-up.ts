import { expect, type Page } from '@playwright/test';
import type { Caller } from './callers.ts';

/** Opens the Free Fire service for the longest hours, which have no end on a journey's server (open-all-day.ts). */
export const openAllDay = (admin: Caller) =>
  admin.call('PATCH', '/free-fire/service', {
    isActive: true,
    maintenanceMode: false,
    startHour: 0,
    endHour: 23,
    workingDays: [0, 1, 2, 3, 4, 5, 6],
  });

/** Refuses the pending requests of other tests, so that the list shows only those of the calling test. */
export async function refusePendingTopUps(admin: Caller): Promise<void> {
  const { items } = await admin.call('GET', '/free-fire/requests?status=pending&limit=200');
  for (const { id } of items)
    await admin.call('POST', `/free-fire/requests/${id}/refuse`, { note: 'Rangement' });
}

/** Creates a Free Fire request through the API at the current price. @returns its number */
export async function requestTopUp(buyer: Caller, playerId: string, offer = 'ff_100_10'): Promise<string> {
  const { items } = await buyer.call('GET', '/free-fire/offers');
  const { price } = items.find(({ id }: { id: string }) => id === offer);
  const response = await buyer.call('POST', '/free-fire/requests', {
    freeFireId: playerId,
    offerId: offer,
    amount: price,
  });
  return response.requestId;
}

/**
 * Chooses an offer of the Free Fire form with the keyboard. The radio button is not visible: a forced press would hit whatever is at
 * its position when the form moves.
 */
export async function chooseOffer(page: Page): Promise<void> {
  const offer = page.getByRole('radio', { name: /100 \+ 10 Diamants/ });
  await offer.press('Space');
  await expect(offer).toBeChecked();
}
