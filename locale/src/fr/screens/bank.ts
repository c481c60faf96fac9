import { formatAmount, formatCount } from '../formats.ts';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)}\u00a0${count > 1 ? many : one}`;

/** Statements of the bank beside the recharge requests. */
export const bank = {
  open: 'Rapprochement bancaire',
  title: 'Rapprochement bancaire',
  views: {
    label: 'Afficher',
    gaps: 'Écarts',
    lines: 'Lignes',
    import: 'Importer un relevé',
  },
  failed: 'Impossible de charger les relevés',
  methods: { ccp: 'CCP', baridimob: 'BaridiMob', bank_transfer: 'Virement bancaire' },

  gaps: {
    empty: 'Aucun écart à montrer',
    emptyText: 'Importez un relevé : chaque jour, l’argent reçu sera comparé aux recharges approuvées.',
    none: 'Aucun relevé ne couvre ces jours',
    withoutMoney: 'Approuvé sans argent',
    withoutMoneyNote: 'approuvé depuis plus de 48 heures, et aucune ligne ne le paie',
    withoutMoneyNone: 'Tout ce qui a été approuvé est arrivé',
    withoutRequest: 'Argent sans demande',
    withoutRequestNote: 'reçu, et aucune demande n’est connue',
    sum: (count: number, amount: number) =>
      count === 0 ? 'aucun' : `${formatAmount(amount)} (${formatCount(count)})`,
    showMoney: 'Voir les demandes',
    showOrphans: 'Voir les lignes',
    caption: 'Écarts par jour et par méthode',
    heads: {
      day: 'Jour',
      approved: 'Approuvé, corrections déduites',
      received: 'Reçu',
      gap: 'Écart',
    },
    explained: (amount: number) => `dont ${formatAmount(amount)} expliqués, hors de l’écart`,
    balanced: 'juste',
  },

  lines: {
    label: 'Lignes',
    states: {
      all: 'Toutes',
      matched: 'Rapprochées',
      proposed: 'Proposées',
      orphan: 'Sans demande',
      explained: 'Expliquées',
    },
    empty: 'Aucune ligne',
    emptyText: 'Les lignes des relevés importés apparaîtront ici.',
    noReference: 'sans référence',
    request: (id: string, name: string) => `Demande n° ${id} de ${name}`,
    automatic: 'trouvée par son montant et sa référence',
    by: (name: string) => `rapprochée par ${name}`,
    match: 'Rapprocher',
    matchName: (id: string) => `Rapprocher de la demande n° ${id}`,
    matched: 'Ligne rapprochée',
    unmatch: 'Défaire',
    unmatched: 'Rapprochement défait',
    explain: 'Expliquer',
    explainName: (amount: number, day: string) => `Expliquer ${formatAmount(amount)} du ${day}`,
    explainTitle: 'D’où vient cet argent ?',
    explainHint:
      'Par exemple un dépôt du gérant, un remboursement d’un fournisseur, une dette payée par virement. La ligne ne compte plus comme argent sans demande.',
    explainReason: 'Explication',
    explained: 'Ligne expliquée',
    explainedBy: (name: string) => `expliquée par ${name}`,
    unexplained: 'Explication défaite',
    changeFailed: 'La ligne n’a pas été changée',
    orphan: 'Aucune demande de ce montant à un jour près',
    openRequest: (id: string) => `Ouvrir la demande n° ${id}`,
  },

  statements: {
    title: 'Relevés importés',
    days: (first: string, last: string) => (first === last ? first : `${first} – ${last}`),
    noDays: 'Aucun jour passé',
    lines: (lines: number, matched: number) =>
      `${counted(lines, 'ligne', 'lignes')}, ${counted(matched, 'rapprochée', 'rapprochées')}`,
    remove: 'Retirer',
    removeName: (days: string) => `Retirer le relevé ${days}`,
    question: 'Retirer ce relevé ?',
    consequence: (lines: number, matched: number, explained: number) =>
      `${counted(lines, 'ligne sera retirée', 'lignes seront retirées')}, dont ${counted(matched, 'rapprochée', 'rapprochées')}${explained > 0 ? ` et ${counted(explained, 'expliquée', 'expliquées')}` : ''}. Aucune demande et aucun solde ne change.`,
    repeated: 'Une ligne qu’un autre relevé répète revient quand celui-ci est importé de nouveau.',
    removed: 'Relevé retiré',
    removeFailed: 'Le relevé n’a pas été retiré',
  },

  import: {
    account: 'Compte',
    newAccount: 'Ajouter un compte',
    accountName: 'Nom du compte',
    accountNameHint: 'Par exemple « CCP de la boutique »',
    method: 'Les revendeurs y paient par',
    addAccount: 'Ajouter le compte',
    addedAccount: 'Compte ajouté',
    addFailed: 'Le compte n’a pas été ajouté',
    covers: (first: string, last: string, lines: number) =>
      `Relevé du ${first} au ${last}, ${counted(lines, 'ligne', 'lignes')}`,
    coversNothing: 'Aucun relevé importé pour ce compte',
    paste: 'Relevé',
    pasteHint:
      'Collez les lignes du relevé, ou choisissez un fichier. Les sorties d’argent sont laissées de côté.',
    choose: 'Choisir un fichier',
    drop: 'CSV, Excel (XLSX) ou texte',
    dropHere: 'Déposez le fichier ici',
    removeFile: 'Retirer le fichier',
    unreadableFile: 'Ce fichier ne peut pas être lu',
    noTable: 'Aucune ligne avec un jour et un montant n’a été trouvée',
    tooMany:
      'Un relevé contient au plus 10 000 lignes. Importez-le en plusieurs parties, en coupant entre deux jours.',
    columns: 'Colonnes',
    day: 'Jour',
    amount: 'Montant reçu',
    reference: 'Référence ou libellé',
    none: 'Aucune',
    column: (number: number, head: string) => (head === '' ? `Colonne ${number}` : head),
    sample: 'Premières lignes lues',
    incoming: (count: number) => counted(count, 'ligne d’argent reçu', 'lignes d’argent reçu'),
    outgoing: (count: number) => counted(count, 'sortie laissée de côté', 'sorties laissées de côté'),
    unreadable: (count: number, first: string) =>
      `${counted(count, 'ligne illisible', 'lignes illisibles')} (n° ${first})`,
    checkFailed: 'Le relevé n’a pas pu être vérifié',
    preview: ({ imported, known, matched, proposed, resembling }: Counts) =>
      [
        counted(imported, 'nouvelle ligne', 'nouvelles lignes'),
        resembling > 0 &&
          `dont ${counted(resembling, 'qui ressemble à une ligne déjà importée', 'qui ressemblent à des lignes déjà importées')}`,
        known > 0 && counted(known, 'déjà importée', 'déjà importées'),
        counted(matched, 'rapprochée', 'rapprochées'),
        proposed > 0 && counted(proposed, 'à confirmer', 'à confirmer'),
      ]
        .filter(Boolean)
        .join(' · '),
    submit: (lines: number) => `Importer ${counted(lines, 'ligne', 'lignes')}`,
    submitDays: (days: number) => `Enregistrer ${counted(days, 'jour', 'jours')} sans nouvelle ligne`,
    resemblingQuestion: 'Importer ces lignes ?',
    resembling: (lines: number) =>
      `${counted(lines, 'ligne ressemble à une ligne déjà importée', 'lignes ressemblent à des lignes déjà importées')} : même jour, même montant, autre référence.`,
    resemblingAdvice:
      'Si c’est le même argent, il serait compté deux fois. Autre colonne de référence ? Revenez au relevé et choisissez celle du relevé précédent.',
    importAll: (lines: number) =>
      lines > 1 ? `Importer les ${formatCount(lines)} lignes` : 'Importer la ligne',
    importOthers: (lines: number) =>
      lines > 1 ? `Importer seulement les ${formatCount(lines)} autres` : 'Importer seulement l’autre ligne',
    back: 'Revenir au relevé',
    nothing: 'Ces lignes sont déjà toutes importées',
    done: (lines: number) => counted(lines, 'ligne importée', 'lignes importées'),
    doneDays: 'Relevé enregistré',
    failed: 'Le relevé n’a pas été importé',
  },
};

interface Counts {
  readonly imported: number;
  readonly known: number;
  readonly matched: number;
  readonly proposed: number;
  readonly resembling: number;
}
