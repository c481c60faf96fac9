import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { addressOf, firstCalls } from '../../contract/src/first-calls.ts';
import { contract } from '../../contract/src/index.ts';
import { shell } from '../../locale/src/fr/screens/shell.ts';

/** The addresses that a reseller's screen reads first, by its path; a reseller's home is /dashboard. */
function firstAddresses(): Readonly<Record<string, readonly string[]>> {
  const screens = Object.entries(firstCalls).map(
    ([path, calls]) => [path, calls.map((call) => addressOf(call, contract))] as const,
  );
  const addresses = Object.fromEntries(screens);
  return { '/': addresses['/dashboard'] ?? [], ...addresses };
}

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
          .replace(inlined, (_element, file: string) => {
            const source = readFileSync(join(root, file), 'utf8').replace(
              'FIRST_ADDRESSES',
              JSON.stringify(firstAddresses()),
            );
            return `<script>${minifySync(file, source).code.trim()}</script>`;
          }),
    },
  };
}
