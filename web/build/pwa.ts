import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { shell } from '../../locale/src/fr/screens/shell.ts';
import { lastKnownCache, lastKnownSeconds } from '../src/lib/last-known-names.ts';
import { receivePushes } from '../src/worker/receive-pushes.ts';

/** What a shop wants to look at while the network is lost: its balance, the catalogue, its operations. Never a code. */
const lastKnown = /\/api\/(session|products|operations|free-fire\/(service|offers))(\?.*)?$/;

/** The page of a tab that has to reach a new version while this worker has not given way to the next (src/app/reload.ts). */
const askedOfNetwork = /[?&]almas-version=/;

/**
 * Keeps of an account what the screens show without a network (first name, company, balance), and nothing by which
 * its owner could be reached. The answer of a browser without a session is not kept: it would be written after the screens have forgotten
 * the account. Runs in the service worker, by itself: its text is copied.
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
    return new Response(JSON.stringify(body), { status: 200, headers: response.headers });
  },
};

/**
 * Marks a repeated answer with the moment it was given; one whose moment is not known is not repeated. Runs in the
 * service worker, by itself: its text is copied.
 */
const sayWhen = {
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response | undefined }) => {
    const given = cachedResponse?.headers.get('date');
    if (!cachedResponse || !given) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set('x-almas-last-known', given);
    return new Response(await cachedResponse.blob(), { status: cachedResponse.status, headers });
  },
};

interface KeptRead {
  readonly request: Request;
  readonly cacheName: string;
  /** One for each read, as Workbox hands it on. */
  readonly state?: { began?: number };
}

/**
 * An answer is written down after its page has it. When the account was forgotten in between (src/lib/last-known.ts), it is taken back.
 * Runs in the service worker, by itself: its text is copied.
 */
export const takeBackForgotten = {
  requestWillFetch: async ({ request, state }: Pick<KeptRead, 'request' | 'state'>) => {
    if (state) state.began = Date.now();
    return request;
  },
  cacheDidUpdate: async ({ request, cacheName, state }: KeptRead) => {
    const moment = await caches.match('/', { cacheName: 'almas-forgotten' });
    if (moment && (state?.began ?? 0) < Number(await moment.text()))
      await (await caches.open(cacheName)).delete(request);
  },
};

const pushes = `(${receivePushes})();\n`;
const pushFile = 'push-worker.js';

/** The part of the worker that receives pushes, a file of its own beside it. */
export const pushWorker = (): Plugin => ({
  name: 'almas:push-worker',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: pushFile, source: pushes });
  },
});

/**
 * The installed application keeps its shell, and the last answers to a few reads, until its user signs out
 * (src/lib/last-known.ts). The server is always asked first.
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
      // What the browser shows beside its question (`npm run screenshots -- --install`).
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
      globPatterns: ['**/*.{js,css,html,svg}'],
      globIgnores: [pushFile],
      // Its content in its address: a changed one is a changed worker.
      importScripts: [`/${pushFile}?${createHash('sha256').update(pushes).digest('hex').slice(0, 12)}`],
      manifestTransforms: [
        async (entries) => ({ manifest: entries.filter(({ url }) => !isAdminOnly(url)), warnings: [] }),
      ],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [
        askedOfNetwork,
        /^\/api\//,
        /^\/healthz/,
        /^\/readyz/,
        /^\/metrics/,
        /^\/assets\//,
      ],
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          urlPattern: askedOfNetwork,
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/index.html' } },
        },
        {
          urlPattern: lastKnown,
          handler: 'NetworkFirst',
          options: {
            cacheName: lastKnownCache,
            // Before the application itself gives up (src/lib/api.ts).
            networkTimeoutSeconds: 15,
            expiration: { maxEntries: 40, maxAgeSeconds: lastKnownSeconds },
            plugins: [withoutContacts, sayWhen, takeBackForgotten],
          },
        },
        {
          // What the first load leaves out: the screens of administrators. Hashed names never change their content.
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
