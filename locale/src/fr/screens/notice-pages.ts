/** What stands in the place of a page: the account waits, the role has no access, there is no such page. */
export const noticePages = {
  waiting: {
    title: "Compte en attente d'activation",
    pendingText: 'Un administrateur doit activer votre compte. Vous pourrez ensuite acheter des codes.',
    inactiveText: 'Votre compte n’est pas actif. Contactez un administrateur pour en savoir plus.',
    help: {
      title: 'Une question ?',
      text: 'L’administrateur active les comptes et répond aux revendeurs.',
    },
    email: 'Email',
    company: 'Entreprise',
    status: 'Statut',
    pending: 'En attente',
    inactive: 'Inactif',
    stillWaiting: 'Le compte n’est pas encore activé',
  },
  forbidden: {
    title: 'Accès non autorisé',
    text: 'Votre compte n’a pas accès à cette page.',
  },
  notFound: {
    title: 'Page non trouvée',
    text: 'L’adresse demandée n’existe pas ou n’existe plus.',
    link: 'Retour à la connexion',
  },
} as const;
