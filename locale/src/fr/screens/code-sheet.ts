import { formatAmount } from '../formats.ts';

interface SharedCode {
  readonly code: string;
  readonly serial?: string | undefined;
}

/** The sheet of codes shown to a customer, its ticket and the list of what left of a purchase. Loaded when it is opened. */
export const codeSheet = {
  title: 'Codes à montrer au client',
  open: 'Plein écran',
  position: (at: number, of: number) => `Code ${at} sur ${of}`,
  previous: 'Code précédent',
  next: 'Code suivant',
  copy: 'Copier',
  copyAll: 'Copier tout',
  share: 'Partager',
  print: 'Imprimer',
  history: 'Historique',
  copied: 'Code copié dans le presse-papiers',
  allCopied: 'Codes copiés dans le presse-papiers',
  shareRefused: 'Le partage a été refusé par le navigateur. Appuyez encore une fois.',
  shareText: (what: string, codes: readonly SharedCode[], how: readonly string[]) =>
    [
      what,
      ...codes.flatMap(({ code, serial }) => [`Code : ${code}`, serial && `N° de série : ${serial}`]),
      ...how,
    ]
      .filter(Boolean)
      .join('\n'),
  unreadable: {
    title: 'Ce code ne peut pas être affiché.',
    text: (purchaseId: string) =>
      `Rien n’est perdu : votre achat est enregistré. Contactez l’administrateur en donnant le n° d’achat ${purchaseId}.`,
    administrator:
      'Ce code ne s’ouvre avec aucune clé. Vérifiez les clés des codes, ou créditez l’acheteur du prix de ce code.',
    copiedWithout: (count: number) =>
      count > 1
        ? `Codes copiés, sauf ${count} codes qui ne peuvent pas être affichés`
        : 'Codes copiés, sauf 1 code qui ne peut pas être affiché',
  },
  ticket: {
    title: 'Aperçu du ticket',
    note: 'La première impression est l’original, chaque autre un duplicata. Sans imprimante, le navigateur en fait un PDF.',
    print: 'Imprimer',
    afterSale: 'Imprimer après la vente',
    afterSaleHint: 'Sur cet appareil, le ticket s’ouvre dès qu’un code est acheté.',
    nothingPrinted: 'Rien n’a été imprimé.',
    sent: (mark: string) => `Envoyé à l’impression : ${mark}`,
    original: 'ORIGINAL',
    duplicate: (number: number) => `DUPLICATA n° ${number}`,
    code: 'Code',
    serial: (serial: string) => `N° de série : ${serial}`,
    position: (at: number, of: number) => `Code ${at}/${of}`,
    split: 'Tickets',
    splits: { together: 'Un seul ticket', perCode: 'Un par code' },
    several: (count: number) =>
      count > 1 ? `${count} tickets, un par code. Voici le premier.` : 'Un ticket pour un code.',
    missing: (count: number) =>
      count > 1 ? `${count} codes de cet achat manquent ici` : '1 code de cet achat manque ici',
    redeem: (site: string) => `À utiliser sur ${site}`,
    redeemInGame: 'Saisissez ce code dans le jeu ou sur son site.',
    price: (count: number, price: number) =>
      count > 1
        ? `${count} × ${formatAmount(price)} = ${formatAmount(Math.round(price * 100 * count) / 100)}`
        : `Prix : ${formatAmount(price)}`,
    date: 'Date',
    number: 'Achat n°',
  },
  disclosures: {
    title: 'Copies et impressions',
    empty: 'Rien n’a été copié, partagé ou imprimé',
    emptyText: 'Chaque copie, partage et impression de ces codes s’inscrit ici.',
    copy: (number: number) => `Copie n° ${number}`,
    share: (number: number) => `Partage n° ${number}`,
    reveal: (number: number) => `Consultation n° ${number}`,
    ofCode: (position: number, of: number) => `du code ${position}/${of}`,
    original: 'Impression de l’original',
    duplicate: (number: number) => `Impression du duplicata n° ${number}`,
    administrator: 'par un administrateur',
  },
} as const;
