import type { Browser, CDPSession, Page } from '@playwright/test';

export type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0];

/** A person with these cookies at a screen of this size, nothing cached; gone when `look` has seen what it came for. */
export async function visit<Seen>(
  browser: Browser,
  baseURL: string,
  cookies: Cookies,
  screen: {
    readonly viewport: { width: number; height: number };
    readonly deviceScaleFactor?: number;
    readonly hasTouch?: boolean;
  },
  look: (page: Page, devtools: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({ ...screen, baseURL, locale: 'fr-FR', serviceWorkers: 'block' });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    return await look(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}
