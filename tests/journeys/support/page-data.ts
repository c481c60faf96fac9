import type { Page } from '@playwright/test';

const element = /<script type="application\/json" id="page-data">.*?<\/script>/s;

/** Pages come without the data of their screen from now on: the screen asks, and shows what a test answers. */
export async function withoutPageData(page: Page): Promise<void> {
  await page.route(
    (url) => !/^\/(api|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(element, '') });
    },
  );
}

/** What the data of a page holds; undefined without any. */
export function pageDataOf(html: string): string | undefined {
  return element.exec(html)?.[0].replace(/^<script[^>]*>|<\/script>$/g, '');
}
