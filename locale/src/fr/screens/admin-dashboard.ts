import { onOneLine } from '../formats.ts';

/** /admin: what waits, what can be done in a tap, what happened. */
export const adminDashboard = {
  title: 'Tableau de bord',
  welcome: (name: string) => `Bonjour ${name}`,
  today: {
    sales: 'Ventes du jour',
    codes: (count: string, many: boolean) => `${count} code${many ? 's' : ''}`,
    recharges: 'Recharges du jour',
    freeFire: 'Free Fire du jour',
    held: 'Soldes revendeurs',
    yesterday: (amount: string) => `hier ${onOneLine(amount)}`,
  },
  stats: {
    users: 'Utilisateurs',
    usersNote: (active: string, many: boolean, pending: string) =>
      `${active} actif${many ? 's' : ''}, ${pending} en attente`,
    products: 'Produits',
    productsNote: (active: string, many: boolean) => `${active} actif${many ? 's' : ''}`,
    recharges: 'Recharges en attente',
    rechargesNote: (amount: string) => `${amount} demandés`,
    notifications: 'Notifications non lues',
    /** The figure is a button beside the bell, whose name is « Notifications ». */
    openNotifications: (count: string) => `Voir les notifications non lues : ${count}`,
  },
  requests: { title: 'Demandes de recharge', empty: 'Aucune demande en attente' },
  accounts: {
    title: 'Comptes en attente',
    empty: 'Aucun compte en attente',
    failed: 'Impossible de charger les comptes',
  },
  /** While nothing has been sold: what there is to do, each ticked by itself. */
  firstSteps: {
    title: 'Premiers pas',
    done: (done: number, all: number) => `${done} sur ${all} faits`,
    isDone: 'fait',
    isOpen: 'à faire',
    steps: {
      product: { label: 'Créer le premier produit', text: 'Un jeu, ses offres et leurs prix.' },
      codes: {
        label: 'Mettre des codes en stock',
        text: 'Collés ou dans un fichier, dans une offre du produit.',
      },
      paymentAccounts: { label: 'Indiquer où payer', text: 'CCP, RIP ou banque, que voient les revendeurs.' },
      resellers: {
        label: 'Faire inscrire un revendeur',
        text: 'Envoyez-lui cette adresse, puis activez son compte.',
      },
      freeFire: {
        label: 'Régler Free Fire',
        text: 'Horaires et prix : le service est ouvert dès maintenant.',
      },
      secondFactor: { label: 'Protéger ce compte', text: 'Double authentification, dans Sécurité.' },
      backup: {
        label: 'Sauvegarder chaque jour',
        text: 'Sur le serveur : « npm run backup », ou ops/daily.sh.',
      },
    },
    go: 'Commencer',
    copyAddress: 'Copier l’adresse',
    copied: 'Adresse copiée',
    notCopied: 'La copie n’a pas marché : sélectionnez l’adresse',
  },
  quick: {
    title: 'Actions rapides',
    recharge: 'Gestion des recharges',
    transactions: 'Toutes les transactions',
    freeFire: 'Free Fire',
    product: 'Nouveau produit',
    journal: 'Journal des actions',
    health: 'État du système',
    features: 'Fonctions',
    waiting: (count: string) => `${count} en attente`,
  },
  activity: {
    title: 'Activité récente',
    empty: 'Aucune activité récente',
    newReseller: 'Nouveau revendeur',
    request: (status: string) => `Demande de recharge ${status}`,
    requestStatuses: {
      pending: 'en attente',
      approved: 'approuvée',
      rejected: 'rejetée',
      cancelled: 'annulée',
    },
    failed: 'Impossible de charger l’activité récente',
  },
  charts: {
    title: 'Tendances',
    period: 'Période',
    days: { '7': '7 jours', '30': '30 jours', '90': '90 jours' },
    failed: 'Impossible de charger les tendances',
    overTime: 'Ventes et recharges par jour',
    overTimeText: (sales: string, recharges: string) =>
      `Sur la période : ${onOneLine(sales)} de ventes, ${onOneLine(recharges)} de recharges.`,
    series: { sales: 'Ventes de codes', recharges: 'Recharges', freeFire: 'Free Fire' },
    codes: 'Codes vendus',
    day: 'Jour',
    bestOffers: 'Meilleures offres',
    bestOffersText: 'Par montant vendu sur la période.',
    noSales: 'Aucune vente sur la période',
    offer: 'Offre',
    amount: 'Montant',
    lowStock: 'Stocks bas',
    lowStockText: 'Les offres actives à réapprovisionner.',
    stockFine: 'Tous les stocks sont suffisants',
    stock: 'Stock',
    codesLeft: (stock: string, many: boolean) => `${stock} code${many ? 's' : ''}`,
    outOfStock: 'Rupture',
    restock: (offer: string) => `Réapprovisionner ${offer}`,
    table: 'Voir le tableau',
    dayLabel: (day: string, sales: string, recharges: string, freeFire: string) =>
      `${day} : ventes ${sales}, recharges ${recharges}, Free Fire ${freeFire}`,
  },
} as const;
