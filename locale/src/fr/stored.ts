import { formatAmount, formatNotified } from './formats.ts';
import { alertTexts, rechargeMethodNames, serviceReasons } from './shared-texts.ts';

const unreadable = (count: number) =>
  count > 1 ? `${count} codes ne s’ouvrent avec aucune clé.` : '1 code ne s’ouvre avec aucune clé.';

/** Of an order that its supplier has cancelled, in DA. */
interface TakenBack {
  readonly refunded: number;
  readonly lost: number;
}
const givenBack = ({ refunded, lost }: TakenBack) =>
  `${formatAmount(refunded)} rendus${lost > 0 ? ` et ${formatAmount(lost)} gardés` : ''} par le fournisseur`;

/** French texts that the server writes into records: they stay as they were written. Amounts in DA. */
export const stored = {
  recharge: {
    description: 'Recharge du solde',
    defaultReason: 'Recharge manuelle par admin',
  },
  rechargeRequest: {
    approvalReason: (id: string) => `Recharge approuvée - Demande #${id}`,
    defaultApprovalNote: 'Demande approuvée et solde crédité',
    methodNames: rechargeMethodNames,
    history: {
      created: 'Demande créée',
      approved: 'Demande approuvée',
      rejected: (reason: string) => `Demande rejetée : ${reason}`,
      cancelled: 'Demande annulée par le revendeur',
    },
  },
  advance: {
    /** The method of its transaction, and what it is called. */
    method: 'advance',
    description: 'Avance',
  },
  supplierOrders: {
    delivered: (sent: number, stored: number) =>
      sent === stored ? `Codes reçus : ${sent}` : `Codes reçus : ${sent}, nouveaux en stock : ${stored}`,
    interrupted: 'Le serveur s’est arrêté pendant l’envoi : personne ne sait si la commande est partie',
    call: {
      refused: 'adresse ou clé refusée',
      tooSlow: 'pas de réponse à temps',
      lost: 'connexion impossible ou interrompue',
      failed: 'réponse illisible',
    },
    /** What a supplier said without a word of its own. */
    said: {
      refused: 'refusée',
      reversed: 'annulée',
      notSearchable: 'recherche impossible',
      severalFound: (count: number) => `plusieurs achats portent cette référence : ${count}`,
      silent: 'aucune réponse',
      incomplete: 'achat terminé, sans ses codes ou son montant',
      simulated: {
        refused: 'refusée par le fournisseur simulé',
        reversed: 'annulée par le fournisseur simulé',
      },
    },
    /** Why an order that waited was not sent. */
    notSent: {
      codes:
        'l’offre n’est plus en vente, son stock suffit, un de ses lots vient d’être rappelé, les réglages de la connexion ont changé ou le fournisseur est archivé',
      topUp: 'la demande est déjà traitée ou rechargée, ou le fournisseur est archivé',
      switchedOff: 'les commandes aux fournisseurs ont été désactivées avant son envoi',
    },
    restored:
      'Base restaurée à un moment où la commande attendait : elle est peut-être partie depuis. Voyez chez le fournisseur avant de commander à nouveau',
    notCalled: 'le fournisseur n’a pas été appelé à temps, rien n’est parti',
    unclear: (why: string) => `Aucune réponse claire du fournisseur${why ? ` (${why})` : ''}`,
    refused: (why: string) => `Refusée par le fournisseur : ${why}`,
    reversed: (why: string) => `Reprise par le fournisseur : ${why}`,
    decided: (evidence: string) => `Rien n’a été pris : ${evidence}`,
    tooDear: {
      title: 'Un fournisseur a pris plus que permis',
      message: 'Une commande a coûté plus que son maximum : les commandes à ce fournisseur sont en pause.',
    },
    drafted: {
      evidence: (evidence: string, isPublished: boolean) =>
        `Offre ${isPublished ? 'publiée' : 'supprimée'}, codes dans un brouillon du même nom : ${evidence}`,
      notice: (offer: string) => ({
        title: 'Codes arrivés pour une offre supprimée',
        message: `Les codes de « ${offer} » sont payés : ils sont en stock dans un produit brouillon du même nom, à vendre ou à exporter.`,
      }),
    },
    servedMore: (served: number, entered: number) => ({
      evidence: `Le fournisseur a servi ${served} code(s), ${entered} entré(s) en stock : comparez, et prenez chez lui ceux qui manquent`,
      notice: {
        title: 'Des codes attendent chez un fournisseur',
        message: `Une commande close avec ${entered} code(s) entré(s) en stock en a reçu ${served} : comparez, et prenez chez le fournisseur ceux qui manquent.`,
      },
    }),
    short: (offer: string, ordered: number, fresh: number, cost: number) => ({
      title: 'Un fournisseur a livré moins que commandé',
      message:
        fresh > 0
          ? `« ${offer} » : codes commandés ${ordered}, nouveaux en stock ${fresh}, coût ${formatAmount(cost)}. Voyez avec le fournisseur.`
          : `« ${offer} » : codes commandés ${ordered}, aucun nouveau en stock, coût ${formatAmount(cost)}. Les commandes à ce fournisseur sont en pause.`,
    }),
    takenBack: (money: TakenBack) => ({
      title: 'Un fournisseur a repris une livraison',
      message: `Son lot est rappelé : ce qui restait n’est plus en vente, ${givenBack(money)}. Voyez ses acheteurs dans les lots.`,
    }),
    /** Nothing of it is in the stock. */
    cancelled: (reference: string, money: TakenBack) => ({
      title: 'Un fournisseur a annulé une commande',
      message: `La commande ${reference} est annulée, aucun de ses codes n’est en stock, ${givenBack(money)}.`,
    }),
    topUp: {
      delivered: 'Recharge faite, avec son reçu',
      deliveredWithoutProof: 'Recharge faite, sans reçu : la preuve est à joindre',
      proofMissing: (requestId: number) => ({
        title: 'Une recharge attend sa preuve',
        message: `Le fournisseur a fait la recharge de la demande Free Fire n° ${requestId}, sans reçu : validez-la avec une preuve.`,
      }),
      late: (requestId: number) => ({
        title: 'Une recharge est arrivée après coup',
        message: `Le fournisseur a fait la recharge de la demande Free Fire n° ${requestId}, qui était déjà traitée : voyez avec le revendeur.`,
      }),
      takenBack: (requestId: number, money: TakenBack) => ({
        title: 'Un fournisseur a repris une recharge',
        message: `La recharge de la demande Free Fire n° ${requestId} a été annulée, ${givenBack(money)} : voyez avec le revendeur.`,
      }),
      /** It was never said to be done. */
      cancelled: (requestId: number, money: TakenBack) => ({
        title: 'Un fournisseur a annulé une recharge',
        message: `La recharge de la demande Free Fire n° ${requestId} a été annulée avant d’être confirmée, ${givenBack(money)} : voyez la demande.`,
      }),
    },
    unknown: (orders: number) => ({
      title: 'Commande au résultat inconnu',
      message:
        orders > 1
          ? `${orders} commandes à des fournisseurs attendent trop longtemps : personne ne sait ce qu’elles sont devenues.`
          : 'Une commande à un fournisseur attend trop longtemps : personne ne sait ce qu’elle est devenue.',
    }),
    rehearsal: {
      supplier: 'Fournisseur simulé',
      product: 'Répétition des commandes',
      game: 'Répétition',
      scenarios: {
        delivered: 'Livrée tout de suite',
        accepted: 'Livrée plus tard',
        refused: 'Refusée',
        'paid-then-error': 'Payée, puis erreur',
        'delivered-before-answer': 'Livrée avant la réponse',
        twice: 'Livrée deux fois',
        partial: 'Livrée en partie',
        'wrong-price': 'Facturée trop cher',
        silence: 'Sans aucune réponse',
        'late-reversal': 'Reprise après livraison',
      },
    },
  },
  claims: {
    refund: (claimId: string, offer: string) => `Code remboursé ${offer} - Réclamation #${claimId}`,
  },
  debit: { description: (transactionId: string) => `Correction de la transaction #${transactionId}` },
  /** Why a code was looked for, in the audit trail. */
  search: { reason: 'Recherche générale' },
  purchase: { description: (product: string, offer: string) => `Achat ${product} - ${offer}` },
  freeFire: {
    description: (offer: string, playerId: string) => `Recharge Free Fire ${offer} - ID ${playerId}`,
    validatedSuffix: ' - Validée',
    refund: (requestId: string) => `Remboursement Free Fire - Demande #${requestId}`,
    /** The five default offers: id, name, diamonds, price in DA. */
    defaultOffers: [
      { id: 'ff_100_10', name: '100 + 10 Diamants', value: 110, price: 150 },
      { id: 'ff_310_31', name: '310 + 31 Diamants', value: 341, price: 450 },
      { id: 'ff_520_52', name: '520 + 52 Diamants', value: 572, price: 750 },
      { id: 'ff_1060_106', name: '1060 + 106 Diamants', value: 1166, price: 1500 },
      { id: 'ff_2180_218', name: '2180 + 218 Diamants', value: 2398, price: 3000 },
    ],
    serviceReasons,
  },
  notifications: {
    balanceCredited: (amount: number) => ({
      title: 'Solde crédité',
      message: `Votre solde a été crédité de ${formatNotified(amount)}`,
    }),
    advanced: (amount: number, dueOn: string) => ({
      title: 'Avance accordée',
      message: `Votre solde a été crédité de ${formatNotified(amount)}, à rembourser au plus tard le ${dueOn}`,
    }),
    debtDue: (debt: number, dueOn: string) => ({
      title: 'Échéance',
      message: `${formatNotified(debt)} à payer au plus tard le ${dueOn}`,
    }),
    debtLate: (overdue: number) => ({
      title: 'Dette en retard',
      message: `${formatNotified(overdue)} sont en retard : aucune avance n’est possible avant le paiement`,
    }),
    debtPaid: (amount: number, receiptNumber: number, left: number) => ({
      title: `Encaissement : reçu n° ${receiptNumber}`,
      message:
        left > 0
          ? `${formatNotified(amount)} reçus, reste à payer ${formatNotified(left)}`
          : `${formatNotified(amount)} reçus, vous ne devez plus rien`,
    }),
    paymentTakenBack: (amount: number, receiptNumber: number, debt: number) => ({
      title: `Encaissement annulé : reçu n° ${receiptNumber}`,
      message: `${formatNotified(amount)} ne sont plus comptés, vous devez ${formatNotified(debt)}`,
    }),
    codeClaimed: (name: string, offer: string, codes: number) => ({
      title: 'Nouvelle réclamation',
      message: `${name} réclame ${codes > 1 ? `${codes} codes` : '1 code'} ${offer}`,
    }),
    codeReplaced: (offer: string) => ({
      title: 'Code remplacé',
      message: `Un code ${offer} que vous avez réclamé est remplacé : le nouveau est dans votre achat`,
    }),
    codeCredited: (offer: string, amount: number) => ({
      title: 'Code remboursé',
      message: `Un code ${offer} que vous avez réclamé est remboursé : votre solde a été crédité de ${formatNotified(amount)}`,
    }),
    claimRefused: (offer: string, reason: string) => ({
      title: 'Réclamation refusée',
      message: `Votre réclamation d’un code ${offer} est refusée : ${reason}`,
    }),
    /** Un code « PUBG - 660 UC » coûte maintenant 470 DA. Sous ce coût : niveau « Gros » dès 10 codes (468 DA). */
    soldAtLoss: (
      offer: string,
      cost: number,
      prices: readonly {
        readonly scope: 'base' | 'level' | 'user';
        readonly name: string | null;
        readonly minQuantity: number;
        readonly price: number;
      }[],
    ) => {
      const named = prices.slice(0, 5).map(({ scope, name, minQuantity, price }) => {
        const whose =
          scope === 'base' ? 'prix de base' : scope === 'level' ? `niveau « ${name ?? ''} »` : (name ?? '');
        return `${whose}${minQuantity > 1 ? ` dès ${minQuantity} codes` : ''} (${formatAmount(price)})`;
      });
      const more = prices.length - named.length;
      const listed = [...named, ...(more > 0 ? [more > 1 ? `${more} autres` : '1 autre'] : [])].join(', ');
      return {
        title: 'Vente à perte',
        message: `Un code « ${offer} » coûte maintenant ${formatAmount(cost)}. Sous ce coût : ${listed}.`,
      };
    },
    webhookOff: (host: string) => ({
      title: 'Webhook arrêté',
      message: `${host} n’a pas accepté un événement : le webhook est arrêté. Relancez-le dans les paramètres, rien n’est perdu`,
    }),
    /** `amount` comes written out: the database fills it in. */
    purchase: (product: string, offer: string, amount: string) => ({
      title: 'Solde débité',
      message: `Votre solde a été débité de ${amount} DZD pour l'achat ${product} - ${offer}`,
    }),
    freeFireRequest: (offer: string, amount: number) => ({
      title: 'Solde débité',
      message: `Votre solde a été débité de ${formatNotified(amount)} pour la demande Free Fire ${offer}`,
    }),
    freeFireRefund: (offer: string, playerId: string, reason: string | null, amount: number) => ({
      title: 'Demande Free Fire refusée',
      message: `${offer} pour ${playerId}${reason ? ` (${reason})` : ''} : ${formatNotified(amount)} ont été remboursés`,
    }),
    debited: (amount: number) => ({
      title: 'Solde débité',
      message: `Votre solde a été débité de ${formatNotified(amount)}`,
    }),
    rechargeRequested: (name: string, amount: number) => ({
      title: 'Nouvelle demande de recharge',
      message: `${name} demande une recharge de ${formatNotified(amount)}`,
    }),
    accountRegistered: (name: string, company: string) => ({
      title: 'Nouvelle inscription',
      message: company ? `${name} (${company}) attend son activation` : `${name} attend son activation`,
    }),
    topUpRequested: (name: string, offer: string, amount: number) => ({
      title: 'Nouvelle demande Free Fire',
      message: `${name} demande ${offer} pour ${formatNotified(amount)}`,
    }),
    rechargeApproved: (amount: number) => ({
      title: 'Demande approuvée',
      message: `Votre demande de recharge de ${formatNotified(amount)} a été approuvée`,
    }),
    rechargeRejected: (amount: number, reason: string) => ({
      title: 'Demande rejetée',
      message: `Votre demande de recharge de ${formatNotified(amount)} a été rejetée : ${reason}`,
    }),
    /** After wrong codes of the second factor behind the right password: to an administrator about the own account. */
    passwordKnown: {
      title: 'Votre mot de passe est peut-être connu d’un autre',
      message:
        'Quelqu’un a saisi votre mot de passe, puis plusieurs codes de double authentification incorrects. Si ce n’était pas vous, changez-le dans « Sécurité ».',
    },
    /** The same about a reseller, to administrators. */
    passwordOfKnown: (name: string) => ({
      title: 'Mot de passe peut-être connu d’un autre',
      message: `Le mot de passe de ${name} a été saisi, puis plusieurs codes de double authentification incorrects. Si ce n’était pas ce revendeur, donnez-lui un mot de passe temporaire.`,
    }),
    contact: (name: string, company: string) => ({
      title: company ? `Message de ${name} (${company})` : `Message de ${name}`,
    }),
    systemUpdate: (version: string) => ({
      title: 'Mise à jour du système',
      message: `La version ${version} est disponible`,
    }),
    test: {
      amount: 5_000,
      rejectedAmount: 3_000,
      rejectionReason: 'Preuve de paiement illisible',
      version: '2.1.0',
    },
  },
  alerts: {
    ...alertTexts,
    configurationTitle: 'Erreur de configuration',
    rejectionTitle: 'Erreur de rejet',
    registrationsTitle: 'Trop de nouveaux comptes',
    registrationsMessage:
      'Plus de comptes ont été créés en une heure qu’il n’est habituel : chaque nouvelle inscription attend une seconde de plus',
    messageTitle: 'Message non envoyé',
    messageFailed:
      'Un message vers un appareil ou la messagerie a échoué sur une erreur inattendue. Il sera réessayé ; le détail est dans le journal du serveur.',
    mailTitle: 'E-mail non envoyé',
    mailFailed:
      'Le serveur d’e-mails n’a pas pris un e-mail : un lien pour un nouveau mot de passe ou un avertissement. Il ne sera pas renvoyé ; le détail est dans le journal du serveur.',
    unreadablePurchaseCodes: (purchaseId: number, count: number) => ({
      title: `Achat n° ${purchaseId} : code illisible`,
      message: `${unreadable(count)} Les autres codes de l’achat sont affichés ; l’acheteur voit qu’il manque ${count > 1 ? 'ces codes' : 'ce code'}.`,
    }),
    unreadableStock: (count: number) => ({
      title: 'Codes à vendre illisibles',
      message: `${unreadable(count)} L’export les a laissés de côté.`,
    }),
    unreadableWithheld: (count: number) => ({
      title: 'Codes illisibles',
      message: `${count} ${count > 1 ? 'codes qui ne s’ouvrent avec aucune clé ont été retirés' : 'code qui ne s’ouvre avec aucune clé a été retiré'} de la vente. Le détail est dans le journal ; les mêmes codes peuvent être importés à nouveau.`,
    }),
    duplicateCodes: (withheld: number, soldTwice: number) => ({
      title: 'Codes en double',
      message: [
        withheld > 0 &&
          `${withheld} ${withheld > 1 ? 'codes en double retirés' : 'code en double retiré'} de la vente.`,
        soldTwice > 0 &&
          `${soldTwice} ${soldTwice > 1 ? 'codes vendus' : 'code vendu'} alors que le même avait déjà été vendu.`,
        'Le détail est dans le journal et dans le contrôle des comptes.',
      ]
        .filter((part) => part !== false)
        .join(' '),
    }),
  },
  names: {
    unknownUser: 'Utilisateur Inconnu',
    unknownEmail: 'N/A',
    unknownAdmin: 'Administrateur inconnu',
    missingAdmin: 'Administrateur introuvable',
    /** Who acted, when an operator ran a command. */
    commandLine: 'Ligne de commande',
    /** What an action was about that was about everybody. */
    allAccounts: 'Tous les comptes',
  },
} as const;

/** Reasons to choose from until the owner has saved a list. */
export const proposedRefusalReasons = {
  recharge: [
    'Reçu illisible',
    'Montant différent du reçu',
    'Virement introuvable sur le compte',
    'Reçu déjà utilisé',
  ],
  freeFire: ['ID introuvable', 'ID d’une autre région', 'Offre momentanément indisponible'],
} as const;
