import type { RouterHistory } from '@tanstack/react-router';
import { deviceAge } from '../../lib/server-clock.ts';
import { currentToasts } from '../../lib/toast-store.ts';
import { hasOpenWork } from '../network/open-work.ts';
import { queryClient } from '../network/queries.ts';
import { deleteExpiredResponses } from '../offline/expired-responses.ts';
import { hasUnsavedForm, keepDrafts } from '../session/unsaved.ts';
import { runningVersion, servedVersion } from './reload.ts';

const minute = 60_000;

/** Interval of the checks while the page is visible; it is also checked when it becomes visible and when the network returns. */
const checkEvery = 15 * minute;
const checkAtMostEvery = minute;

/** Whether a page that is loaded now has a newer version. */
let isNewer = false;
/** Of undefined when the browser has no worker: registering one can fail without an error. */
let registered: Promise<ServiceWorkerRegistration | undefined> = Promise.resolve(undefined);
let lastCheck = Date.now();

/**
 * Asks for a newer version. A page with a worker gets it from the worker of that version, which takes over when it has been installed;
 * one without gets it from the server.
 */
async function check(): Promise<void> {
  lastCheck = Date.now();
  // A check before the registration is there would ask the server, and the page would wait for a worker that was not asked for.
  const workers = await registered;
  if (workers) await workers.update().catch(() => undefined);
  else {
    const served = await servedVersion();
    isNewer = served !== null && served !== runningVersion;
  }
}

function checkAfter(milliseconds: number): void {
  if (document.visibilityState === 'visible' && deviceAge(lastCheck) >= milliseconds) void check();
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
    if (hasOpenWork() || queryClient.isFetching() > 0) quarter = -1;
  }
}

/** Lets the worker of a newer version take over; the files of this page's version stay on the server (build/former-assets.ts). */
async function activateWaitingWorker(registration: ServiceWorkerRegistration): Promise<void> {
  await untilNetworkIsQuiet();
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

function watchWorkers(registration: ServiceWorkerRegistration | undefined): void {
  if (!registration) return;
  const watchInstalling = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) void activateWaitingWorker(registration);
    });
  };
  registration.addEventListener('updatefound', watchInstalling);
  watchInstalling();
  if (registration.waiting) void activateWaitingWorker(registration);
}

/** Whether a newer version can be taken: nothing that the user does or has to read ends with the page. */
const isDue = () =>
  isNewer && navigator.onLine && !hasOpenWork() && !hasUnsavedForm() && currentToasts().length === 0;

/**
 * Takes a newer version at a change of page: the browser loads the next page instead of the application. A reload after the change would
 * take back what is pressed on the page meanwhile.
 */
function loadNextPage(history: RouterHistory): void {
  history.block({
    blockerFn: ({ action, currentLocation, nextLocation }) => {
      const isNextPage = action === 'PUSH' && currentLocation.pathname !== nextLocation.pathname;
      if (!isNextPage || !isDue() || !keepDrafts()) return false;
      location.assign(nextLocation.href);
      return true;
    },
    enableBeforeUnload: false,
  });
}

/**
 * Registers the worker, deletes expired cached responses, and watches for new versions with or without a worker. Not in development.
 * Call it after the page is loaded.
 */
export function followVersions(history: RouterHistory): void {
  if (!import.meta.env.PROD) return;
  loadNextPage(history);
  document.addEventListener('visibilitychange', () => checkAfter(checkAtMostEvery));
  window.addEventListener('online', () => checkAfter(checkAtMostEvery));
  setInterval(() => checkAfter(checkEvery), minute);
  deleteExpiredResponses().catch(() => undefined);
  const worker = navigator.serviceWorker;
  // The first worker of a browser is no new version.
  let isFirst = !worker?.controller;
  worker?.addEventListener('controllerchange', () => {
    isNewer = !isFirst;
    isFirst = false;
  });
  // Without a worker everything works over the network.
  if (worker)
    registered = worker.register(`${import.meta.env.BASE_URL}sw.js`, { scope: '/' }).catch(() => undefined);
  void registered.then(watchWorkers);
}
