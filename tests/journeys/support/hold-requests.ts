import type { Page, Request } from '@playwright/test';
import { deferred } from '../../support/deferred.ts';

const all = (): boolean => true;

/** Holds back the page's requests to `url` for which `when` is true. @returns a function that sends them on and lets later ones pass */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  when: (request: Request) => boolean = all,
): Promise<() => void> {
  const released = deferred();
  await page.route(url, async (route) => {
    if (when(route.request())) await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** Lets the page's requests to `url` reach the server and holds back its responses. @returns a function that delivers them */
export async function holdResponses(page: Page, url: string | RegExp): Promise<() => void> {
  const released = deferred();
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
  });
  return released.resolve;
}
