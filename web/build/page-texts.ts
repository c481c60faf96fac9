import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { shell } from '../../locale/src/fr/screens/shell.ts';

const inlined = /<script src="(\/build\/[\w-]+\.js)"><\/script>/;

/** Replaces `%name%` in index.html by texts of locale/, and inlines the script that runs before the first paint. */
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
          .replace(
            inlined,
            (_element, file: string) =>
              `<script>${minifySync(file, readFileSync(join(root, file), 'utf8')).code.trim()}</script>`,
          ),
    },
  };
}
