import { formatCount, formatDate } from '../formats.ts';

const plural = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count > 1 ? many : one}`;

interface OfferCount {
  readonly productName: string;
  readonly offerName: string;
  readonly count: number;
}

interface KnownCounts {
  readonly repeated: number;
  readonly inOffer: number;
  readonly inOtherOffers: readonly OfferCount[];
  readonly sold: readonly (OfferCount & { readonly firstSoldAt: string; readonly lastSoldAt: string })[];
}

const offerName = ({ productName, offerName }: OfferCount) => `« ${productName} – ${offerName} »`;

function soldOn(first: string, last: string): string {
  const [from, to] = [formatDate(first), formatDate(last)];
  return from === to ? `le ${from}` : `du ${from} au ${to}`;
}

/** Where duplicates stand, a sentence for each. */
const alreadyKnown = ({ repeated, inOffer, inOtherOffers, sold }: KnownCounts): string[] => [
  ...(repeated > 0 ? [`${plural(repeated, 'répété', 'répétés')} dans la liste`] : []),
  ...(inOffer > 0 ? [`${formatCount(inOffer)} déjà dans cette offre`] : []),
  ...inOtherOffers.map((offer) => `${formatCount(offer.count)} déjà dans ${offerName(offer)}`),
  ...sold.map(
    (offer) =>
      `${formatCount(offer.count)} déjà ${offer.count > 1 ? 'vendus' : 'vendu'} dans ${offerName(offer)}, ${soldOn(offer.firstSoldAt, offer.lastSoldAt)}`,
  ),
];

const refusedSource = (file: string | null) => (file ? `« ${file} »` : 'Ce texte');

/** Import and export of codes. */
export const codes = {
  importAction: 'Importer des codes',
  exportAction: 'Exporter les codes',
  stock: (count: number) => plural(count, 'code', 'codes'),
  stockLabel: 'Stock',
  kept: (count: number) => `${plural(count, 'code', 'codes')} à enregistrer avec le produit`,
  title: (offer: string) => `Importer des codes – ${offer}`,
  field: 'Codes',
  fieldHint: 'Un code par ligne, un message, ou des lignes copiées d’un tableur.',
  drop: 'Déposez un fichier texte, .csv ou .xlsx',
  choose: 'Choisir un fichier',
  dropHere: 'Déposez le fichier ici',
  removeFile: 'Retirer le fichier',
  sheet: (file: string) => `Feuille de « ${file} »`,
  sheetHint: 'Plusieurs feuilles contiennent des codes : choisissez celle de cette offre.',
  chooseSheet: 'Choisir une feuille',
  pasted: 'Texte collé',
  unreadableFile: 'Le fichier ne peut pas être lu',
  tooLargeFile: 'Le fichier est trop volumineux (64 Mo au maximum)',
  counts: {
    lines: 'Lignes',
    fresh: 'À importer',
    duplicates: 'Doublons',
    leftOut: 'Laissées de côté',
  },
  /** A file or a text that is no list of codes. */
  refused: {
    webPage: (file: string | null) =>
      `${refusedSource(file)} est une page web, pas une liste de codes. Demandez le fichier, ou copiez le tableau seul.`,
    noText: (file: string | null) =>
      `${refusedSource(file)} n’est ni un texte ni un classeur (.txt, .csv, .xlsx) : une image ou un PDF ne se lit pas.`,
    oldWorkbook: (file: string | null) =>
      `${refusedSource(file)} est un ancien classeur (.xls). Enregistrez-le en .xlsx, puis choisissez-le de nouveau.`,
    damagedWorkbook: (file: string | null) =>
      `${refusedSource(file)} est un classeur abîmé ou protégé par un mot de passe.`,
    data: (file: string | null) =>
      `${refusedSource(file)} contient des données d’un programme, pas une liste de codes.`,
    noCodes: (file: string | null) => `${refusedSource(file)} ne contient aucun code reconnaissable.`,
  },
  preview: {
    caption: 'Ce qui a été compris',
    line: 'Ligne',
    verdict: 'Remarque',
    column: (position: number, name: string) =>
      name ? `Colonne ${position} « ${name} »` : `Colonne ${position}`,
    meaning: (column: string) => `Contenu de la ${column.charAt(0).toLowerCase()}${column.slice(1)}`,
    roles: {
      code: 'Code',
      pin: 'PIN',
      serial: 'Série',
      expiry: 'Expire le',
      price: 'Prix',
      ignored: 'Ignorée',
    },
    questions: {
      column: 'Quelle colonne contient les codes à vendre ?',
      kind: 'Cette liste a des codes de plusieurs offres. Lesquels sont de celle-ci ?',
    },
    kind: (name: string, count: number) => `${name} (${formatCount(count)})`,
    allKinds: 'Toutes les lignes',
    chosen: 'Vous avez choisi la colonne des codes ; elle se change au-dessus du tableau.',
    leftOut: (count: number) => plural(count, 'ligne laissée de côté', 'lignes laissées de côté'),
    taken: (count: number) => plural(count, 'ligne retenue', 'lignes retenues'),
    more: (count: number) => `… ${plural(count, 'autre ligne', 'autres lignes')}`,
    take: (text: string, reason: string) => `Importer quand même « ${text} » : ${reason}`,
    destroyed: 'Un tableur a détruit des numéros de ce fichier',
    destroyedText:
      'Un nombre comme 1,23457E+15 n’est plus le code. Demandez le fichier d’origine, sans l’ouvrir dans un tableur.',
    reasons: {
      destroyed: 'détruit par un tableur',
      rounded: 'derniers chiffres perdus ?',
      zeros: 'zéros du début perdus ?',
      total: 'total',
      expired: 'expiré',
      spent: 'utilisé ou vendu, dit la liste',
      hidden: 'masquée dans le classeur',
      missing: 'sans code',
      impossible: 'ne peut pas être un code',
      heading: 'titre de colonne',
      date: 'date d’expiration illisible',
      note: 'texte, pas un code ?',
      several: 'plusieurs codes ?',
      length: 'autre longueur que les autres',
      alphabet: 'autres caractères que les autres',
      groups: 'autre découpage que les autres',
      prefix: 'autre début que les autres',
    },
  },
  alreadyKnown,
  alreadyKnownTitle: 'Codes déjà connus',
  countsNote: 'Les doublons ne sont pas importés.',
  checking: 'Vérification des codes…',
  checkFailed: 'La vérification n’a pas pu se faire ; l’importation reste possible.',
  submit: 'Importer',
  submitCount: (count: number, column: string) =>
    `Importer ${plural(count, 'code', 'codes')}${column ? ` de la colonne ${column}` : ''}`,
  cancel: 'Annuler',
  sending: (percent: number) => `Envoi des codes : ${percent} %`,
  sendingNote: 'Annuler maintenant n’enregistre rien.',
  sendingPartNote: 'Annuler garde les parties déjà enregistrées.',
  part: (part: number, parts: number) => `Partie ${part} sur ${parts}.`,
  partly: (part: number, parts: number) => `Importation arrêtée après la partie ${part} sur ${parts}`,
  writing: 'Enregistrement des codes…',
  writingNote: 'Tous les codes s’enregistrent ensemble, ou aucun.',
  writingPartNote: 'Tous les codes de cette partie s’enregistrent ensemble, ou aucun.',
  cancelled: 'Importation annulée',
  cancelledText: 'Aucun code n’a été enregistré',
  lost: 'La réponse s’est perdue. Le décompte dit ce qui est déjà enregistré.',
  missing: 'Codes manquants',
  missingText: 'Veuillez saisir les codes à importer',
  nothingNew: 'Aucun nouveau code',
  leftOut: (count: number) => `${plural(count, 'code laissé de côté', 'codes laissés de côté')}`,
  invalid: 'Codes invalides',
  currencyInvalid: 'Devise : trois lettres, comme USD ou EUR',
  invalidText: 'Aucun code valide trouvé',
  importFailed: "Erreur d'importation",
  done: 'Codes importés',
  doneText: (count: number) => `${count} code(s) importé(s) avec succès`,
  summary: {
    title: 'Résumé de l’importation',
    imported: 'Importés',
    duplicates: 'Doublons ignorés',
    invalid: 'Lignes laissées de côté',
    stock: 'Stock',
    close: 'Fermer le résumé',
  },
  exported: 'Codes exportés',
  exportFailed: "Erreur d'export",
  none: 'Aucun code disponible pour cette offre',
  /** Codes that were taken out of sale because the same one stands elsewhere. */
  withheld: {
    waiting: (count: number, more: boolean) =>
      more
        ? `Plus de ${formatCount(count)} codes sont retirés de la vente`
        : plural(count, 'code est retiré de la vente', 'codes sont retirés de la vente'),
    waitingText:
      'En double ou illisibles : écartez-les, ou remettez en vente ceux dont l’autre exemplaire n’existe plus et ceux qui s’ouvrent de nouveau.',
    open: 'Décider',
    title: 'Codes retirés de la vente',
    caption: 'Codes retirés de la vente',
    column: 'Choix',
    id: 'Code',
    number: (id: string) => `N° ${id}`,
    offer: 'Offre',
    importedAt: 'Importé le',
    reason: 'Raison',
    unreadable: 'illisible : aucune clé ne l’ouvre ; le même code peut être importé à nouveau',
    sold: (offer: string, date: string) => `en double, vendu le ${date}, ${offer}`,
    forSale: (offer: string) => `en double, en stock, ${offer}`,
    gone: 'supprimé : peut être remis en vente',
    offerName: (product: string, offer: string) => `${product} – ${offer}`,
    empty: 'Aucun code à traiter',
    failed: 'Impossible de charger les codes retirés de la vente',
  },
} as const;
