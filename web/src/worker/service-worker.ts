import { CacheFirst, ExpirationPlugin, NetworkFirst, type PrecacheEntry, Serwist } from 'serwist';
import { lastKnownCache, lastKnownSeconds } from '../platform/offline/last-known-names.ts';
import {
  deleteAfterSignOut,
  isLastKnownRead,
  onlyOfKnownAge,
  withoutContacts,
} from './last-known-responses.ts';
import { receivePushes } from './receive-pushes.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The files that are cached when the worker is installed (build/service-worker.ts). */
  readonly almasFiles: PrecacheEntry[];
};

const ofLastKnown = [
  new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: lastKnownSeconds }),
  withoutContacts,
  onlyOfKnownAge,
  deleteAfterSignOut,
];
const lastKnown = (networkTimeoutSeconds: number) =>
  new NetworkFirst({ cacheName: lastKnownCache, networkTimeoutSeconds, plugins: ofLastKnown });

const serwist = new Serwist({
  precacheEntries: self.almasFiles,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: `${import.meta.env.BASE_URL}index.html`,
    navigateFallbackDenylist: [/^\/(api|assets|ar|healthz|readyz|metrics)(\/|$)/],
  },
  // The first page gets its worker without a reload (navigation/keep-last-known.ts).
  clientsClaim: true,
  runtimeCaching: [
    {
      // A read for an empty screen does not wait for a network that takes requests and never answers (network/queries.ts).
      matcher: ({ sameOrigin, url, request }) =>
        sameOrigin && isLastKnownRead(url) && request.cache === 'default',
      handler: lastKnown(2),
    },
    {
      // Shorter than the application's own timeout (network/api.ts).
      matcher: ({ sameOrigin, url }) => sameOrigin && isLastKnownRead(url),
      handler: lastKnown(15),
    },
    {
      // Files that are not precached: the screens of administrators. Files with hashed names never change.
      matcher: ({ sameOrigin, url }) =>
        sameOrigin && url.pathname.startsWith(`${import.meta.env.BASE_URL}assets/`),
      handler: new CacheFirst({
        cacheName: 'almas-screens',
        plugins: [new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 30 * 86_400 })],
      }),
    },
  ],
});

/** Earlier versions used Workbox, whose files and dates no worker would delete any more. */
async function deleteWorkboxFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)));
  indexedDB.deleteDatabase('workbox-expiration');
}

self.addEventListener('install', serwist.handleInstall);
self.addEventListener('activate', (event) => {
  // Every version has its files in the same cache, and deletes those of the others. One that takes over while a newer one is being
  // installed leaves that to the newer one, whose files it does not know.
  const { installing, waiting } = self.registration;
  if (!installing && !waiting) serwist.handleActivate(event);
});
self.addEventListener('fetch', serwist.handleFetch);
receivePushes();
self.addEventListener('activate', (event) => event.waitUntil(deleteWorkboxFiles()));
