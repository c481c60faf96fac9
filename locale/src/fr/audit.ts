import { formatAmount, formatCount, formatTenths } from './formats.ts';

const da = (centimes: number): string => formatAmount(centimes / 100);

interface CheckTexts {
  readonly title: string;
  readonly sentence: (subject: string, expected: number, found: number) => string;
}

/** What `npm run audit` says: a title per check, a sentence per discrepancy. Amounts come in centimes. */
export const auditTexts = {
  progress: (number: number, of: number, title: string) => `[${number}/${of}] ${title}`,
  kind: (title: string, count: number) => `ÉCART : ${title} (${count})`,
  more: (count: number) => `… et ${count} autre(s).`,
  clean: (seconds: number) => `Les comptes sont justes (contrôle en ${formatTenths(seconds)} s).`,
  incomplete: (seconds: number) =>
    `Contrôle incomplet : aucun écart dans ce qui a été contrôlé (${formatTenths(seconds)} s), mais tout n’a pas pu l’être.`,
  found: (count: number, seconds: number) => `${count} écart(s) trouvé(s) en ${formatTenths(seconds)} s.`,
  coveredAll: (entries: number) =>
    `Contrôle complet : toutes les lignes, dont ${formatCount(entries)} écriture(s) au grand livre.`,
  recentIsWhole: 'Le contrôle lit tout : --recent n’existe plus et ne change rien.',
  withheld: (offer: string, count: number) =>
    `Retirés de la vente, en double ou illisibles : ${count} code(s) de « ${offer} ».`,
  unreadable: {
    title: 'Chaque code à vendre s’ouvre avec les clés et est celui de son empreinte',
    sentence: (id: number) => `Code n° ${id} : illisible, ou un autre que celui qui a été importé.`,
  },
  checks: {
    balance: {
      title: 'Chaque solde est la somme de son grand livre',
      sentence: (subject, expected, found) =>
        `Compte ${subject} : solde de ${da(found)}, le grand livre donne ${da(expected)}.`,
    },
    ledgerChain: {
      title: 'Chaque écriture commence où la précédente finit',
      sentence: (subject, expected, found) =>
        `Écriture n° ${subject} : commence à ${da(found)}, la précédente finit à ${da(expected)}.`,
    },
    ledgerOrphan: {
      title: 'Chaque écriture a son compte, sa transaction et son origine',
      sentence: (subject) => `Écriture n° ${subject} : compte, transaction ou origine introuvable.`,
    },
    monthClosing: {
      title: 'Chaque mois clos commence où le précédent finit, et ses mouvements donnent sa clôture',
      sentence: (subject, expected, found) => `Relevé ${subject} : ${da(found)} au lieu de ${da(expected)}.`,
    },
    dayTotals: {
      title: 'Chaque journée des rapports a toutes ses écritures, une fois',
      sentence: (subject, expected, found) =>
        `Journée du ${subject} : ses sommes ne sont pas celles du grand livre (${found} écritures comptées, ${expected} écrites). « npm run rebuild-sales » les compte à nouveau.`,
    },
    adjustmentEntry: {
      title:
        'Une écriture sans transaction à elle est une correction débitée ou le remboursement d’une demande',
      sentence: (subject) =>
        `Écriture n° ${subject} : ni correction débitée, ni remboursement d’une demande.`,
    },
    correctionTotal: {
      title: 'Les corrections d’une transaction ne dépassent pas son montant',
      sentence: (subject, expected, found) =>
        `Transaction n° ${subject} : ${da(found)} de corrections pour ${da(expected)}.`,
    },
    transactionEntry: {
      title: 'Chaque transaction a son écriture, du même montant',
      sentence: (subject, expected, found) =>
        `Transaction n° ${subject} : ${found} écriture(s) au grand livre au lieu de ${expected}.`,
    },
    transactionRecord: {
      title: 'Chaque transaction a sa recharge, son achat ou sa demande',
      sentence: (subject, expected, found) =>
        `Transaction n° ${subject} : ${found} opération(s) correspondante(s) au lieu de ${expected}.`,
    },
    rechargeTransaction: {
      title: 'Chaque recharge a sa transaction',
      sentence: (subject) => `Recharge n° ${subject} : transaction absente ou différente.`,
    },
    purchaseTransaction: {
      title: 'Chaque achat a sa transaction et son débit',
      sentence: (subject) => `Achat n° ${subject} : transaction ou débit absent ou différent.`,
    },
    purchaseTotal: {
      title: 'Le total de chaque achat est juste',
      sentence: (subject, expected, found) =>
        `Achat n° ${subject} : total de ${da(found)}, la quantité et le prix donnent ${da(expected)}.`,
    },
    purchaseCodes: {
      title: 'Chaque achat a tous ses codes',
      sentence: (subject, expected, found) =>
        `Achat n° ${subject} : ${found} code(s) livré(s), ${expected} payé(s).`,
    },
    disclosureNumber: {
      title: 'Les copies d’un achat sont numérotées sans trou : un original, puis des duplicatas',
      sentence: (subject, expected, found) =>
        `Achat n° ${subject} : ${expected} copies inscrites, dernier numéro ${found}.`,
    },
    disclosureAccount: {
      title: 'Une copie est celle d’un achat, faite par son acheteur ou un administrateur',
      sentence: (subject) => `Achat n° ${subject} : copie inscrite sans achat, ou au nom d’un autre compte.`,
    },
    soldCode: {
      title: 'Chaque code vendu a son achat',
      sentence: (subject, expected) =>
        expected === 1
          ? `Code n° ${subject} : vendu, mais son achat est introuvable.`
          : `Code n° ${subject} : lié à un achat sans être vendu.`,
    },
    duplicateCode: {
      title: 'Aucun code n’est enregistré deux fois',
      sentence: (subject, _expected, found) => `Code n° ${subject} : enregistré ${found} fois.`,
    },
    codeSoldTwice: {
      title: 'Aucun code n’est vendu deux fois',
      sentence: (subject, _expected, found) => `Code n° ${subject} : vendu dans ${found} achats.`,
    },
    unclaimedCode: {
      title: 'L’empreinte de chaque code est réservée',
      sentence: (subject) =>
        `Code n° ${subject} : son empreinte n’est pas réservée, il pourrait être enregistré une seconde fois.`,
    },
    claimWithoutCode: {
      title: 'Chaque empreinte réservée est celle d’un code enregistré',
      sentence: (subject) => `Code n° ${subject} : empreinte réservée, mais ce code ne la porte pas.`,
    },
    batchRange: {
      title: 'Chaque lot a encore tous ses codes, vendus, à vendre ou retirés',
      sentence: (subject, expected, found) =>
        `Lot n° ${subject} : ${found} code(s) enregistré(s) au lieu de ${expected}, ou dans une autre offre.`,
    },
    expiredSellable: {
      title: 'Rien d’un lot rappelé ou expiré n’est en vente',
      sentence: (subject, _, found) =>
        `Lot n° ${subject} : ${found} code(s) en vente, alors que le lot est rappelé ou a expiré.`,
    },
    proposedCredit: {
      title: 'Chaque crédit approuvé à deux est dans le compte proposé',
      sentence: (subject, expected, found) =>
        `Crédit proposé n° ${subject} : ${da(found)} crédités, ${da(expected)} approuvés.`,
    },
    matchedLine: {
      title: 'Chaque ligne de relevé rapprochée paie une demande ouverte ou approuvée',
      sentence: (subject) => `Ligne de relevé n° ${subject} : sa demande est rejetée, annulée ou inconnue.`,
    },
    bankLine: {
      title: 'Chaque ligne de relevé bancaire est celle qui a été importée',
      sentence: (subject) =>
        `Ligne de relevé n° ${subject} : son jour, son montant ou sa référence a changé depuis l’importation.`,
    },
    ownPrices: {
      title: 'Un compte est marqué tant qu’il a un niveau de prix ou des prix propres',
      sentence: (subject, expected) =>
        expected === 1
          ? `Compte ${subject} : il a un niveau ou des prix propres, mais paie le prix de base.`
          : `Compte ${subject} : marqué, sans niveau ni prix propre.`,
    },
    priceOwner: {
      title: 'Chaque prix particulier a son niveau ou son revendeur, chaque niveau attribué existe',
      sentence: (subject) => `Prix de ${subject} : niveau ou revendeur introuvable.`,
    },
    priceHistory: {
      title: 'Chaque prix particulier est celui de son dernier changement',
      sentence: (subject, expected, found) =>
        `Prix ${subject} : ${da(found)}, le dernier changement dit ${da(expected)} (0 : aucun).`,
    },
    debt: {
      title: 'Chaque dette est la somme de ses mouvements',
      sentence: (subject, expected, found) =>
        `Compte ${subject} : dette de ${da(found)}, ses mouvements donnent ${da(expected)}.`,
    },
    debtChain: {
      title: 'Chaque mouvement d’une dette suit le précédent, avec ses reçus',
      sentence: (subject, expected, found) =>
        `Mouvement de dette n° ${subject} : commence à ${da(found)} au lieu de ${da(expected)}, ou son reçu ne suit pas.`,
    },
    debtDue: {
      title: 'L’échéance et le dernier reçu de chaque dette sont ceux de ses mouvements',
      sentence: (subject) =>
        `Compte ${subject} : son échéance, ses avances ou son dernier reçu ne sont pas ceux de ses mouvements.`,
    },
    advanceCredit: {
      title: 'Chaque avance est un crédit du grand livre, et un seul',
      sentence: (subject, expected, found) =>
        `Écriture n° ${subject} : crédit de ${da(found)} pour une avance de ${da(expected)}.`,
    },
    cashHeld: {
      title: 'Ce qu’un agent détient est ce qu’il a encaissé, et ni versé ni perdu',
      sentence: (subject, expected, found) =>
        `Agent ${subject} : ${da(found)} détenus, ses mouvements donnent ${da(expected)}.`,
    },
    cashChain: {
      title: 'Chaque mouvement d’espèces commence où le précédent finit',
      sentence: (subject, expected, found) =>
        `Mouvement d’espèces n° ${subject} : commence à ${da(found)}, le précédent finit à ${da(expected)}.`,
    },
    claimCredit: {
      title: 'Chaque réclamation créditée est un crédit du grand livre, et un seul',
      sentence: (subject, expected, found) =>
        `Écriture n° ${subject} : crédit de ${da(found)} pour un code réclamé de ${da(expected)}.`,
    },
    claimReplacement: {
      title: 'Chaque réclamation porte sur un code de son achat, et son remplacement aussi',
      sentence: (subject) =>
        `Réclamation n° ${subject} : son code ou son remplacement ne fait pas partie de son achat.`,
    },
    claimTotal: {
      title: 'Les crédits des réclamations d’un achat ne dépassent pas son total',
      sentence: (subject, expected, found) =>
        `Achat n° ${subject} : ${da(found)} crédités pour un total de ${da(expected)}.`,
    },
    apiOrder: {
      title: 'Chaque commande de l’API a son achat, du même compte',
      sentence: (subject) =>
        `Achat n° ${subject} : une commande de l’API le nomme, et il n’existe pas pour son compte.`,
    },
    supplierOrderChain: {
      title: 'Chaque commande à un fournisseur est dans l’état de sa dernière écriture',
      sentence: (subject) => `Commande n° ${subject} : son état ne suit pas de ses écritures.`,
    },
    supplierSentTwice: {
      title: 'Aucune commande n’est envoyée deux fois à un fournisseur',
      sentence: (subject, _expected, found) => `Commande n° ${subject} : envoyée ${found} fois.`,
    },
    supplierDelivered: {
      title: 'Ce qu’un fournisseur a livré est le lot de la commande',
      sentence: (subject, expected, found) =>
        `Commande n° ${subject} : ${expected} code(s) livré(s), ${found} dans son lot.`,
    },
    supplierTopUp: {
      title: 'Aucune demande Free Fire n’est traitée pendant qu’un fournisseur la recharge',
      sentence: (subject) => `Commande n° ${subject} : sa demande Free Fire ne va pas avec son état.`,
    },
    supplierCost: {
      title: 'Ce qu’une commande a coûté est le coût de son lot',
      sentence: (subject, expected, found) =>
        `Commande n° ${subject} : coût de ${da(expected)}, son lot en vaut ${da(found)}.`,
    },
    staffOwner: {
      title: 'Chaque vente d’un vendeur est celle d’un vendeur de la boutique',
      sentence: (subject) => `Vente n° ${subject} : son vendeur n’est pas de cette boutique.`,
    },
    tillSales: {
      title: 'Chaque caisse comptée a les ventes qui portent son numéro',
      sentence: (subject, expected, found) =>
        `Compte de caisse n° ${subject} : ${found} ventes inscrites, ${expected} trouvées.`,
    },
    cashEntry: {
      title:
        'Chaque encaissement en espèces, chaque versement confirmé et chaque perte a son mouvement d’espèces',
      sentence: (subject, expected, found) =>
        `Mouvement n° ${subject} : ${da(found)} d’espèces pour ${da(expected)}.`,
    },
    besideCode: {
      title: 'Chaque empreinte d’un numéro de série est celle d’un code enregistré',
      sentence: (subject) => `Code n° ${subject} : introuvable, mais une empreinte le désigne encore.`,
    },
    caseTwin: {
      title: 'La règle de casse des offres tient dans toute la boutique',
      sentence: (subject, _expected, found) =>
        found > 1
          ? `Code n° ${subject} : le même code, à la casse près, est enregistré dans une offre où la casse ne compte pas.`
          : `Code n° ${subject} : il n’est pas comparé aux codes des offres où la casse ne compte pas.`,
    },
    stock: {
      title: 'Le stock de chaque offre est le nombre de ses codes à vendre',
      sentence: (subject, expected, found) =>
        `Offre ${subject} : stock de ${found}, ${expected} code(s) à vendre.`,
    },
    retiredOffer: {
      title: 'Une offre supprimée n’a plus de code à vendre',
      sentence: (subject, _expected, found) =>
        `Offre ${subject} : supprimée, mais ${found} code(s) encore à vendre.`,
    },
    approvedRequest: {
      title: 'Chaque demande de recharge approuvée a un crédit, et un seul',
      sentence: (subject, expected, found) =>
        `Demande de recharge n° ${subject} : ${found} crédit(s) au lieu de ${expected}.`,
    },
    proofContent: {
      title: 'Chaque photo de reçu est celle qui a été envoyée',
      sentence: (subject) =>
        `Demande de recharge n° ${subject} : sa photo n’est plus celle qui a été gardée.`,
    },
    missingWarning: {
      title: 'Un reçu ou une référence qui revient a été signalé',
      sentence: (subject, _expected, found) =>
        `Demande de recharge n° ${subject} : ${found} demandes montrent le même reçu ou la même référence sans avertissement.`,
    },
    warningRequest: {
      title: 'Chaque avertissement nomme une demande qui existe',
      sentence: (subject) =>
        `Demande de recharge n° ${subject} : son avertissement nomme une demande inconnue.`,
    },
    freeFireDebit: {
      title: 'Chaque demande Free Fire a son débit',
      sentence: (subject, expected, found) =>
        `Demande Free Fire n° ${subject} : ${found} débit(s) au lieu de ${expected}.`,
    },
    freeFireRefund: {
      title: 'Chaque demande Free Fire refusée est remboursée une fois, et elle seule',
      sentence: (subject, expected, found) =>
        `Demande Free Fire n° ${subject} : ${found} remboursement(s), il en faut ${expected}, du montant débité.`,
    },
    freeFireHistory: {
      title: 'Chaque demande Free Fire validée est dans l’historique, et elle seule',
      sentence: (subject, expected) =>
        expected === 1
          ? `Demande Free Fire n° ${subject} : validée sans historique ou sans transaction terminée.`
          : `Demande Free Fire n° ${subject} : dans l’historique ou terminée sans être validée.`,
    },
    freeFireTotals: {
      title: 'Les totaux Free Fire sont ceux de l’historique',
      sentence: (_subject, expected, found) =>
        `Totaux Free Fire : ${da(found)} retenus, l’historique donne ${da(expected)}.`,
    },
    undeliverableMessage: {
      title: 'Chaque message en attente partira',
      sentence: (subject) => `Message n° ${subject} : en attente, mais aucun serveur ne l’enverra bientôt.`,
    },
    foreignDevice: {
      title: 'Un appareil ne reçoit que les nouvelles du compte qui y est connecté',
      sentence: (subject) => `Appareil ${subject} : abonné pour un autre compte que celui de sa session.`,
    },
  } satisfies Record<string, CheckTexts>,
} as const;

