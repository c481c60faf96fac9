import { common } from '@almas/locale/screens/common';
import { newVersion as words } from '@almas/locale/screens/new-version';
import { forgetOldAnswers } from '../lib/old-answers.ts';
import { hasOpenWork } from '../lib/open-work.ts';
import { queryClient } from '../lib/queries.ts';
import { dismissSource, showToast } from '../lib/toast-store.ts';
import { hasUnsavedForm } from '../lib/unsaved.ts';
import { hasUserActed, isUserActive } from '../lib/user-activity.ts';
import { firstReloadFor, reloadIntoNewVersion, runningVersion, servedVersion } from './reload.ts';

const minute = 60_000;
const hour = 60 * minute;

/** While the page is visible; also when it becomes visible and when the network comes back. */
const checkEvery = 15 * minute;
const checkAtMostEvery = minute;
/** From then on a change of page is used for the new version. */
const byItselfAfter = 4 * hour;
/** From then on any quiet moment is: no tab runs a version for longer than 24 hours. */
const atLatestAfter = 23 * hour;
const quietAfter = minute;

const source = 'new-version';
/** The newer version that this tab knows of. */
let known: { readonly version: string; readonly since: number } | null = null;
/** A browser may refuse a worker, without an error too. */
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

/** As often as it takes: after a reload hours go by before the next one. */
async function applyAfter(milliseconds: number): Promise<void> {
  if (!known || Date.now() - known.since < milliseconds) return;
  const served = await servedVersion();
  if (served !== null && served !== runningVersion && isQuiet()) reloadIntoNewVersion();
}

/**
 * Asks the server for its version. A page that has just come, from a former version's worker, is reloaded at once, unless it is
 * used already: browsers may tell of the worker many seconds later.
 */
async function check(isStart = false): Promise<void> {
  lastCheck = Date.now();
  const served = await servedVersion();
  if (served === null) return;
  if (served !== runningVersion) {
    const isDue = isStart && !hasUserActed() && isQuiet() && firstReloadFor(served);
    return isDue ? reloadIntoNewVersion() : announce(served);
  }
  forget();
  await replaceFormerWorker();
}

/** The network counts as quiet after so many quarters of a second without an open request. */
const quietQuarters = 8;

/** A worker that is replaced while it answers stays for minutes, and requests that it gets meanwhile wait for that. */
async function untilNetworkIsQuiet(): Promise<void> {
  for (let quarter = 0; quarter < quietQuarters; quarter += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (hasOpenWork() || queryClient.isFetching() > 0) quarter = 0;
  }
}

/** This page was fetched past the worker of a former version (reload.ts): the worker of its own version replaces it now. */
async function replaceFormerWorker(): Promise<void> {
  const installing = workers?.installing;
  if (installing) await new Promise((done) => installing.addEventListener('statechange', done));
  await untilNetworkIsQuiet();
  workers?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Each version is offered once; a notice that was closed stays closed. */
function announce(version: string): void {
  if (known?.version === version) return;
  known = { version, since: known?.since ?? Date.now() };
  offer();
}

/** The server is back at the version of this tab. */
function forget(): void {
  known = null;
  dismissSource(source);
}

function checkSoon(): void {
  if (document.visibilityState === 'visible' && Date.now() - lastCheck >= checkAtMostEvery) void check();
}

function everyMinute(): void {
  if (Date.now() - lastCheck >= checkEvery) checkSoon();
  if (!isUserActive(quietAfter)) void applyAfter(atLatestAfter);
}

/** The page changes: the moment at which a reload is least in the way. */
export const reloadAtNavigation = (): void => void applyAfter(byItselfAfter);

function watchWorkers(registration: ServiceWorkerRegistration | undefined): void {
  workers = registration;
  // The first worker of this browser brings nothing new.
  workers?.addEventListener('updatefound', () => workers?.active && void check());
  if (navigator.serviceWorker.controller) void check(true);
}

/** Registers the worker, drops what one has kept for too long, and notices new versions with or without one. Never in development. To be called once the page is loaded. */
export function followVersions(): void {
  if (!import.meta.env.PROD) return;
  document.addEventListener('visibilitychange', checkSoon);
  window.addEventListener('online', checkSoon);
  setInterval(everyMinute, minute);
  forgetOldAnswers().catch(() => undefined);
  // Without it everything still works over the network.
  navigator.serviceWorker?.register('/sw.js').then(watchWorkers, () => undefined);
}
