import type { Locator, Page } from '@playwright/test';

/** The section of a page with a heading of this name. */
export const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
