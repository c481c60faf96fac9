import { nextOpening, type ServiceHours, serviceReason } from '@almas/contract/service-hours';
import { expect, type Page } from '@playwright/test';
import type { Caller } from './callers.ts';
import { withoutPageData } from './page-data.ts';

/** Opens the Free Fire service for as long as it can be: whatever hour of the day a journey runs at (AMB-14). */
export const openAllDay = (admin: Caller) =>
  admin.call('PATCH', '/free-fire/service', {
    isActive: true,
    maintenanceMode: false,
    startHour: 0,
    endHour: 23,
    workingDays: [0, 1, 2, 3, 4, 5, 6],
  });

/** Settles what other journeys left waiting: the list of pending requests then holds what a journey puts there. */
export async function settleTopUps(admin: Caller): Promise<void> {
  const { items } = await admin.call('GET', '/free-fire/requests?status=pending&limit=200');
  for (const { id } of items)
    await admin.call('POST', `/free-fire/requests/${id}/refuse`, { note: 'Rangement' });
}

/** A Free Fire request through the API, at the price of the moment. Answers its number. */
export async function askTopUp(buyer: Caller, playerId: string, offer = 'ff_100_10'): Promise<string> {
  const { items } = await buyer.call('GET', '/free-fire/offers');
  const { price } = items.find(({ id }: { id: string }) => id === offer);
  const answer = await buyer.call('POST', '/free-fire/requests', {
    freeFireId: playerId,
    offerId: offer,
    amount: price,
  });
  return answer.requestId;
}

/**
 * Chooses an offer of the Free Fire form with the keyboard. The radio itself is not seen: a press that is forced upon it meets
 * whatever stands there when the form moves.
 */
export async function chooseOffer(page: Page, name = /100 \+ 10 Diamants/): Promise<void> {
  const offer = page.getByRole('radio', { name });
  await offer.press('Space');
  await expect(offer).toBeChecked();
}

/** Each answer of the server says the time that the test has given the page, or one so many hours after it. */
export async function serverAtPageTime(page: Page, hoursAhead = 0): Promise<void> {
  await withoutPageData(page);
  await page.addInitScript((milliseconds) => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date(Date.now() + milliseconds).toUTCString() : get.call(this, name);
    };
  }, hoursAhead * 3_600_000);
}

/** The same, and the server judges the service by that time. */
export async function serviceAtPageTime(page: Page): Promise<void> {
  await serverAtPageTime(page);
  await page.route('**/api/free-fire/service', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const service: ServiceHours = await response.json();
    // A page that is left meanwhile has no time any more, and waits for no answer.
    const now = await page.evaluate(() => Date.now()).catch(() => undefined);
    if (now === undefined) return route.abort();
    const reason = serviceReason(service, now);
    const opening = nextOpening(service, now);
    const judged = {
      reason,
      online: reason === 'online',
      nextOpening: opening === null ? null : new Date(opening).toISOString(),
    };
    await route.fulfill({ response, json: { ...service, ...judged } });
  });
}
