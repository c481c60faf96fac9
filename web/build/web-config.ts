import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { adminFiles } from './admin-files.ts';
import { apiRoutes } from './api-routes.ts';
import { buildVersion } from './build-version.ts';
import { chunks } from './chunks.ts';
import { formerAssets } from './former-assets.ts';
import type { BuildLanguage } from './language.ts';
import { pageTexts } from './page-texts.ts';
import { precompress } from './precompress.ts';
import { screens } from './screens.ts';
import { serviceWorker } from './service-worker.ts';
import { webManifest } from './web-manifest.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The build of the application in one language (docs/decisions/0030). */
export function webConfig(language: BuildLanguage): UserConfig {
  const admin = adminFiles();
  return {
    root,
    base: language.base,
    resolve: { alias: language.alias },
    plugins: [
      react(),
      apiRoutes(),
      pageTexts(language),
      screens(),
      admin,
      buildVersion(),
      formerAssets(),
      webManifest(language),
      serviceWorker(admin.isAdminOnly),
      precompress(),
    ],
    build: {
      outDir: `${language.folder}dist`,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      manifest: true,
      // Browsers without it fetch a screen's files one after the other; the others need no code for it.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: chunks(root.replace(/\/$/, '')),
        },
      },
    },
  };
}
