import type { Page } from '@playwright/test';
import { deferred } from '../../support/deferred.ts';

/** Holds the matching call of each page back until every page has sent one, so that they reach the server together. */
export async function sendTogether(pages: readonly Page[], call: string | RegExp): Promise<void> {
  let sent = 0;
  const all = deferred();
  for (const page of pages) {
    await page.route(call, async (route) => {
      sent += 1;
      if (sent >= pages.length) all.resolve();
      await all.promise;
      await route.continue();
    });
  }
}
