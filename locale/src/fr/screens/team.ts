import { formatAmount, formatCount } from '../formats.ts';

const scopes = {
  stock: 'Stock',
  requests: 'Demandes',
  accounts: 'Comptes',
  prices: 'Prix',
  reports: 'Rapports',
  collect: 'Encaissements',
  settings: 'Réglages',
} as const;
type ScopeName = keyof typeof scopes;

/** « Équipe »: who of the administrators may do what, and what each did. */
export const team = {
  title: 'Équipe',
  text: 'Un employé ne voit et ne fait que ce que vous lui donnez. L’équipe, l’export des codes, les fonctions et les passages en perte restent au propriétaire.',
  failed: 'Impossible de charger l’équipe',
  scopes,
  scopeHints: {
    stock: 'Codes, lots, fournisseurs et couverture',
    requests: 'Demandes de recharge, Free Fire et banque',
    accounts: 'Comptes, sécurité et soldes ; avec Encaissements, le crédit',
    prices: 'Produits, offres et prix',
    reports: 'Chiffres, transactions et journal',
    collect: 'Tournées et espèces',
    settings: 'Service Free Fire, annonces et santé',
  },
  owner: 'Propriétaire',
  ownerHint: 'Tous les droits',
  noScope: 'Aucun droit',
  scopesText: (held: readonly ScopeName[] | null): string => {
    if (held === null) return 'Propriétaire';
    return held.length > 0 ? held.map((scope) => scopes[scope]).join(', ') : 'Aucun droit';
  },
  you: 'vous',
  tabs: { label: 'Afficher', rights: 'Droits', day: 'Journée', proposals: 'À confirmer' },
  edit: 'Changer les droits',
  editTitle: (name: string) => `Droits : ${name}`,
  role: 'Rôle',
  employee: 'Employé',
  which: 'Droits de l’employé',
  cap: 'Crédit manuel par jour (DA)',
  capHint: 'Vide : sans limite',
  threshold: 'Seconde personne au-dessus de (DA)',
  thresholdHint: 'Vide : jamais',
  credited: (amount: number, cap: number | null) =>
    cap === null
      ? `${formatAmount(amount)} crédités à la main aujourd’hui`
      : `${formatAmount(amount)} crédités à la main aujourd’hui sur ${formatAmount(cap)}`,
  above: (amount: number) => `seconde personne au-dessus de ${formatAmount(amount)}`,
  save: 'Enregistrer',
  saved: 'Droits enregistrés',
  saveFailed: 'Impossible de changer les droits',
  day: {
    date: 'Jour',
    failed: 'Impossible de charger la journée',
    empty: 'Aucune action ce jour-là',
    actions: (count: number) => `${formatCount(count)} ${count > 1 ? 'actions' : 'action'}`,
    credited: (amount: number) => `${formatAmount(amount)} crédités`,
    from: 'Du',
    to: 'au',
  },
  proposals: {
    title: 'Crédits à confirmer',
    states: { open: 'À confirmer', approved: 'Approuvé', refused: 'Refusé' },
    which: 'Demandes',
    filter: { open: 'À confirmer', all: 'Toutes' },
    empty: 'Aucun crédit à confirmer',
    failed: 'Impossible de charger les crédits à confirmer',
    by: (name: string) => `demandé par ${name}`,
    decidedBy: (name: string) => `par ${name}`,
    approve: 'Créditer',
    refuse: 'Refuser',
    withdraw: 'Retirer',
    approved: 'Compte crédité',
    refused: 'Demande refusée',
    withdrawn: 'Demande retirée',
    decideFailed: 'Impossible de traiter cette demande',
    ask: 'Demander à une seconde personne',
    asked: 'Demande envoyée : une autre personne la confirme',
    askFailed: 'Impossible d’envoyer la demande',
  },
  forbidden: {
    title: 'Cette page ne fait pas partie de vos droits',
    text: 'Demandez au propriétaire de vous donner ce droit.',
  },
} as const;
