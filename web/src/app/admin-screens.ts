import { readJson, writeJson } from '../lib/storage.ts';
import { runningVersion } from './reload.ts';

const storageKey = 'almas.admin-screens';
/** After what the first screen needs. */
const delay = 5_000;

/**
 * The worker's first load leaves the administrators' screens out (web/build/admin-files.ts). In the browser of an
 * administrator they are fetched once for each version, and the worker keeps them.
 */
export function keepAdminScreens(): () => void {
  const timer = setTimeout(() => void fetchScreens(), delay);
  return () => clearTimeout(timer);
}

async function fetchScreens(): Promise<void> {
  if (!navigator.serviceWorker?.controller || readJson<string>(storageKey) === runningVersion) return;
  try {
    const answer = await fetch('/admin-files.json', { cache: 'no-store' });
    for (const file of (await answer.json()) as string[]) await (await fetch(`/${file}`)).arrayBuffer();
    writeJson(storageKey, runningVersion);
  } catch {
    // The screens come over the network as they are opened.
  }
}
