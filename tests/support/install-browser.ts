import { findBrowser } from '../../scripts/lib/browser.mjs';

/** Runs before the tests of components, by whatever command: installs the browser where it is missing, or says what to install. */
export default async function setup(): Promise<void> {
  await findBrowser();
}
