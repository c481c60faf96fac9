import { onMissingAgain } from '../lib/load-part.ts';
import { hasOpenWork } from '../lib/open-work.ts';
import { keepDrafts } from '../lib/unsaved.ts';

/** The version of this page (web/build/build-version.ts); null in development. */
export const runningVersion: string | null =
  document.querySelector<HTMLMetaElement>('meta[name="almas-version"]')?.content ?? null;

/** The version that the server serves; null when it cannot be reached. */
export async function servedVersion(): Promise<string | null> {
  try {
    const answer = await fetch('/version.json', { cache: 'no-store' });
    const { version } = (await answer.json()) as { version?: unknown };
    return answer.ok && typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/** The page is being reloaded by the application: what is typed has been kept, and nothing asks about it. */
let reloading = false;
export const isReloading = () => reloading;

/** Every worker asks the network for a page of this address (build/pwa.ts), which takes the mark out of it (build/before-start.js). */
function addressPastWorker(): URL {
  const address = new URL(location.href);
  // Never the address that it has already: that would be no navigation.
  address.searchParams.set('almas-version', `${Date.now()}`);
  return address;
}

/**
 * Reloads the page into the version that the server serves, unless a call is open or something typed may not be kept. The
 * worker of the former version is passed over, and replaced by the page that comes (new-version.ts): browsers keep one that
 * is answering for minutes, and hold up all that it is asked.
 */
export function reloadIntoNewVersion(): void {
  if (reloading || hasOpenWork() || !keepDrafts()) return;
  reloading = true;
  if (navigator.serviceWorker?.controller) location.replace(addressPastWorker());
  else location.reload();
}

const reloadedFor = 'almas.reloaded-for';

/** Once for each version: a version that still lacks its files after a reload is not reloaded again. */
export function firstReloadFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFor) === version) return false;
    sessionStorage.setItem(reloadedFor, version);
    return true;
  } catch {
    return false;
  }
}

/**
 * Code that is missing because the server has another version by now comes with a reload. With the same version the part
 * says so itself and can be tried again; most browsers remember that the file could not be loaded and do not ask for it
 * again, so a second try that fails is answered with a reload too. Without a network a reload helps nothing.
 */
export function recoverMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void recover(false));
  onMissingAgain(() => void recover(true));
}

async function recover(again: boolean): Promise<void> {
  const served = await servedVersion();
  if (served === null || hasOpenWork()) return;
  const isDue = served === runningVersion ? again : firstReloadFor(served);
  if (isDue) reloadIntoNewVersion();
}
