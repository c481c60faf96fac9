import { formatAmount, formatCount } from '../formats.ts';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count > 1 ? many : one}`;

/** A code by its position in its purchase. */
interface Place {
  readonly position: number;
  readonly of: number;
}
const which = ({ position, of }: Place) => (of > 1 ? `code ${position} sur ${of}` : 'code unique');

/** Codes that did not work: claims of resellers, decisions of administrators, and what suppliers owe for them. */
export const claims = {
  title: 'Réclamations',
  failed: 'Impossible de charger les réclamations',
  which,
  reasons: {
    invalid: 'Code invalide',
    used: 'Déjà utilisé',
    wrong_region: 'Mauvaise région',
    other: 'Autre raison',
  },
  statuses: { open: 'En attente', replaced: 'Remplacé', credited: 'Crédité', refused: 'Refusée' },
  note: 'Précision',
  replacedCode: (position: number) => `Code ${position} remplacé, à ne plus donner :`,
  creditedCode: (position: number) => `Code ${position} crédité, à ne plus donner :`,
  purchase: (id: string) => `Achat n° ${id}`,

  /** From the codes of a purchase. */
  form: {
    open: 'Réclamer',
    title: 'Réclamer des codes refusés',
    codes: 'Codes refusés',
    named: ({ position, of }: Place) => (of > 1 ? `Code ${position} sur ${of}` : 'Le code'),
    reason: 'Ce qui s’est passé',
    noteHint: 'Le message affiché, l’heure de l’essai',
    photo: 'Photo du refus (facultatif)',
    photoPreview: 'La photo du refus, telle qu’elle sera envoyée',
    send: (codes: number) => (codes > 1 ? `Réclamer ${formatCount(codes)} codes` : 'Réclamer le code'),
    sent: (codes: number) => (codes > 1 ? `${formatCount(codes)} codes réclamés` : 'Code réclamé'),
    failed: 'Impossible d’envoyer la réclamation',
  },
  /** At a code of a purchase. */
  badges: {
    open: 'Réclamé',
    replaced: 'Remplacé',
    credited: 'Crédité',
    refused: 'Réclamation refusée',
  },

  own: {
    title: 'Mes réclamations',
    open: 'Voir toutes les réclamations',
    empty: 'Aucune réclamation',
    emptyText: 'Un code refusé se réclame depuis les codes de son achat.',
    credited: (amount: number) => `${formatAmount(amount)} rendus sur votre solde`,
    replaced: 'Le nouveau code est dans l’achat.',
    seeCodes: 'Voir les codes',
    answer: (note: string) => `Réponse : ${note}`,
  },

  panel: {
    nothing: 'Aucune réclamation en attente',
    oldest: 'La plus ancienne :',
    queue: 'À traiter',
    decided: 'Traitées',
    suppliers: 'À réclamer au fournisseur',
  },
  tabs: { label: 'Afficher', queue: 'À traiter', decided: 'Traitées', suppliers: 'Au fournisseur' },
  queue: {
    empty: 'Aucune réclamation en attente',
    emptyText: 'Quand un revendeur réclame un code refusé, sa réclamation arrive ici.',
    replace: 'Remplacer',
    credit: 'Créditer',
    refuse: 'Refuser',
    replaceTitle: 'Remplacer ce code ?',
    replaceText: (offer: string, stock: number) =>
      `Un code ${offer} en vente devient le sien, sous le même achat. Il en reste ${counted(stock, 'code', 'codes')} en vente.`,
    noStock: 'Aucun code en vente pour cette offre : créditez, ou importez d’abord.',
    creditTitle: 'Créditer ce code ?',
    creditText: (amount: number, name: string) =>
      `${formatAmount(amount)} reviennent sur le solde de ${name}.`,
    refuseTitle: 'Refuser cette réclamation ?',
    refuseText: (name: string) => `${name} lira cette raison.`,
    refuseReason: 'Raison du refus',
    done: { replaced: 'Code remplacé', credited: 'Code crédité', refused: 'Réclamation refusée' },
    decideFailed: 'Impossible de traiter la réclamation',
    decisionLost: 'La réponse s’est perdue. La liste montre si la réclamation est traitée.',
    rate: (claimed: number, bought: number) =>
      `${counted(claimed, 'réclamation', 'réclamations')} pour ${counted(bought, 'code acheté', 'codes achetés')} en 30 jours`,
    highRate: 'Taux élevé (plus de 2 %)',
    disclosed: 'Diffusion du code',
    never: 'ni copié, ni partagé, ni imprimé',
    times: {
      reveal: (count: number) => `consulté ${formatCount(count)} fois`,
      copy: (count: number) => `copié ${formatCount(count)} fois`,
      share: (count: number) => `partagé ${formatCount(count)} fois`,
      print: (count: number) => `imprimé ${formatCount(count)} fois`,
    },
    /** Another customer may hold it. */
    repeated: 'Diffusé plusieurs fois',
    seeDisclosures: 'Voir la diffusion',
    seeCodes: 'Voir les codes',
    seePhoto: 'Voir la photo',
    boughtOn: 'Acheté',
  },
  decided: {
    label: 'Décision',
    which: { decided: 'Toutes', replaced: 'Remplacés', credited: 'Crédités', refused: 'Refusées' },
    empty: 'Aucune réclamation traitée',
    emptyText: 'Les réclamations remplacées, créditées ou refusées apparaissent ici.',
    by: (name: string) => `par ${name}`,
  },
  suppliers: {
    empty: 'Rien à réclamer',
    emptyText: 'Les codes remplacés ou crédités apparaissent ici, par lot.',
    text: 'Ce que les codes remplacés et crédités ont coûté, par lot. Un export contient les codes en clair : il est inscrit au journal.',
    codes: (count: number) => counted(count, 'code', 'codes'),
    split: (replaced: number, credited: number) =>
      [
        replaced > 0 && counted(replaced, 'remplacé', 'remplacés'),
        credited > 0 && counted(credited, 'crédité', 'crédités'),
      ]
        .filter(Boolean)
        .join(', '),
    shown: { label: 'Codes du fournisseur', owed: 'À réclamer', settled: 'Réglées' },
    settle: 'Noter le règlement',
    settleName: (id: string) => `Noter le règlement du lot n° ${id}`,
    settleTitle: 'Le fournisseur a réglé',
    settleText: (codes: number, id: string) =>
      `${counted(codes, 'code du lot', 'codes du lot')} n° ${id} ne ${codes > 1 ? 'seront' : 'sera'} plus à réclamer. Un règlement noté ne s’efface pas.`,
    settleAmount: 'Montant rendu',
    settleNoteHint: 'Le numéro de l’avoir, ou les codes qu’il a donnés à la place',
    settled: 'Règlement noté',
    settleFailed: 'Le règlement n’a pas été noté',
    settleLost: 'La réponse s’est perdue. « Réglées » montre si le règlement est noté.',
    noneSettled: 'Aucun règlement noté',
    unknownCost: 'coût inconnu',
    noSupplier: 'Fournisseur inconnu',
    noBatch: 'Sans lot',
    batch: (id: string, label: string) => (label ? `Lot n° ${id}, ${label}` : `Lot n° ${id}`),
  },
} as const;
