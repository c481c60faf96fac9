import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { shell } from '../../locale/src/fr/screens/shell.ts';

const inlined = /<script src="(\/build\/[\w-]+\.js)"><\/script>/;

/**
 * Fills `%name%` in index.html: even the page around the application has its French in locale/. Writes the script that
 * runs before the first paint into it: a request less (server/src/http/web-files.ts names its hash).
 */
export function pageTexts(): Plugin {
  let root = '';
  return {
    name: 'almas:page-texts',
    configResolved: (config) => {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('%description%', shell.description)
          .replace('%noScript%', shell.noScript)
          .replace(inlined, (_element, file: string) => {
            const source = readFileSync(join(root, file), 'utf8');
            return `<script>${minifySync(file, source).code.trim()}</script>`;
          }),
    },
  };
}
