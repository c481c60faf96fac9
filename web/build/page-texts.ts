import type { Plugin } from 'vite';
import { shell } from '../../locale/src/fr/screens/shell.ts';

/** Fills `%name%` in index.html: even the page around the application has its French in locale/. */
export const pageTexts = (): Plugin => ({
  name: 'almas:page-texts',
  transformIndexHtml: (html) =>
    html.replace('%description%', shell.description).replace('%noScript%', shell.noScript),
});
