import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { shell } from '../../locale/src/fr/screens/shell.ts';
import { lastKnownCache, lastKnownSeconds } from '../src/lib/last-known-names.ts';
import { receivePushes } from '../src/worker/receive-pushes.ts';

/** The reads that the worker caches for the time without a network: balance, catalogue, operations. Never a code. */
const lastKnown = /\/api\/(session|products|operations|free-fire\/(service|offers))(\?.*)?$/;

/** A navigation that must load a new version while this worker is still active (src/app/reload.ts). */
const networkOnly = /[?&]almas-version=/;

/**
 * Removes from a cached account everything but the fields that the screens show without a network (first name, company, balance). The
 * response of a browser without a session is not cached: it would be written after the sign-out has deleted the account. A cached
 * response is dated by the clock of the device, which may be a month wrong, because Workbox and the screens compute its age with the same
 * clock; a header of its own tells when the server sent it. Runs in the service worker, into which its text is copied: it must not use
 * anything outside itself.
 */
export const withoutContacts = {
  cacheWillUpdate: async ({ response }: { response: Response }) => {
    if (response.status !== 200) return null;
    const left = ['email', 'phone', 'address', 'city', 'postalCode', 'lastName', 'displayName'];
    left.push('userName', 'userEmail', 'adminName', 'deactivationReason');
    const body: { user?: unknown } = JSON.parse(await response.text(), (name, value) =>
      left.includes(name) && typeof value === 'string' ? '' : value,
    );
    if (body.user === null) return null;
    const headers = new Headers(response.headers);
    headers.set('x-almas-last-known', headers.get('date') ?? '');
    headers.set('date', new Date().toUTCString());
    return new Response(JSON.stringify(body), { status: 200, headers });
  },
};

/**
 * Uses a cached response only when it is known when the server sent it, and how old it is: not when the clock of the device was further
 * ahead when it was cached. Runs in the service worker, into which its text is copied: it must not use anything outside itself.
 */
const onlyOfKnownAge = {
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response | undefined }) => {
    const headers = cachedResponse?.headers;
    const ahead = Date.parse(headers?.get('date') ?? '') - Date.now();
    return headers?.get('x-almas-last-known') && ahead < 7 * 86_400_000 ? cachedResponse : null;
  },
};

interface KeptRead {
  readonly request: Request;
  readonly cacheName: string;
  /** State of one read, passed on by Workbox. */
  readonly state?: { began?: number };
}

/**
 * A response is cached after the page has received it. When the account has signed out in between (src/lib/last-known.ts), it is
 * deleted again. Runs in the service worker, into which its text is copied: it must not use anything outside itself.
 */
export const deleteAfterSignOut = {
  requestWillFetch: async ({ request, state }: Pick<KeptRead, 'request' | 'state'>) => {
    if (state) state.began = Date.now();
    return request;
  },
  cacheDidUpdate: async ({ request, cacheName, state }: KeptRead) => {
    const moment = await caches.match('/', { cacheName: 'almas-forgotten' });
    const forgotten = Number(await moment?.text());
    // One in the future was noted by a clock that was ahead and has been set since.
    if ((state?.began ?? 0) < forgotten && forgotten <= Date.now())
      await (await caches.open(cacheName)).delete(request);
  },
};

const pushes = `(${receivePushes})();\n`;
const pushFile = 'push-worker.js';

/** Builds the part of the worker that receives pushes as a file of its own. */
export const pushWorker = (): Plugin => ({
  name: 'almas:push-worker',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: pushFile, source: pushes });
  },
});

/**
 * The service worker: it caches the application's files, and the last responses to a few reads until the user signs out
 * (src/lib/last-known.ts). The network is always tried first.
 */
export const pwa = (isAdminOnly: (file: string) => boolean) =>
  VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    includeAssets: ['favicon.svg'],
    manifest: {
      name: 'Almas',
      short_name: 'Almas',
      description: shell.description,
      lang: 'fr',
      id: '/',
      start_url: '/',
      display: 'standalone',
      background_color: '#f7f5f0',
      theme_color: '#07382b',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
      // Shown by the browser in its installation prompt (`npm run screenshots -- --install`).
      screenshots: [
        {
          src: '/install-phone.png',
          sizes: '390x844',
          type: 'image/png',
          form_factor: 'narrow',
          label: shell.description,
        },
        {
          src: '/install-desk.png',
          sizes: '1280x800',
          type: 'image/png',
          form_factor: 'wide',
          label: shell.description,
        },
      ],
    },
    workbox: {
      // The first page gets its worker without a reload (src/app/keep-last-known.ts).
      clientsClaim: true,
      globPatterns: ['**/*.{js,css,html,svg}'],
      globIgnores: [pushFile],
      // The content is part of the address: a changed file changes the worker.
      importScripts: [`/${pushFile}?${createHash('sha256').update(pushes).digest('hex').slice(0, 12)}`],
      manifestTransforms: [
        async (entries) => ({ manifest: entries.filter(({ url }) => !isAdminOnly(url)), warnings: [] }),
      ],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [
        networkOnly,
        /^\/api\//,
        /^\/healthz/,
        /^\/readyz/,
        /^\/metrics/,
        /^\/assets\//,
      ],
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          urlPattern: networkOnly,
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/index.html' } },
        },
        {
          urlPattern: lastKnown,
          handler: 'NetworkFirst',
          options: {
            cacheName: lastKnownCache,
            // Shorter than the application's own timeout (src/lib/api.ts).
            networkTimeoutSeconds: 15,
            expiration: { maxEntries: 40, maxAgeSeconds: lastKnownSeconds },
            plugins: [withoutContacts, onlyOfKnownAge, deleteAfterSignOut],
          },
        },
        {
          // Files that are not precached: the screens of administrators. Files with hashed names never change.
          urlPattern: /\/assets\//,
          handler: 'CacheFirst',
          options: {
            cacheName: 'almas-screens',
            cacheableResponse: { statuses: [200] },
            expiration: { maxEntries: 300, maxAgeSeconds: 30 * 86_400 },
          },
        },
      ],
    },
  });
