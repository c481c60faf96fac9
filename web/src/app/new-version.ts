import { common } from '@almas/locale/screens/common';
import { newVersion as words } from '@almas/locale/screens/new-version';
import { deleteExpiredResponses } from '../lib/expired-responses.ts';
import { hasOpenWork } from '../lib/open-work.ts';
import { queryClient } from '../lib/queries.ts';
import { deviceAge } from '../lib/server-clock.ts';
import { dismissSource, showToast } from '../lib/toast-store.ts';
import { hasUnsavedForm } from '../lib/unsaved.ts';
import { hasUserActed, isUserActive } from '../lib/user-activity.ts';
import { firstReloadFor, reloadIntoNewVersion, runningVersion, servedVersion } from './reload.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Interval of the checks while the page is visible; it is also checked when it becomes visible and when the network returns. */
const checkEvery = 15 * minute;
const checkAtMostEvery = minute;
/** After this time the next navigation reloads the page into the new version. */
const reloadOnNavigationAfter = 4 * hour;
/** After this time the page is reloaded when its user is idle: no tab runs a version for longer than 24 hours. */
const reloadWhenIdleAfter = 23 * hour;
const quietAfter = minute;

const source = 'new-version';
/** The newer version, if the tab knows of one. */
let newer: { readonly version: string; readonly since: number } | null = null;
/** Undefined when the browser has no worker: registering one can fail without an error. */
let workers: ServiceWorkerRegistration | undefined;
let lastCheck = Date.now();

const isDialogOpen = () => document.querySelector('dialog[open], [role="dialog"]') !== null;
const isQuiet = () => !hasOpenWork() && !hasUnsavedForm() && !isDialogOpen();

function offer(message?: string): void {
  const action = { label: common.refresh, run: apply };
  showToast({ kind: 'info', title: words.available, message, source, survivesNavigation: true, action });
}

function apply(): void {
  if (hasUnsavedForm()) offer(words.unsaved);
  else if (hasOpenWork()) offer(words.openCall);
  else reloadIntoNewVersion();
}

/**
 * Reloads into the newer version when it has been known for so many milliseconds. May be called often: after the reload no newer
 * version is known.
 */
async function applyAfter(milliseconds: number): Promise<void> {
  if (!newer || deviceAge(newer.since) < milliseconds) return;
  const served = await servedVersion();
  if (served !== null && served !== runningVersion && isQuiet()) reloadIntoNewVersion();
}

/**
 * Reads the server's version. A page that a worker of a former version has just served is reloaded immediately, unless it has been
 * used: browsers may report the worker many seconds later.
 */
async function check(isStart = false): Promise<void> {
  lastCheck = Date.now();
  const served = await servedVersion();
  if (served === null) return;
  if (served !== runningVersion) {
    const isDue = isStart && !hasUserActed() && isQuiet() && firstReloadFor(served);
    return isDue ? reloadIntoNewVersion() : announce(served);
  }
  clearNotice();
  await replaceFormerWorker();
}

/** Quarters of a second without an open request after which the network counts as quiet. */
const quietQuarters = 8;

/**
 * Waits for a quiet network: a worker that is replaced while it responds stays for minutes, and the requests sent to it meanwhile wait
 * as long.
 */
async function untilNetworkIsQuiet(): Promise<void> {
  for (let quarter = 0; quarter < quietQuarters; quarter += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (hasOpenWork() || queryClient.isFetching() > 0) quarter = 0;
  }
}

/** Replaces the worker of a former version. The page was loaded past it (reload.ts). */
async function replaceFormerWorker(): Promise<void> {
  const installing = workers?.installing;
  if (installing) await new Promise((done) => installing.addEventListener('statechange', done));
  await untilNetworkIsQuiet();
  workers?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Shows the notice of a new version, once for each version. */
function announce(version: string): void {
  if (newer?.version === version) return;
  newer = { version, since: newer?.since ?? Date.now() };
  offer();
}

/** Removes the notice: the server has the version of this tab again. */
function clearNotice(): void {
  newer = null;
  dismissSource(source);
}

function checkSoon(): void {
  if (document.visibilityState === 'visible' && deviceAge(lastCheck) >= checkAtMostEvery) void check();
}

function everyMinute(): void {
  if (deviceAge(lastCheck) >= checkEvery) checkSoon();
  if (!isUserActive(quietAfter)) void applyAfter(reloadWhenIdleAfter);
}

/** Called at a navigation, when a reload disturbs least. */
export const reloadAtNavigation = (): void => void applyAfter(reloadOnNavigationAfter);

function watchWorkers(registration: ServiceWorkerRegistration | undefined): void {
  workers = registration;
  // The first worker of a browser is no new version.
  workers?.addEventListener('updatefound', () => workers?.active && void check());
  if (navigator.serviceWorker.controller) void check(true);
}

/**
 * Registers the worker, deletes expired cached responses, and watches for new versions with or without a worker. Not in development.
 * Call it after the page is loaded.
 */
export function followVersions(): void {
  if (!import.meta.env.PROD) return;
  document.addEventListener('visibilitychange', checkSoon);
  window.addEventListener('online', checkSoon);
  setInterval(everyMinute, minute);
  deleteExpiredResponses().catch(() => undefined);
  // Without a worker everything works over the network.
  navigator.serviceWorker?.register('/sw.js').then(watchWorkers, () => undefined);
}
