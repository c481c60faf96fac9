/** What is open above a screen and has an address of its own. */
export const addresses = {
  copy: 'Copier le lien',
  copied: 'Lien copié',
  copyFailed: 'Le lien n’a pas pu être copié',
  opening: 'Ouverture…',
  unknown: 'Introuvable',
  unknownText: 'Vérifiez le lien : ce qu’il désigne n’existe pas ou n’existe plus.',
} as const;
