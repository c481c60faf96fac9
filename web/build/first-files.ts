import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The layout of all screens of signed-in users. */
const frame = 'src/app/frame.tsx';
/** A line of the route table: a path, and the file that shows it. */
const route = /page\('([^']+)', \(\) => import\('\.\.\/(routes\/[^']+)'\)/g;
/** Shown instead of a page (server/src/http/shown-screen.ts). */
const inPlaceOfPages = ['waiting', 'forbidden', 'not-found'];
const withoutFrame = ['/', '/login', '/register', 'not-found'];

/**
 * Writes `first-files.json`: the files of each screen, by its path in the route table, those of the page itself first. The server sends
 * them as a Link header, which saves the browser two round trips.
 */
export function firstFiles(): Plugin {
  let root = '';
  return {
    name: 'almas:first-files',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      // A screen may share its chunk with other parts (vite.config.ts).
      const chunkOf = (source: string) => {
        const found = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, source)));
        if (!found) throw new Error(`${source} is in no chunk`);
        return found;
      };
      const entry = chunks.filter(({ isEntry }) => isEntry);
      const table = readFileSync(join(root, 'src/app/routes.tsx'), 'utf8');
      const screens = [
        ...[...table.matchAll(route)].map(([, path = '', file = '']) => [path, `src/${file}`] as const),
        ...inPlaceOfPages.map((name) => [name, `src/routes/${name}.tsx`] as const),
      ].map(([path, source]) => {
        const inside = withoutFrame.includes(path) ? [] : [chunkOf(frame)];
        return [path, needed([...entry, ...inside, chunkOf(source)], bundle)] as const;
      });
      this.emitFile({
        type: 'asset',
        fileName: 'first-files.json',
        source: JSON.stringify(Object.fromEntries(screens)),
      });
    },
  };
}

/** Scripts and styles that must be loaded before the chunks run. */
function needed(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') add(next);
    }
  };
  for (const chunk of chunks) add(chunk);
  return [...files];
}
