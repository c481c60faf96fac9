import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import type { BuildLanguage } from './language.ts';

const inlined = /<script src="(\/build\/[\w-]+\.js)"><\/script>/;

/** Replaces `%name%` in index.html by texts of locale/, says the language of the page, and inlines the script that runs before the first paint. */
export function pageTexts({ language, direction, shell }: BuildLanguage): Plugin {
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
          .replace(
            'lang="fr"',
            direction === 'ltr' ? `lang="${language}"` : `lang="${language}" dir="${direction}"`,
          )
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
