/** What the owner tells all resellers: the administrator's dialog, and the part of the bell. */
export const announcements = {
  title: 'Annonces',
  read: 'Marquer comme lu',
  share: 'Partager',
  copied: 'Annonce copiée',
  shareFailed: 'Impossible de partager l’annonce',
  publish: 'Publier une annonce',
  publishText:
    'Tous les revendeurs la lisent sous la cloche ; leurs appareils disent qu’il y en a une, sans son texte.',
  kind: 'Sujet',
  kinds: { prices: 'Prix', stock: 'Stock', maintenance: 'Maintenance' },
  titleLabel: 'Titre',
  message: 'Texte',
  submit: 'Publier',
  done: 'Annonce publiée',
  publishFailed: 'Impossible de publier l’annonce',
  /** What is shared: title and text. */
  shared: (title: string, message: string) => `${title}\n${message}`,
} as const;
