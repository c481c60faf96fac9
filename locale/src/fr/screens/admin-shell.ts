/** The sidebar of administrators. */
export const adminShell = {
  title: 'ADMINISTRATION',
  dashboard: 'Tableau de bord',
  users: 'Gestion des comptes',
  freeFire: 'Free Fire Admin',
  products: 'Gestion des produits',
  books: 'COMPTES ET OPÉRATIONS',
  recharges: 'Recharges',
  transactions: 'Transactions',
  journal: 'Journal',
} as const;
