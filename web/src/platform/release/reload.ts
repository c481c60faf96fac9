import { hasOpenWork } from '../network/open-work.ts';
import { keepDrafts } from '../session/unsaved.ts';
import { onMissingAgain } from './load-part.ts';

/** The version of this page (web/build/build-version.ts); null in development. */
export const runningVersion: string | null =
  (!import.meta.env.SSR && document.querySelector<HTMLMetaElement>('meta[name="almas-version"]')?.content) ||
  null;

/** The version that the server serves; null when it cannot be reached. */
export async function servedVersion(): Promise<string | null> {
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}version.json`, { cache: 'no-store' });
    const { version } = (await response.json()) as { version?: unknown };
    return response.ok && typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/** True while the application reloads the page: drafts are stored, and no question about unsaved changes is shown. */
let reloading = false;
export const isReloading = () => reloading;

/** Reloads the page, unless a call is open or a draft cannot be stored. @returns whether it does */
export function reloadPage(): boolean {
  if (reloading) return true;
  if (hasOpenWork() || !keepDrafts()) return false;
  reloading = true;
  location.reload();
  return true;
}

const reloadedFor = 'almas.reloaded-for';

/** True once for each version: when files are still missing after a reload, the page is not reloaded again. */
function firstReloadFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFor) === version) return false;
    sessionStorage.setItem(reloadedFor, version);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reloads the page when code is missing because the server has another version. With the same version the part shows the error and a
 * button to try again; since most browsers remember a failed import and do not request it again, a second failure also reloads.
 * Without a network nothing is reloaded.
 */
export function recoverMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void recover(false));
  onMissingAgain(() => void recover(true));
}

async function recover(again: boolean): Promise<void> {
  const served = await servedVersion();
  if (served === null || hasOpenWork()) return;
  const isDue = served === runningVersion ? again : firstReloadFor(served);
  if (isDue) reloadPage();
}
