import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/** The hashed names of all files say what a build holds: the same sources make the same version. */
const versionOf = (bundle: Rolldown.OutputBundle): string =>
  createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16);

/**
 * Names the build: in the page, so that a tab knows what it runs, and in `version.json`, so that it learns what the
 * server serves (src/app/new-version.ts).
 */
export const buildVersion = (): Plugin => ({
  name: 'almas:build-version',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => [
      {
        tag: 'meta',
        attrs: { name: 'almas-version', content: versionOf(withoutPages(bundle)) },
        injectTo: 'head',
      },
    ],
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const version = versionOf(withoutPages(bundle));
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) });
    },
  },
});

/** Only what the hash of its name describes. */
const withoutPages = (bundle: Rolldown.OutputBundle | undefined): Rolldown.OutputBundle =>
  Object.fromEntries(Object.entries(bundle ?? {}).filter(([name]) => name.startsWith('assets/')));
