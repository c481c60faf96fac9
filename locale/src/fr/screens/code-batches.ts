import { formatCount } from '../formats.ts';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)}\u00a0${count > 1 ? many : one}`;

interface BatchCounts {
  readonly codes: number;
  readonly sold: number;
  readonly left: number;
  readonly withdrawn: number;
}

interface Origin {
  readonly id: string;
  readonly name: string;
  readonly supplier: string;
  readonly cost: string;
}

/** Batches of codes: what was imported together, from whom, at what cost. */
export const codeBatches = {
  open: 'Lots',
  title: (offer: string) => `Lots : ${offer}`,
  empty: 'Aucun lot',
  emptyText:
    'Chaque liste de codes importée apparaît ici, avec son fournisseur, son coût et ce qui en reste.',
  failed: 'Impossible de charger les lots',
  pasted: 'Liste collée',
  by: (name: string) => `par ${name}`,
  state: 'État des lots',
  states: { all: 'Tous', sellable: 'En vente', expired: 'Expirés', recalled: 'Rappelés' },
  badges: {
    sellable: 'En vente',
    soldOut: 'Épuisé',
    withdrawn: 'Retiré',
    expired: 'Expiré',
    recalled: 'Rappelé',
  },
  allSuppliers: 'Tous les fournisseurs',
  supplierFilter: 'Fournisseur',
  counts: ({ codes, sold, left, withdrawn }: BatchCounts) =>
    [
      counted(codes, 'code importé', 'codes importés'),
      counted(sold, 'vendu', 'vendus'),
      `${formatCount(left)}\u00a0à\u00a0vendre`,
      withdrawn > 0 && counted(withdrawn, 'retiré', 'retirés'),
    ]
      .filter(Boolean)
      .join(' · '),
  details: {
    supplier: 'Fournisseur',
    unitCost: 'Coût unitaire',
    margin: 'Marge par code',
    expiresOn: 'Expire le',
  },
  noSupplier: 'fournisseur inconnu',
  unknownCost: 'coût inconnu',
  paid: (cost: string, currency: string, rate: string) => `${cost} ${currency} à ${rate} DA`,
  /** Of one code: `Lot n° 12, Décembre · Grossiste · coût 430,50 DA`. */
  origin: ({ id, name, supplier, cost }: Origin) => `Lot n° ${id}, ${name} · ${supplier} · ${cost}`,
  originTitle: (id: string) => `Lot n° ${id}`,
  costEach: (cost: string) => `coût ${cost}`,
  edit: 'Modifier',
  editTitle: (name: string) => `Modifier le lot « ${name} »`,
  editHint: 'Un coût corrigé vaut pour les ventes à venir : ce qui est déjà vendu garde le sien.',
  saved: 'Lot modifié',
  saveFailed: 'Le lot n’a pas été modifié',
  buyers: 'Acheteurs',
  buyersTitle: (name: string) => `Acheteurs du lot « ${name} »`,
  buyersEmpty: 'Aucun code de ce lot n’est vendu',
  buyer: 'Acheteur',
  phone: 'Téléphone',
  purchase: 'Achat',
  purchaseNumber: (id: string) => `N° ${id}`,
  bought: 'Codes',
  boughtAt: 'Date',
  recalled: (name: string | null, reason: string) =>
    `Rappelé${name === null ? '' : ` par ${name}`} : ${reason}`,
  recall: 'Rappeler',
  recallTitle: (name: string) => `Rappeler le lot « ${name} » ?`,
  recallHint: (left: number, sold: number) =>
    [
      left > 0
        ? `${counted(left, 'code quitte', 'codes quittent')} la vente tout de suite et ${left > 1 ? 'peuvent' : 'peut'} être importé${left > 1 ? 's' : ''} à nouveau.`
        : 'Plus aucun code de ce lot n’est en vente.',
      sold > 0 &&
        `${counted(sold, 'code est déjà vendu', 'codes sont déjà vendus')} : « Acheteurs » dit à qui.`,
    ]
      .filter(Boolean)
      .join(' '),
  recallConfirm: 'Rappeler le lot',
  recalling: 'Rappel en cours…',
  reason: 'Raison',
  recallDone: (withheld: number) =>
    `Lot rappelé : ${counted(withheld, 'code retiré', 'codes retirés')} de la vente`,
  recallFailed: 'Le lot n’a pas été rappelé',
  fields: {
    fold: 'Fournisseur, coût et expiration',
    foldHint: 'Facultatif : sans coût, la marge de ces codes reste inconnue.',
    listExpires: (date: string) =>
      `D’après la liste, ces codes expirent à partir du ${date} : ils quitteront la vente le lendemain, ou plus tôt si l’offre le prévoit.`,
    supplier: 'Fournisseur',
    noSupplier: 'Non précisé',
    newSupplier: 'Nouveau fournisseur…',
    supplierName: 'Nom du nouveau fournisseur',
    unitCost: 'Coût unitaire (DA)',
    currency: 'Devise',
    currencyHint: 'Si le lot est payé autrement qu’en dinars : USD, EUR…',
    rate: 'Taux (DA pour 1)',
    rateBounds: 'De 0,0001 à 1 000 000, quatre décimales au plus',
    unreadable: 'Corrigez le coût ou le taux',
    expiresOn: 'Expire le',
    expiresHint:
      'Dernier jour où les codes sont utilisables : ils quittent la vente le lendemain, ou plus tôt si l’offre le prévoit.',
    label: 'Libellé',
    labelHint: 'Par exemple : livraison du 12 mars',
  },
  unsold: 'Codes non vendus',
  unsoldOf: (source: string) => `Codes non vendus : ${source}`,
  unsoldEmpty: 'Aucun code à vendre',
  back: 'Tous les lots',
  all: 'Tous les codes non vendus de l’offre',
  code: 'Code',
  serial: 'N° de série',
  importedAt: 'Importé le',
  action: 'Action',
  unreadable: 'illisible',
  number: (id: string) => `N° ${id}`,
  withdraw: 'Retirer',
  withdrawName: (code: string) => `Retirer ${code}`,
  withdrawTitle: (code: string) => `Retirer le code ${code} de la vente ?`,
  withdrawn: 'Code retiré de la vente',
  withdrawFailed: 'Le code n’a pas été retiré',
  find: {
    open: 'Retrouver un code',
    title: 'Retrouver un code',
    text: 'Le code ou le numéro de série que montre un client. La recherche est inscrite au journal avec sa raison, sans le code.',
    code: 'Code ou numéro de série',
    reason: 'Raison',
    reasonHint: 'Par exemple : réclamation d’un client',
    submit: 'Rechercher',
    failed: 'La recherche n’a pas abouti',
    nothing: 'Aucun code trouvé',
    nothingText:
      'Ni ce code ni ce numéro de série n’ont été importés, ou leur offre a été supprimée avant leur vente.',
    status: {
      available: 'À vendre',
      reserved: 'Réservé',
      sold: 'Vendu',
      withheld: 'En double ou illisible, retiré de la vente',
      withdrawn: 'Retiré de la vente',
      recalled: 'Retiré de la vente avec son lot',
      expired: 'Expiré, retiré de la vente',
    },
    bySerial: 'trouvé par son numéro de série',
    state: 'État',
    offer: 'Offre',
    number: 'Code n°',
    importedAt: 'Importé le',
    batch: 'Lot',
    withheldAt: 'Retiré le',
    purchase: 'Achat',
    purchaseNumber: (id: string) => `Achat n° ${id}`,
    buyer: 'Acheteur',
    boughtAt: 'Vendu le',
    price: 'Prix',
  },
  findOwn: {
    text: 'Le code ou le numéro de série que montre votre client, parmi vos propres achats.',
    nothingText: 'Aucun de vos achats ne contient ce code ni ce numéro de série.',
  },
} as const;
