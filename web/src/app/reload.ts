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

const workerTimeout = 10_000;

/** Lets the worker that waits take over. */
function activate(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, workerTimeout);
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'activated') return;
      clearTimeout(timer);
      resolve();
    });
    worker.postMessage({ type: 'SKIP_WAITING' });
  });
}

/**
 * Reloads the page into the version that the server serves, unless a call is open or something typed may not be kept.
 * False: it stays as it is.
 */
export async function reloadIntoNewVersion(): Promise<boolean> {
  if (reloading || hasOpenWork() || !keepDrafts()) return false;
  reloading = true;
  const worker = (await navigator.serviceWorker?.getRegistration())?.waiting;
  if (worker) await activate(worker);
  // Both may have changed meanwhile.
  if (hasOpenWork() || !keepDrafts()) {
    reloading = false;
    return false;
  }
  location.reload();
  return true;
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
 * Code that is missing because the server has another version by now comes with a reload. Without a network, or with
 * the same version on the server, a reload helps nothing: the part says so itself and can be tried again.
 */
export function recoverMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void recover());
}

async function recover(): Promise<void> {
  const served = await servedVersion();
  if (served === null || served === runningVersion || hasOpenWork()) return;
  if (firstReloadFor(served)) await reloadIntoNewVersion();
}
