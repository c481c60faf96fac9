import { formatAmount, formatCount, formatDate, formatDateTime, formatMonth } from '../formats.ts';

const kinds: Readonly<Record<string, string>> = {
  admin_recharge: 'Recharge',
  advance: 'Avance',
  purchase: 'Achat',
  freefire_request: 'Free Fire',
  freefire_refund: 'Remboursement Free Fire',
  claim_refund: 'Avoir sur réclamation',
  admin_debit: 'Correction',
};
/** The statement of a month, on screen, on paper and in files. */
export const statements = {
  open: 'Relevé',
  title: 'Relevé du compte',
  ofMonth: (month: string) => `Relevé de ${formatMonth(month)}`,
  month: 'Mois',
  monthName: formatMonth,
  failed: 'Impossible de charger le relevé',
  print: 'Imprimer',
  printHint: 'Choisissez « Enregistrer en PDF » comme imprimante pour en garder un fichier.',
  printPart: 'Affichez d’abord tous les mouvements (« Afficher plus »), puis imprimez le relevé.',
  showAll: (count: number) => `Afficher tous les mouvements (${formatCount(count)})`,
  empty: 'Aucun mouvement ce mois-ci',
  brand: 'Almas',
  period: (first: string, last: string) => `Du ${formatDate(first)} au ${formatDate(last)}`,
  readAt: (moment: string) => `Établi le ${formatDateTime(moment)} (heure d’Alger)`,
  monthOpen: 'Mois en cours',
  monthOpenText: (moment: string) => `Ce mois n’est pas clos : situation au ${formatDateTime(moment)}.`,
  opening: 'Solde d’ouverture',
  closing: 'Solde de clôture',
  credits: 'Crédits',
  debits: 'Débits',
  total: 'Total',
  caption: (month: string) => `Mouvements de ${formatMonth(month)}`,
  totalsCaption: 'Totaux par type',
  heads: {
    date: 'Date',
    kind: 'Type',
    description: 'Libellé',
    debit: 'Débit',
    credit: 'Crédit',
    balance: 'Solde',
    entries: 'Mouvements',
  },
  kind: (kind: string): string => kinds[kind] ?? 'Autre mouvement',
  entries: (count: number) => `${formatCount(count)} mouvement${count > 1 ? 's' : ''}`,
  chainTitle: 'Chaîne des mouvements',
  chainWhole: (entries: number, closing: number) =>
    entries === 0
      ? `Vérifiée : le solde n’a pas bougé et reste à ${formatAmount(closing)}.`
      : `Vérifiée : chaque mouvement part du solde du précédent, jusqu’à ${formatAmount(closing)}.`,
  chainBroken: (entry: string | null) =>
    entry === null
      ? 'Rompue : ce mois ne correspond plus à ce qui a été clos. Prévenez l’administrateur.'
      : `Rompue au mouvement n° ${entry}. Prévenez l’administrateur.`,
} as const;
