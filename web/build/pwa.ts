import { VitePWA } from 'vite-plugin-pwa';
import { shell } from '../../locale/src/fr/screens/shell.ts';

/**
 * The installed application keeps its shell only: nothing under /api is ever cached, so no code and no balance
 * stays in a browser's storage.
 */
export const pwa = () =>
  VitePWA({
    registerType: 'autoUpdate',
    injectRegister: false,
    includeAssets: ['favicon.svg', 'color-scheme.js'],
    manifest: {
      name: 'Almas',
      short_name: 'Almas',
      description: shell.description,
      lang: 'fr',
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
    },
    workbox: {
      globPatterns: ['**/*.{js,css,html,svg}'],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/api\//, /^\/healthz/, /^\/readyz/, /^\/metrics/, /^\/assets\//],
      cleanupOutdatedCaches: true,
    },
  });
