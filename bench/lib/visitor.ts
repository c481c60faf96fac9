import type { Browser, CDPSession, Page } from '@playwright/test';

export type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0];

/** Opens a page with these cookies, this screen size and an empty cache, and closes it after `measure`. */
export async function visit<Seen>(
  browser: Browser,
  baseURL: string,
  cookies: Cookies,
  screen: {
    readonly viewport: { width: number; height: number };
    readonly deviceScaleFactor?: number;
    readonly hasTouch?: boolean;
  },
  measure: (page: Page, devtools: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({ ...screen, baseURL, locale: 'fr-FR', serviceWorkers: 'block' });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    return await measure(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/** The page of a phone on which the service worker controls the application; its context stays open. */
export async function installedPhone(browser: Browser, baseURL: string, cookies: Cookies): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    baseURL,
    locale: 'fr-FR',
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}
