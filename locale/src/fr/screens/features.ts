/** « Fonctions » of the administrator's dashboard: a name and what it changes, per switch. */
export const features = {
  title: 'Fonctions',
  text: 'Chaque fonction est désactivée tant que vous ne l’activez pas. Ses données restent quand elle est désactivée.',
  failed: 'Impossible de lire les fonctions',
  changeFailed: 'Impossible de changer cette fonction',
  on: (label: string) => `${label} : activée`,
  off: (label: string) => `${label} : désactivée`,
  forced: 'imposée par la configuration',
  changedBy: (name: string) => `changée par ${name}`,
  names: {
    'contact-delivery': {
      label: 'Messages des revendeurs',
      text: 'Le formulaire « Contacter l’administrateur » des revendeurs arrive dans les notifications des administrateurs.',
    },
    'offer-status': {
      label: 'Statut des offres Free Fire',
      text: 'Les administrateurs peuvent désactiver une offre Free Fire ; les revendeurs ne la voient plus comme disponible.',
    },
    'self-service-security': {
      label: 'Sécurité en libre-service',
      text: 'Les revendeurs changent leur mot de passe, le récupèrent par e-mail et activent la double authentification eux-mêmes.',
    },
    'settings-sync': {
      label: 'Préférences partagées entre appareils',
      text: 'Les préférences d’un revendeur le suivent d’un appareil à l’autre ; rien ne change pour les administrateurs.',
    },
    announcements: {
      label: 'Annonces',
      text: 'Les administrateurs publient des annonces (prix, stock, maintenance) ; les revendeurs les lisent sous la cloche, sur leurs appareils, et peuvent les partager.',
    },
    'admin-scopes': {
      label: 'Droits des employés',
      text: 'Vous choisissez ce que chaque administrateur voit et fait, ce qu’il crédite par jour et à partir de quand une seconde personne confirme ; rien ne change pour les revendeurs. Désactivée, chaque administrateur a de nouveau tous les droits.',
    },
    cashiers: {
      label: 'Vendeurs',
      text: 'Les revendeurs donnent un code à leurs vendeurs, qui vendent sur les appareils inscrits dans un plafond par jour et comptent leur caisse ; rien ne change pour les administrateurs.',
    },
    credit: {
      label: 'Crédit et tournées',
      text: 'Les revendeurs à qui vous donnez un plafond prennent une avance et voient leur dette ; les administrateurs encaissent en tournée, versent les espèces et suivent ce qui est dû.',
    },
    suppliers: {
      label: 'Commandes aux fournisseurs',
      text: 'Rien ne change pour les revendeurs ; le serveur commande les codes aux fournisseurs connectés, remplit le stock sous son seuil et ne paie jamais deux fois. Une commande dont on ne sait rien attend une personne. Désactivée, ce qui n’est pas parti n’est pas envoyé, et ce qui est parti est suivi jusqu’à sa réponse ; pour décider d’une commande, réactivez la fonction.',
    },
    claims: {
      label: 'Réclamations',
      text: 'Les revendeurs réclament un code refusé depuis leur achat ; les administrateurs le remplacent, le créditent ou refusent, et retrouvent par lot ce qui est à réclamer au fournisseur.',
    },
    'reseller-api': {
      label: 'API des revendeurs',
      text: 'Les revendeurs créent des clés dans leurs paramètres : leur propre site lit le catalogue et commande des codes sur leur solde. Rien ne change pour les administrateurs.',
    },
    arabic: {
      label: 'Arabe',
      text: 'Chacun choisit le français ou l’arabe pour ses écrans, ses e-mails et ses notifications d’appareil ; ce qui est écrit dans les registres reste en français.',
    },
  },
} as const;
