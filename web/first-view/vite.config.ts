import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { apiRoutes } from '../build/api-routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Dialogs and further screens are never part of a first view: their code stays out. */
const withoutLazyParts: Plugin = {
  name: 'almas:without-lazy-parts',
  resolveDynamicImport: (specifier) => ({ id: String(specifier), external: true }),
};

/**
 * `first-view/dist/first-view.js`: the screens that the server renders (src/first-view.tsx), with all that they need.
 * Built from the same root as the application, so that the names of its styles are the same.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [react(), apiRoutes(), withoutLazyParts],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/first-view.tsx',
    target: 'node20',
    outDir: 'first-view/dist',
    emptyOutDir: true,
  },
  ssr: { noExternal: true },
});
