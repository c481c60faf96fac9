import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { apiRoutes } from '../build/api-routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The screens with a first view, and what surrounds them. */
const shown = /\/(frame|reseller-area|dashboard|catalog|operations)\.tsx$/;

/** Leaves out the other lazily loaded parts: dialogs and other screens are never part of a first view. */
const withoutLazyParts: Plugin = {
  name: 'almas:without-lazy-parts',
  resolveDynamicImport: (specifier) =>
    shown.test(String(specifier)) ? null : { id: String(specifier), external: true },
};

/**
 * Builds `first-view/dist/first-view.js`: the screens that the server renders (src/first-view.tsx). Same root as the application, so
 * that both get the same class names.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [react(), apiRoutes(), withoutLazyParts],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/first-view.tsx',
    target: 'node24',
    outDir: 'first-view/dist',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
