import { expect, type Page } from '@playwright/test';

const element = /<script type="application\/json" id="page-data">.*?<\/script>/s;

/** What the server has rendered of the screen. */
const firstView = /<div id="root" aria-busy="true">.*<\/div>(?=\s*<noscript>)/s;

/** Pages come without the data of their screen, and without its first view, from now on: the screen asks, and shows what a test answers. */
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

/** A page that hears of nothing, such as one behind a proxy that holds its live events back: no news has anything read again. */
export const withoutLiveEvents = (page: Page) => page.route('**/api/events*', () => {});

/** A list comes so many rows at a time; `until`: what a page of it is held back for. */
export const inShortPages = (
  page: Page,
  path: string,
  limit: number,
  until: (url: string) => Promise<void> | undefined = () => undefined,
) =>
  page.route(`**${path}?**`, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', String(limit));
    await until(url.href);
    // One that the page has given up by then is not waited for any more.
    await route.continue({ url: url.href }).catch(() => undefined);
  });

/** What the data of a page holds; undefined without any. */
export function pageDataOf(html: string): string | undefined {
  return element.exec(html)?.[0].replace(/^<script[^>]*>|<\/script>$/g, '');
}

/** The application has taken the place of the server's first view. */
export const hasStarted = (page: Page) => expect(page.locator('#root[aria-busy]')).toHaveCount(0);
