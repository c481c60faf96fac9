import { formatCount } from '../formats.ts';

const codes = (count: number) => `${formatCount(count)} code${count > 1 ? 's' : ''}`;
const missed = (count: number) =>
  `${formatCount(count)} vente${count > 1 ? 's' : ''} manquée${count > 1 ? 's' : ''}`;

/** The stock of the whole shop: batches, cover, suppliers. */
export const stock = {
  open: 'Lots et couverture',
  title: 'Stock',
  tab: 'Partie du stock',
  tabs: { batches: 'Lots', cover: 'Couverture', suppliers: 'Fournisseurs' },
  toOrder: 'À commander',
  allCover: 'Toute la couverture',
  nothingToOrder: 'Rien à commander',
  noOffer: 'Aucune offre active',
  coverText:
    'Combien de jours le stock dure, d’après les ventes des 14 derniers jours ; les jours sans stock ne comptent pas. Une barre pleine : deux semaines.',
  failed: 'Impossible de charger la couverture',
  reorderFilter: 'Offres montrées',
  reorder: { all: 'Toutes', only: 'À commander' },
  restock: 'Ouvrir l’offre pour importer des codes',
  days: (days: string, isMany: boolean) => `${days} jour${isMany ? 's' : ''}`,
  empty: 'Épuisé',
  noSales: 'Aucune vente',
  stock: (count: number) => `${codes(count)} en stock`,
  perDay: (mean: string) => `${mean} par jour`,
  threshold: (count: string) => `seuil : ${count}`,
  missed,
  margin: 'Marge par code :',
  unknownCost: 'Coût inconnu',
  setThreshold: 'Régler le seuil',
  lastDays: '30 derniers jours',
  line: (total: number, emptyDays: number) =>
    `${formatCount(total)} vendu${total > 1 ? 's' : ''}${emptyDays > 0 ? `, ${formatCount(emptyDays)} jour${emptyDays > 1 ? 's' : ''} sans stock (en rouge)` : ''}`,
  thresholdTitle: (offer: string) => `Seuil : ${offer}`,
  minStock: 'Stock minimal',
  minStockHint: 'En dessous, l’offre est « à commander ». 0 : aucun seuil.',
  withholdDays: 'Retirer de la vente avant la date (jours)',
  withholdDaysHint: 'Pour les lots qui expirent. 0 : les codes se vendent jusqu’à leur dernier jour.',
  countWrong: 'Donnez un nombre entier de codes',
  daysWrong: 'Donnez un nombre de jours, 365 au plus',
  thresholdSaved: 'Seuil enregistré',
  thresholdFailed: 'Le seuil n’a pas été enregistré',
} as const;
