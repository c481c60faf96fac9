import type { Page } from '@playwright/test';

/** The browser's own message for an API response with 4xx or 503, which the product handles. */
const refusal = /^Failed to load resource: the server responded with a status of (4\d\d|503)/;
/** Most journeys run without the service worker: installing it makes each new page load the whole product. */
const withoutOfflineShell = 'Service Worker registration blocked by Playwright';
const ownSchemes = /^(data|blob|about):/;

/**
 * Records what must not occur on a page: errors and warnings of the console (also violations of the content security policy), uncaught
 * errors, and requests to another host.
 */
export function watchPage(
  page: Page,
  baseURL: string,
  allowed: readonly RegExp[],
  complaints: string[],
): void {
  const complain = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(`${page.url()}: ${text}`);
  };
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (message.text() === withoutOfflineShell) return;
    const fromApi = message.location().url.startsWith(`${baseURL}/api/`);
    if (fromApi && refusal.test(message.text())) return;
    complain(`console ${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!ownSchemes.test(url) && new URL(url).origin !== baseURL) complain(`request to another host: ${url}`);
  });
  page.on('dialog', (dialog) => {
    complain(`browser dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}
