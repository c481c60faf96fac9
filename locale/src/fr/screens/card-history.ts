export const cardHistory = {
  title: 'Mes cartes',
  text: 'Vos codes achetés restent ici.',
  bought: 'Acheté',
  today: 'Aujourd’hui',
  offer: 'Offre',
  quantity: 'Quantité',
  total: 'Total',
  date: 'Date',
  seeCodes: 'Voir les codes',
  empty: 'Aucune carte achetée',
  emptyText: 'Vos codes apparaîtront ici après votre premier achat.',
  searchPlaceholder: 'Jeu, produit, offre ou n° d’achat',
  number: (id: string) => `Achat n° ${id}`,
  soldBy: (name: string) => `Vendu par ${name}`,
  /** Of a cashier. */
  sales: {
    title: 'Mes ventes',
    text: 'Retrouvez vos ventes, et montrez ou imprimez de nouveau leurs codes.',
    recent: 'Mes dernières ventes',
    empty: 'Aucune vente',
    emptyText: 'Vos ventes apparaîtront ici avec leurs codes.',
  },
  serial: 'N° de série',
  copySerial: 'Copier la série',
  serialCopied: 'Numéro de série copié dans le presse-papiers',
  noMatch: 'Aucune carte trouvée',
  noMatchText: 'Aucun achat ne correspond à cette recherche ou à ces dates. Un code a sa propre recherche.',
  clearFilters: 'Effacer les filtres',
  toCatalog: 'Voir le catalogue',
  codes: {
    title: (product: string) => `Codes : ${product}`,
    empty: 'Aucun code disponible',
    copied: 'Code copié dans le presse-papiers',
    copyFailed: 'La copie a été refusée par le navigateur',
    copyAll: 'Copier tous les codes',
    redeem: 'Recharger',
    date: 'Date d’achat',
    id: 'N° d’achat',
  },
} as const;

/** Where the players redeem a code themselves (AMB-30). */
export const redeemSites = {
  freeFire: 'https://reward.ff.garena.com/',
  pubg: 'https://www.pubgmobile.com/redeem/',
} as const;
