import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** What the worker caches when it is installed: the application, its icons and its manifest. */
const cachedAtInstall = /\.(js|css|html|svg|webmanifest)$|^icon-[\w-]+\.png$/;
/** A name with a content hash needs no revision. */
const hashed = /^assets\//;

/** Builds the service worker with the list of the application's files: a changed file makes a new worker. */
export function serviceWorker(isAdminOnly: (file: string) => boolean): Plugin {
  let root = '';
  let folder = '';
  let base = '';
  let hasFailed = false;
  return {
    name: 'almas:service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      base = config.base;
      folder = join(config.root, config.build.outDir);
    },
    buildEnd: (error) => {
      hasFailed = error !== undefined;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (hasFailed) return;
        const code = await workerCode(join(root, 'src/worker/service-worker.ts'), base);
        const files = await readdir(folder, { recursive: true });
        const cached = files.filter((file) => cachedAtInstall.test(file) && !isAdminOnly(file)).sort();
        const entries = await Promise.all(
          cached.map(async (url) => ({
            url,
            revision: hashed.test(url) ? null : await revisionOf(join(folder, url)),
          })),
        );
        await writeFile(join(folder, 'sw.js'), `self.almasFiles=${JSON.stringify(entries)};\n${code}`);
      },
    },
  };
}

const revisionOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16);

async function workerCode(entry: string, base: string): Promise<string> {
  const result = await build({
    configFile: false,
    base,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  if (!('output' in result)) throw new Error('the service worker was not built');
  return result.output[0].code;
}
