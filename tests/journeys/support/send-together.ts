import type { Page } from '@playwright/test';

/** Holds the matching call of each screen until all of them have sent theirs: they reach the server together. */
export async function sendTogether(screens: readonly Page[], call: string | RegExp): Promise<void> {
  let sent = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const screen of screens) {
    await screen.route(call, async (route) => {
      sent += 1;
      if (sent >= screens.length) release();
      await all;
      await route.continue();
    });
  }
}
