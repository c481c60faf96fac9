import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes } from './build/api-routes.ts';
import { pageTexts } from './build/page-texts.ts';
import { precompress } from './build/precompress.ts';
import { pwa } from './build/pwa.ts';

/** What every screen needs, kept apart so that a new version of a screen does not make it load again. */
const foundation = /node_modules\/(react|react-dom|scheduler|@tanstack)\//;

export default defineConfig({
  plugins: [react(), apiRoutes(), pageTexts(), pwa(), precompress()],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'foundation', test: foundation }] } },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: true } },
  },
});
