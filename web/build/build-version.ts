import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/** Derives the version from the hashed names of all files: the same sources give the same version. */
const versionOf = (bundle: Rolldown.OutputBundle): string =>
  createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16);

/**
 * Writes the version of the build into the page, so that a tab knows its version, and into `version.json`, so that a tab learns the
 * server's (src/platform/release/new-version.ts).
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

/** Only files with a content hash in their name. */
const withoutPages = (bundle: Rolldown.OutputBundle | undefined): Rolldown.OutputBundle =>
  Object.fromEntries(Object.entries(bundle ?? {}).filter(([name]) => name.startsWith('assets/')));
