import { formatAmount, formatCount } from '../formats.ts';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count > 1 ? many : one}`;
/** « le code », or « le code 2 sur 5 » of a purchase of several. */
const which = ({ position, of }: { readonly position: number; readonly of: number }) =>
  of > 1 ? `code ${position} sur ${of}` : 'code';

/** Codes that did not work: claims of resellers, decisions of administrators, and what suppliers owe for them. */
export const claims = {
  title: 'Réclamations',
  failed: 'Impossible de charger les réclamations',
  which,
  reasons: {
    used: 'Déjà utilisé',
    invalid: 'Code invalide',
    wrong_region: 'Mauvaise région',
    other: 'Autre raison',
  },
  statuses: { open: 'En attente', replaced: 'Remplacé', credited: 'Crédité', refused: 'Refusé' },
  note: 'Précision',
  photo: 'Photo',
  purchase: (id: string) => `Achat n° ${id}`,

  /** From the codes of a purchase. */
  form: {
    open: 'Réclamer',
    title: 'Réclamer des codes refusés',
    codes: 'Codes refusés',
    nothing: 'Tous les codes de cet achat sont déjà réclamés.',
    reason: 'Ce qui s’est passé',
    notePlaceholder: 'Message d’erreur affiché, heure de l’essai',
    photoHint: 'Facultative : l’écran du refus. JPEG, réduite avant l’envoi.',
    send: (codes: number) => (codes > 1 ? `Réclamer ${codes} codes` : 'Réclamer le code'),
    sent: (codes: number) => (codes > 1 ? `${codes} codes réclamés` : 'Code réclamé'),
    failed: 'Impossible d’envoyer la réclamation',
  },
  /** At a code of a purchase. */
  badges: {
    open: 'Réclamé',
    replaced: 'Remplacé',
    credited: 'Crédité',
    refused: 'Réclamation refusée',
    replacement: 'Remplacement',
  },

  own: {
    title: 'Mes réclamations',
    text: 'Les codes que vous avez réclamés, et la réponse de votre fournisseur.',
    open: 'Mes réclamations',
    waiting: (count: number) => counted(count, 'en attente', 'en attente'),
    empty: 'Aucune réclamation',
    emptyText: 'Un code refusé se réclame depuis les codes de son achat, dans les 72 heures.',
    sentOn: (date: string) => `Réclamé le ${date}`,
    decidedOn: (date: string) => `Répondu le ${date}`,
    credited: (amount: number) => `${formatAmount(amount)} sur votre solde`,
    replaced: 'Le nouveau code est dans l’achat',
    seeCodes: 'Voir les codes',
    answer: (note: string) => `Réponse : ${note}`,
  },

  panel: {
    open: 'Réclamations',
    waiting: 'À traiter',
    nothing: 'Aucune réclamation en attente',
    oldest: (time: string) => `la plus ancienne ${time}`,
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
    named: (action: string, name: string, offer: string) => `${action} : ${offer} de ${name}`,
    replaceTitle: 'Remplacer ce code ?',
    replaceText: (offer: string, stock: number) =>
      `Un code ${offer} en vente devient le sien, sous le même achat. ${counted(stock, 'code en vente', 'codes en vente')}.`,
    noStock: 'Aucun code en vente pour cette offre : créditez, ou importez d’abord.',
    creditTitle: 'Créditer ce code ?',
    creditText: (amount: number, name: string) =>
      `${formatAmount(amount)} reviennent sur le solde de ${name}.`,
    refuseTitle: 'Refuser cette réclamation ?',
    refuseText: (name: string) => `${name} lira votre raison.`,
    refuseReason: 'Raison du refus',
    done: { replace: 'Code remplacé', credit: 'Code crédité', refuse: 'Réclamation refusée' },
    decideFailed: 'Impossible de traiter la réclamation',
    rate: (claims: number, bought: number) =>
      `${counted(claims, 'réclamation', 'réclamations')} pour ${counted(bought, 'code acheté', 'codes achetés')} en 30 jours`,
    highRate: 'Taux élevé (plus de 2 %)',
    disclosed: 'Diffusion du code',
    never: 'Ni copié, ni partagé, ni imprimé',
    times: {
      reveal: (count: number) => (count > 1 ? `consulté ${count} fois` : 'consulté 1 fois'),
      copy: (count: number) => (count > 1 ? `copié ${count} fois` : 'copié 1 fois'),
      share: (count: number) => (count > 1 ? `partagé ${count} fois` : 'partagé 1 fois'),
      print: (count: number) => (count > 1 ? `imprimé ${count} fois` : 'imprimé 1 fois'),
    },
    /** Disclosed more than once: another customer may hold it. */
    repeated: 'Diffusé plusieurs fois',
    seeDisclosures: 'Voir la diffusion',
    boughtOn: (date: string) => `Acheté le ${date}`,
    account: 'Revendeur',
    seePhoto: 'Voir la photo',
    photoOf: (name: string, offer: string) => `Photo de ${name} : ${offer}`,
    noPhoto: 'Sans photo',
    photoFailed: 'Impossible de charger la photo',
  },
  decided: {
    which: 'Décision',
    all: 'Toutes',
    empty: 'Aucune réclamation traitée',
    emptyText: 'Les réclamations remplacées, créditées ou refusées apparaissent ici.',
    by: (name: string) => `par ${name}`,
  },
  suppliers: {
    empty: 'Rien à réclamer',
    emptyText: 'Les codes remplacés ou crédités apparaissent ici, par lot.',
    heads: {
      batch: 'Lot',
      offer: 'Offre',
      supplier: 'Fournisseur',
      claims: 'Codes',
      cost: 'Coût',
      last: 'Dernière décision',
    },
    split: (replaced: number, credited: number) =>
      [
        replaced > 0 && counted(replaced, 'remplacé', 'remplacés'),
        credited > 0 && counted(credited, 'crédité', 'crédités'),
      ]
        .filter(Boolean)
        .join(', '),
    unknownCost: 'coût inconnu',
    exportOf: (batch: string) => `Exporter les codes de ${batch}`,
    export: 'Exporter les codes',
    text: 'L’export contient les codes en clair : il est inscrit au journal.',
    batchNamed: (id: string, label: string) => (label ? `Lot n° ${id} · ${label}` : `Lot n° ${id}`),
  },
} as const;
