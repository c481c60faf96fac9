import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { apiRoutes } from './api-routes.ts';
import type { BuildLanguage } from './language.ts';

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
 * Builds `first-view/dist/first-view.js`: the screens that the server renders in one language (src/first-view.tsx). Same root as the
 * application, so that both get the same class names.
 */
export const firstViewConfig = ({ base, folder, alias }: BuildLanguage): UserConfig => ({
  root,
  base,
  publicDir: false,
  resolve: { alias },
  plugins: [react(), apiRoutes(), withoutLazyParts],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/first-view.tsx',
    target: 'node24',
    outDir: `${folder}first-view/dist`,
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
