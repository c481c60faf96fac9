import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adminFiles } from './build/admin-files.ts';
import { apiRoutes } from './build/api-routes.ts';
import { buildVersion } from './build/build-version.ts';
import { chunks } from './build/chunks.ts';
import { formerAssets } from './build/former-assets.ts';
import { pageTexts } from './build/page-texts.ts';
import { precompress } from './build/precompress.ts';
import { screens } from './build/screens.ts';
import { serviceWorker } from './build/service-worker.ts';
import { webManifest } from './build/web-manifest.ts';

const admin = adminFiles();

export default defineConfig({
  plugins: [
    react(),
    apiRoutes(),
    pageTexts(),
    screens(),
    admin,
    buildVersion(),
    formerAssets(),
    webManifest(),
    serviceWorker(admin.isAdminOnly),
    precompress(),
  ],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    // Browsers without it fetch a screen's files one after the other; the others need no code for it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: chunks(import.meta.dirname),
      },
    },
  },
});
