import { expect, type Page } from '@playwright/test';

const element = /<script type="application\/json" id="page-data">.*?<\/script>/s;

/** The first view in the HTML of a page. */
const firstView = /<div id="root" aria-busy="true">.*<\/div>(?=\s*<noscript>)/s;

/** Removes the page data and the first view from all pages, so that the screen reads its data and shows what a test responds. */
export async function withoutPageData(page: Page): Promise<void> {
  await page.route(
    (url) => !/^\/(api|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(element, '').replace(firstView, '<div id="root"></div>');
      await route.fulfill({ response, body });
    },
  );
}

/** Holds the live events back, as some proxies do, so that no event causes a refetch, such as one before the test presses « Réessayer ». */
export const withoutLiveEvents = (page: Page) => page.route('**/api/events*', () => {});

/** Opens a page with `open` and waits until it receives live events. */
export async function openLive(page: Page, open: () => Promise<unknown>): Promise<void> {
  const connected = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
  await open();
  await connected;
}

/** The page data in the HTML; undefined without any. */
export function pageDataOf(html: string): string | undefined {
  return element.exec(html)?.[0].replace(/^<script[^>]*>|<\/script>$/g, '');
}

/** Waits until the application has replaced the first view. */
export const hasStarted = (page: Page) => expect(page.locator('#root[aria-busy]')).toHaveCount(0);
