import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server reads its migrations beside its own module, in the sources as in the bundle. */
const migrations: Plugin = {
  name: 'migrations',
  closeBundle() {
    cpSync(here('src/database/migrations'), here('dist/migrations'), { recursive: true });
  },
};

export default defineConfig({
  plugins: [migrations],
  build: { ssr: 'src/main.ts', target: 'node20', outDir: 'dist', minify: false, sourcemap: true },
  // The workspace packages are TypeScript sources; everything else is loaded from node_modules.
  ssr: { noExternal: [/^@almas\//] },
});
