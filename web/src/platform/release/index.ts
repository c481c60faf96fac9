/*
 * Release: the code that this browser runs, and how it gets newer code.
 *
 * - A page, panel or dialog is loaded when it is needed (`partLoader`) or when the screen is idle (`useIdle`), and can be tried
 *   again when its code could not be loaded.
 * - A new version is taken at a change of page, never while a form, a message or a call that changes something is open
 *   (new-version.ts). The files of the former version stay on the server, so an open page goes on working.
 * - When code is missing because the server has another version, the page is reloaded once, and drafts are kept (`recoverMissingCode`).
 * - The browser's offer to install the application waits until a screen makes it (`promptInstall`).
 *
 * - The page of another language comes with a worker of its own, which takes the place of this one (load-language.ts).
 *
 * Loaded after the first screen: new-version.ts, which also registers the worker; load-language.ts.
 */
export { canInstall, keepInstallPrompt, promptInstall } from './install-prompt.ts';
export { type PartCode, partLoader, watchStyles } from './load-part.ts';
export { isReloading, recoverMissingCode } from './reload.ts';
export { useIdle } from './use-idle.ts';
