/** The stock of the whole shop. */
export const stock = {
  open: 'Lots et couverture',
  title: 'Stock',
  tab: 'Partie du stock',
  tabs: { batches: 'Lots', suppliers: 'Fournisseurs' },
} as const;
