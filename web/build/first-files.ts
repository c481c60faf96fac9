import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The layout of all screens of signed-in users. */
const frame = 'src/app/frame.tsx';
const screenFile = /^src\/routes\/(.+?)(?:\/index)?\.tsx$/;
const signedOut = ['login', 'register'];

/**
 * Writes `first-files.json`: the files that a screen needs, by its path. The server tells them with the page: a browser
 * that first has to run the application to hear of them asks two round trips later. Those that are named in the page
 * too come first: a browser has few connections, and nothing runs without them.
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
      const chunkOf = (source: string) =>
        chunks.find(({ moduleIds }) => moduleIds.includes(join(root, source)));
      const entry = chunks.find(({ isEntry }) => isEntry);
      // A screen may share its chunk with what else its way needs (vite.config.ts).
      const screens = chunks.flatMap((chunk) =>
        chunk.moduleIds.flatMap((id) => {
          const [, path] = screenFile.exec(relative(root, id)) ?? [];
          if (path === undefined || path === 'index') return [];
          const parts = [entry, signedOut.includes(path) ? undefined : chunkOf(frame), chunk];
          return [[`/${path}`, needed(parts, bundle)] as const];
        }),
      );
      this.emitFile({
        type: 'asset',
        fileName: 'first-files.json',
        source: JSON.stringify(Object.fromEntries(screens)),
      });
    },
  };
}

/** Scripts and styles that must be there before the chunks run. */
function needed(
  chunks: readonly (Rolldown.OutputChunk | undefined)[],
  bundle: Rolldown.OutputBundle,
): string[] {
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
  for (const chunk of chunks) if (chunk) add(chunk);
  return [...files];
}
