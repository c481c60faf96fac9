import { formatCount } from '../formats.ts';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)}\u00a0${count > 1 ? many : one}`;

export const codeImports = {
  open: 'Importations',
  title: (offer: string) => `Importations : ${offer}`,
  empty: 'Aucune importation',
  emptyText: 'Chaque liste de codes importée dans cette offre apparaîtra ici.',
  failed: 'Impossible de charger les importations',
  pasted: 'Liste collée',
  by: (name: string) => `par ${name}`,
  counts: ({
    imported,
    sold,
    left,
    withdrawn,
  }: {
    imported: number;
    sold: number;
    left: number;
    withdrawn: number;
  }) =>
    [
      counted(imported, 'code importé', 'codes importés'),
      counted(sold, 'vendu', 'vendus'),
      `${formatCount(left)}\u00a0à\u00a0vendre`,
      withdrawn > 0 && counted(withdrawn, 'retiré', 'retirés'),
    ]
      .filter(Boolean)
      .join(' · '),
  withdrawal: (name: string, reason: string) => `Annulée par ${name} : ${reason}`,
  undo: 'Annuler cet import',
  undoTitle: (left: number) =>
    left > 1 ? `Retirer ${formatCount(left)} codes de la vente ?` : 'Retirer 1 code de la vente ?',
  undoHint: (source: string) =>
    `Import « ${source} ». Les codes vendus restent à leurs acheteurs. Les codes retirés peuvent être importés à nouveau.`,
  /** Not « Annuler cet import »: it would stand beside « Annuler », which closes. */
  undoConfirm: (left: number) => `Retirer ${counted(left, 'code', 'codes')}`,
  reason: 'Raison',
  undone: (withdrawn: number) => counted(withdrawn, 'code retiré de la vente', 'codes retirés de la vente'),
  undoFailed: 'L’importation n’a pas été annulée',
  unsold: 'Codes non vendus',
  unsoldOf: (source: string) => `Codes non vendus : ${source}`,
  unsoldEmpty: 'Aucun code à vendre',
  back: 'Toutes les importations',
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
    },
    bySerial: 'trouvé par son numéro de série',
    state: 'État',
    offer: 'Offre',
    number: 'Code n°',
    importedAt: 'Importé le',
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
