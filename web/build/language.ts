import { fileURLToPath } from 'node:url';
import type { Language } from '../../contract/src/languages.ts';
import { shell as inArabic } from '../../locale/src/ar/screens/shell.ts';
import { shell as inFrench } from '../../locale/src/fr/screens/shell.ts';

/** What a build of the application in one language differs in from the others. */
export interface BuildLanguage {
  readonly language: Language;
  /** Where its files are served. The addresses of the pages are the same in every language. */
  readonly base: '/' | '/ar/';
  /** Its folder in web/. */
  readonly folder: '' | 'ar/';
  /** Replaces the French texts by its own. */
  readonly alias: { readonly find: RegExp; readonly replacement: string }[];
  readonly direction: 'ltr' | 'rtl';
  readonly shell: Record<'description' | 'noScript', string>;
}

const french: BuildLanguage = {
  language: 'fr',
  base: '/',
  folder: '',
  alias: [],
  direction: 'ltr',
  shell: inFrench,
};
const arabic: BuildLanguage = {
  language: 'ar',
  base: '/ar/',
  folder: 'ar/',
  alias: [
    {
      find: /^@almas\/locale\/(.+)$/,
      replacement: fileURLToPath(new URL('../../locale/src/ar/$1.ts', import.meta.url)),
    },
  ],
  direction: 'rtl',
  shell: inArabic,
};

export const buildLanguages = { fr: french, ar: arabic } as const;
