import { readJson, writeJson } from '../lib/storage.ts';
import { runningVersion } from './reload.ts';

const storageKey = 'almas.admin-screens';
/** Delay in milliseconds, so that the first screen's files load first. */
const delay = 5_000;

/**
 * Loads the administrators' screens, which the worker does not precache (web/build/admin-files.ts), once for each version in the
 * browser of an administrator; the worker then caches them.
 */
export function keepAdminScreens(): () => void {
  const timer = setTimeout(() => void fetchScreens(), delay);
  return () => clearTimeout(timer);
}

async function fetchScreens(): Promise<void> {
  if (!navigator.serviceWorker?.controller || readJson<string>(storageKey) === runningVersion) return;
  try {
    const response = await fetch('/admin-files.json', { cache: 'no-store' });
    for (const file of (await response.json()) as string[]) await (await fetch(`/${file}`)).arrayBuffer();
    writeJson(storageKey, runningVersion);
  } catch {
    // Without this the screens are loaded when they are opened.
  }
}