interface TrailFindingTexts {
  readonly title: string;
  readonly sentence: (position: number | null, rowId: number | null) => string;
}

/** What `npm run audit` says about the audit trail. */
export const trailTexts = {
  notAnEnd: (value: string) =>
    `« ${value} » n’est pas une fin de journal : recopiez POSITION:EMPREINTE comme le contrôle ou la sauvegarde l’affiche.`,
  usage: '[--trail=POSITION:EMPREINTE]…',
  sealed: (head: string, unsealed: number) =>
    `Journal des actions : chaîne jusqu’à ${head}${unsealed > 0 ? `, ${unsealed} action(s) pas encore scellée(s)` : ''}.`,
  inBackup: (head: string) => `Elle contient le journal des actions jusqu’à ${head}.`,
  notChecked: (reason: string) => `Journal des actions et codes non contrôlés. ${reason}`,
  noKey:
    'Journal des actions non contrôlé : il faut la clé des codes (CODES_KEY, CODES_KEY_FILE ou le fichier codes.key de DATA_DIR).',
  findings: {
    rowChanged: {
      title: 'Aucune action du journal n’est modifiée ni déplacée',
      sentence: (position, rowId) =>
        `Action n° ${rowId} : ce n’est plus celle qui a été scellée en position ${position}.`,
    },
    rowRemoved: {
      title: 'Aucune action du journal n’a disparu',
      sentence: (position, rowId) => `Action n° ${rowId} : scellée en position ${position}, introuvable.`,
    },
    rowInserted: {
      title: 'Aucune action du journal n’est ajoutée après coup',
      sentence: (_position, rowId) => `Action n° ${rowId} : datée bien avant son inscription dans la chaîne.`,
    },
    sealRemoved: {
      title: 'La chaîne du journal est sans trou',
      sentence: (position) => `Position ${position} : le sceau a disparu.`,
    },
    cutOff: {
      title: 'La chaîne du journal va aussi loin qu’avant',
      sentence: (position) => `Position ${position} : connue auparavant, absente ou différente aujourd’hui.`,
    },
  } satisfies Record<string, TrailFindingTexts>,
} as const;
