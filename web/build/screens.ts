import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The layout of all screens of signed-in users. */
const frame = 'src/app/frame.tsx';
/** A page of the route table: the route around it, its path, and the file that shows it. */
const route =
  /getParentRoute: \(\) => (\w+),\s+\.\.\.page\('([^']+)', \(\) => import\('\.\.\/(routes\/[^']+)'\)/g;
/** Who sees the pages inside a route of the table. */
const readersIn: Readonly<Record<string, Screen['readers']>> = {
  root: 'visitors',
  frame: 'accounts',
  reseller: 'resellers',
  admin: 'administrators',
};
/** Screens that are shown instead of a page (server/src/http/shown-screen.ts). */
const inPlaceOfPages = [
  ['not-found', 'visitors'],
  ['waiting', 'accounts'],
  ['forbidden', 'accounts'],
] as const;

/** What the server knows of a screen (server/src/http/shown-screen.ts). */
interface Screen {
  readonly readers: 'visitors' | 'accounts' | 'resellers' | 'administrators';
  readonly files: readonly string[];
}

/**
 * Writes `screens.json`: who sees each screen, and its files, by its path in the route table. The server sends the files as a Link header
 * with the page; a browser that had to run the application first would request them two round trips later. Files that the page itself
 * names come first, because a browser has few connections and nothing runs without them.
 */
export function screens(): Plugin {
  let root = '';
  return {
    name: 'almas:screens',
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
      const screenOf = (readers: Screen['readers'] | undefined, source: string): Screen => {
        if (!readers) throw new Error(`the route around ${source} has no readers`);
        const inside = readers === 'visitors' ? [] : [chunkOf(frame)];
        return { readers, files: needed([...entry, ...inside, chunkOf(source)], bundle) };
      };
      const pages = [...table.matchAll(route)].map(
        ([, around = '', path = '', file = '']) =>
          [path, screenOf(readersIn[around], `src/${file}`)] as const,
      );
      if (pages.length !== table.split('...page(').length - 1)
        throw new Error('a page of the route table is not read');
      const others = inPlaceOfPages.map(
        ([name, readers]) => [name, screenOf(readers, `src/routes/${name}.tsx`)] as const,
      );
      this.emitFile({
        type: 'asset',
        fileName: 'screens.json',
        source: JSON.stringify(Object.fromEntries([...pages, ...others])),
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
