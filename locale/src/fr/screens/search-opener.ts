/** The field in the top bar of administrators; its dialog has its own texts (search.ts). */
export const searchOpener = {
  open: 'Rechercher partout',
  word: 'Rechercher',
  shortcut: 'Ctrl K',
} as const;
