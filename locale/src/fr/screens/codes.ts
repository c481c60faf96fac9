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

/** Import and export of codes. */
export const codes = {
  importAction: 'Importer des codes',
  exportAction: 'Exporter les codes',
  stock: (count: number) => plural(count, 'code', 'codes'),
  stockLabel: 'Stock',
  kept: (count: number) => `${plural(count, 'code', 'codes')} à enregistrer avec le produit`,
  title: (offer: string) => `Importer des codes – ${offer}`,
  field: 'Codes',
  fieldHint: 'Un code par ligne.',
  drop: 'Déposez un fichier .txt ou .csv',
  choose: 'Choisir un fichier',
  dropHere: 'Déposez le fichier ici',
  removeFile: 'Retirer le fichier',
  column: 'Colonne des codes',
  columnName: (position: number, name: string) => (name ? `${position}. ${name}` : `Colonne ${position}`),
  /** Of a list whose lines begin with a number, a bullet or a word. */
  linePart: 'Code de chaque ligne',
  wholeLine: 'Toute la ligne',
  afterMark: (mark: string) => `Ce qui suit « ${mark} »`,
  firstCodes: 'Premiers codes',
  wrongFile: 'Choisissez un fichier .txt ou .csv',
  unreadableFile: 'Le fichier ne peut pas être lu',
  tooLargeFile: 'Le fichier est trop volumineux (32 Mo au maximum)',
  counts: {
    lines: 'Lignes',
    fresh: 'À importer',
    duplicates: 'Doublons',
    invalid: 'Invalides',
  },
  alreadyKnown,
  alreadyKnownTitle: 'Codes déjà connus',
  countsNote: 'Les doublons et les lignes invalides sont laissés de côté.',
  checking: 'Vérification des codes…',
  checkFailed: 'La vérification n’a pas pu se faire ; l’importation reste possible.',
  submit: 'Importer',
  cancel: 'Annuler',
  sending: (percent: number) => `Envoi des codes : ${percent} %`,
  sendingNote: 'Annuler maintenant n’enregistre rien.',
  writing: 'Enregistrement des codes…',
  writingNote: 'Tous les codes s’enregistrent ensemble, ou aucun.',
  cancelled: 'Importation annulée',
  cancelledText: 'Aucun code n’a été enregistré',
  lost: 'La réponse s’est perdue. Le décompte dit ce qui est déjà enregistré.',
  missing: 'Codes manquants',
  missingText: 'Veuillez saisir les codes à importer',
  nothingNew: 'Aucun nouveau code',
  leftOut: (count: number) => `${plural(count, 'code laissé de côté', 'codes laissés de côté')}`,
  invalid: 'Codes invalides',
  invalidText: 'Aucun code valide trouvé',
  importFailed: "Erreur d'importation",
  done: 'Codes importés',
  doneText: (count: number) => `${count} code(s) importé(s) avec succès`,
  summary: {
    title: 'Résumé de l’importation',
    imported: 'Importés',
    duplicates: 'Doublons ignorés',
    invalid: 'Lignes invalides',
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
