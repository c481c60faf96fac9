import type { Plugin } from 'vite';
import type { BuildLanguage } from './language.ts';

const icon = (size: number) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

const manifest = ({ language, direction, shell }: BuildLanguage) => ({
  name: 'Almas',
  short_name: 'Almas',
  description: shell.description,
  lang: language,
  ...(direction === 'rtl' && { dir: direction }),
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f5f0',
  theme_color: '#07382b',
  icons: [
    icon(192),
    icon(512),
    { ...icon(512), purpose: 'maskable' },
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
});

/** Writes the manifest that browsers install the application from, with its texts from locale/. */
export const webManifest = (language: BuildLanguage): Plugin => ({
  name: 'almas:web-manifest',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'link',
      attrs: { rel: 'manifest', href: `${language.base}manifest.webmanifest` },
      injectTo: 'head',
    },
  ],
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'manifest.webmanifest',
      source: JSON.stringify(manifest(language)),
    });
  },
});
