/** The page around the application: document, manifest, layouts, guards. */
export const shell = {
  description:
    'Codes de jeux et recharges Free Fire pour les revendeurs, payés depuis un solde prépayé en dinars.',
  noScript: 'Almas a besoin de JavaScript pour fonctionner.',
  skipToContent: 'Aller au contenu',
  home: 'Almas, accueil',
  openMenu: 'Ouvrir le menu',
  closeMenu: 'Fermer le menu',
  navigation: 'Navigation principale',
  balance: 'Solde',
  openRequests: 'Ouvrir mes demandes de recharge',
  userMenu: 'Menu du compte',
  profile: 'Mon profil',
  ownName: 'Mon nom',
  settings: 'Paramètres',
  security: 'Sécurité',
  staff: 'Vendeurs',
  signOut: 'Se déconnecter',
  signOutFailed: 'Erreur de déconnexion',
  reseller: {
    cards: 'CARTES',
    seeCards: 'Voir les cartes',
    myCards: 'Mes cartes et opérations',
    freeFire: 'FREE FIRE',
    freeFireEntry: 'Par ID joueur',
    operations: 'TOUTES LES OPÉRATIONS',
    operationsEntry: 'Mouvements du solde',
  },
  /** The bar at the bottom of a reseller's phone. */
  bar: {
    label: 'Navigation rapide',
    sell: 'Vendre',
    freeFire: 'Free Fire',
    cards: 'Cartes',
    account: 'Compte',
    accountSection: 'COMPTE',
  },
  notifications: {
    open: 'Notifications',
    unread: (count: number) => (count > 1 ? `${count} non lues` : `${count} non lue`),
    title: 'Notifications',
  },
  crashed: {
    title: 'Une erreur est survenue',
    text: 'L’écran n’a pas pu s’afficher. Rien n’a été perdu.',
  },
} as const;
