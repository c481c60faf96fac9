import { formatDateTime, formatOpening } from '../formats.ts';
import { alertTexts, serviceReasons } from '../shared-texts.ts';

const dayNames = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'] as const;

/** A reseller's Free Fire screen, and the service's state wherever it shows. */
export const freeFire = {
  title: 'Recharge Free Fire',
  text: 'Les diamants arrivent directement sur le compte du joueur.',
  online: 'En ligne',
  offline: 'Hors ligne',
  reasons: serviceReasons,
  loadFailed: 'Impossible de charger les données Free Fire',
  paymentFailed: alertTexts.paymentMessage,

  openUntil: (endHour: number) => `jusqu’à ${endHour} h`,
  /** 0 = Sunday to 6; read from Saturday on, as the week goes in Algeria. */
  hours: (startHour: number, endHour: number, days: readonly number[]) => {
    const named = [6, 0, 1, 2, 3, 4, 5].filter((day) => days.includes(day)).map((day) => dayNames[day]);
    const when = named.length === 7 ? 'tous les jours' : named.join(', ');
    return when ? `Service ouvert de ${startHour} h à ${endHour} h, ${when}.` : '';
  },
  /** `opening` in epoch milliseconds, shown in the time of Algiers. */
  nextOpening: (opening: number) => `Prochaine ouverture : ${formatOpening(opening)}`,
  maintenanceText:
    'Le service revient dès la fin de la maintenance. Vous pouvez déjà préparer votre demande.',
  disabledText: 'Le service est arrêté pour le moment. Revenez plus tard.',
  unknownText: 'L’état du service n’a pas pu être lu.',

  form: {
    title: 'Nouvelle demande',
    playerId: 'ID Free Fire',
    playerIdHint: '8 à 12 chiffres, à copier depuis le profil du joueur',
    playerIdMissing: 'Veuillez saisir un ID Free Fire',
    offer: 'Choisissez une offre',
    offerMissing: 'Veuillez sélectionner une offre',
    unavailable: 'Indisponible',
    diamonds: 'diamants',
    noOffers: 'Aucune offre disponible',
    noOffersText: 'Les offres apparaîtront ici dès leur publication.',
    summary: 'Récapitulatif',
    player: 'Joueur',
    balanceNow: 'Solde actuel',
    price: 'Prix',
    balanceAfter: 'Solde après',
    short: (missing: string) => `Il vous manque ${missing}`,
    askRecharge: 'Demander une recharge',
    debitNote: 'Le prix est débité à l’envoi, et remboursé si la demande est refusée.',
    empty: 'Votre solde est vide : demandez d’abord une recharge.',
    /** To a cashier, who asks for none. */
    emptyShop: 'Le solde de la boutique est vide : prévenez votre patron.',
    submit: 'Envoyer la demande',
    success: 'Demande envoyée avec succès! Elle sera traitée par un administrateur.',
  },

  playerName: {
    look: 'Vérifier le nom',
    found: (name: string) => `Nom du joueur : ${name}`,
    notFound: 'Aucun joueur n’a cet ID. Vérifiez-le auprès du client.',
    unavailable: 'Nom indisponible. La demande peut être envoyée sans lui.',
  },

  repeat: {
    title: 'Déjà envoyée dans les dernières 24 heures',
    text: (offer: string, playerId: string, moment: string) =>
      `${offer} pour ${playerId}, le ${formatDateTime(moment)}. Vérifiez auprès du client avant de l’envoyer encore une fois.`,
    sendAnyway: 'Envoyer quand même',
  },

  customers: {
    suggestions: 'Clients connus',
    suggested: (count: number) => (count > 1 ? `${count} clients connus` : `${count} client connu`),
    open: 'Mes clients',
    title: 'Mes clients Free Fire',
    search: 'Nom ou premiers chiffres',
    last: (offer: string) => `Dernière offre : ${offer}`,
    choose: 'Choisir',
    rename: 'Renommer',
    label: 'Nom du client',
    renamed: 'Client renommé',
    remove: 'Retirer',
    removeTitle: 'Retirer ce client ?',
    removeText: (customer: string) =>
      `${customer} ne sera plus proposé. Ses demandes restent dans vos opérations.`,
    removed: 'Client retiré',
    failed: 'Erreur de mise à jour',
    loadFailed: 'Impossible de charger vos clients',
    empty: 'Aucun client',
    emptyText: 'Chaque joueur à qui vous envoyez une recharge s’inscrit ici.',
  },

  requests: {
    title: 'Dernières demandes',
    note: 'Vos 10 dernières demandes Free Fire',
    empty: 'Aucune demande trouvée',
    emptyText: 'Vos demandes et leur suivi apparaîtront ici.',
    player: (playerId: string) => `Joueur ${playerId}`,
    status: { pending: 'En attente', validated: 'Validé', refused: 'Refusé' },
  },

  detail: {
    title: 'Demande Free Fire',
    playerId: 'ID joueur',
    offer: 'Offre',
    diamonds: 'Diamants',
    amount: 'Montant',
    createdAt: 'Envoyée le',
    validatedAt: 'Validée le',
    refusedAt: 'Refusée le',
    processedBy: 'Traitée par',
    note: 'Note de l’administrateur',
    balance: 'Solde avant → après',
    request: 'Demande',
    transaction: 'Transaction',
    proof: 'Voir la preuve',
    pendingText: 'Un administrateur traite votre demande. Vous verrez sa réponse ici.',
    refusedText: (amount: string) =>
      `La demande a été refusée et ${amount} ont été remboursés sur votre solde.`,
  },
} as const;
