import { common } from '@almas/locale/screens/common';
import { hasOpenWork } from '../lib/open-work.ts';
import { dismissSource, showToast } from '../lib/toast-store.ts';
import { hasUnsavedForm } from '../lib/unsaved.ts';
import { firstReloadFor, reloadIntoNewVersion, runningVersion, servedVersion } from './reload.ts';

const words = common.version;
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
let lastCheck = Date.now();
let lastInput = Date.now();

const isDialogOpen = () => document.querySelector('dialog[open], [role="dialog"]') !== null;
const isQuiet = () => !hasOpenWork() && !hasUnsavedForm() && !isDialogOpen();

function offer(message?: string): void {
  const action = { label: common.refresh, run: apply };
  showToast({ kind: 'info', title: words.available, message, source, survivesNavigation: true, action });
}

function apply(): void {
  if (hasUnsavedForm()) offer(words.unsaved);
  else if (hasOpenWork()) offer(words.openCall);
  else void reloadIntoNewVersion();
}

async function applyByItself(): Promise<void> {
  const served = await servedVersion();
  if (served === null || served === runningVersion || !isQuiet()) return;
  if (firstReloadFor(served)) await reloadIntoNewVersion();
}

/** Asks the server for its version. A worker that is on its way is waited for: a reload would show the old one. */
async function check(): Promise<void> {
  lastCheck = Date.now();
  const served = await servedVersion();
  if (served === null) return;
  if (served === runningVersion) return forget();
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) await updateWorker(registration);
  announce(served);
}

/** An update under way may be one of a version before: it is over when another one finds nothing new. */
async function updateWorker(registration: ServiceWorkerRegistration): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await registration.update().catch(() => undefined);
    if (!registration.installing) return;
    await settled(registration.installing);
  }
}

const settled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => resolve(), { once: true });
  });

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
  const now = Date.now();
  if (now - lastCheck >= checkEvery) checkSoon();
  const idle = now - lastInput >= quietAfter;
  if (known && now - known.since >= atLatestAfter && idle && isQuiet()) void applyByItself();
}

/** The page changes: the moment at which a reload is least in the way. */
export function reloadAtNavigation(): void {
  if (known && Date.now() - known.since >= byItselfAfter && isQuiet()) void applyByItself();
}

/** A worker that waits since the last visit takes over now: nothing has begun yet. */
async function watchWorker(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  // A browser may refuse a worker without an error.
  if (!registration) return;
  registration.addEventListener('updatefound', () => {
    // The first worker of this browser brings nothing new.
    if (registration.active) void check();
  });
  if (registration.waiting) await applyByItself();
}

/** Registers the worker, and notices new versions with or without one. Never in development. */
export function followVersions(): void {
  if (!import.meta.env.PROD) return;
  for (const type of ['pointerdown', 'keydown']) {
    window.addEventListener(type, () => {
      lastInput = Date.now();
    });
  }
  document.addEventListener('visibilitychange', checkSoon);
  window.addEventListener('online', checkSoon);
  setInterval(everyMinute, minute);
  window.addEventListener('load', () => {
    // Without it everything still works over the network.
    navigator.serviceWorker?.register('/sw.js').then(watchWorker, () => undefined);
  });
}
