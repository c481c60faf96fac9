import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ofAdministrators } from './chunks.ts';

/**
 * Finds the files that only administrators' screens need: the worker does not cache them at its installation, and `admin-files.json`
 * lists them for an administrator's browser (src/app/admin-screens.ts).
 */
export function adminFiles(): Plugin & { readonly isAdminOnly: (file: string) => boolean } {
  let root = '';
  let files = new Set<string>();
  return {
    name: 'almas:admin-files',
    apply: 'build',
    enforce: 'post',
    isAdminOnly: (file) => files.has(file),
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const isAdmins = ({ moduleIds }: Rolldown.OutputChunk) =>
        moduleIds.some((id) => ofAdministrators.test(relative(root, id)));
      const needed = filesWithout(bundle, isAdmins);
      const loaded = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      files = new Set(loaded.filter((name) => !needed.has(name)));
      this.emitFile({ type: 'asset', fileName: 'admin-files.json', source: JSON.stringify([...files]) });
    },
  };
}

/** Every file that the application can load without the chunks that are left out. */
function filesWithout(bundle: Rolldown.OutputBundle, isLeftOut: (chunk: Rolldown.OutputChunk) => boolean) {
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk.fileName) || isLeftOut(chunk)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name];
      if (next?.type === 'chunk') visit(next);
    }
  };
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) visit(file);
  return found;
}
