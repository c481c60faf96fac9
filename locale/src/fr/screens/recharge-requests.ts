import { rechargeMethodNames } from '../shared-texts.ts';

/** A reseller's own recharge requests: the dialog of the balance and the panel of the profile (AMB-01). */
export const rechargeRequests = {
  title: 'Demandes de recharge',
  balance: 'Solde disponible',
  methods: rechargeMethodNames,
  status: { pending: 'En attente', approved: 'Approuvée', rejected: 'Rejetée', cancelled: 'Annulée' },

  form: {
    title: 'Nouvelle demande',
    text: 'Indiquez ce que vous avez payé. Un administrateur vérifie puis crédite votre solde.',
    amount: 'Montant (DA)',
    amountMissing: 'Veuillez saisir un montant',
    amountHint: '10 000 DA au plus par demande',
    method: 'Moyen de paiement',
    phone: 'Téléphone',
    phoneHint: 'Laissez vide pour utiliser celui de votre profil',
    reference: 'Référence du virement',
    referenceHint: 'Le numéro qui figure sur le reçu',
    note: 'Note',
    noteHint: 'Numéro de reçu, date du virement…',
    submit: 'Envoyer la demande',
    success: 'Demande envoyée avec succès! Elle sera traitée par un administrateur.',
    failed: 'Erreur de création',
  },

  photo: {
    title: 'Photo du reçu (facultatif)',
    text: 'Elle est réduite ici avant l’envoi, sans la position ni l’appareil.',
    choose: 'Ajouter une photo',
    change: 'Changer la photo',
    over: 'Déposez la photo ici',
    preview: 'La photo du reçu, telle qu’elle sera envoyée',
    working: 'Préparation de la photo…',
    ready: (kilobytes: number) => `Prête à l’envoi : ${kilobytes} ko`,
    unusable: 'Cette photo ne peut pas être lue. Choisissez-en une autre.',
    unusablePdf:
      'Un PDF ne peut pas être joint. Ouvrez-le, faites-en une capture d’écran, puis choisissez cette capture.',
    unusableHeic:
      'Ce navigateur ne lit pas les photos HEIC. Faites une capture d’écran de la photo, ou réglez l’appareil photo sur JPEG (« Le plus compatible »), puis choisissez-la.',
    remove: 'Retirer la photo',
    sending: 'Envoi de la photo…',
    failed: 'La photo n’a pas été envoyée',
    notSent: 'Demande envoyée, mais pas sa photo. Renvoyez-la depuis « Mes demandes ».',
    again: 'Renvoyer la photo',
    add: 'Joindre la photo du reçu',
    see: 'Voir la photo du reçu',
    replace: 'Remplacer la photo',
    missing: 'La photo de cette demande n’est pas arrivée.',
    removed: 'Photo supprimée après 180 jours',
  },

  list: {
    title: 'Mes demandes',
    empty: 'Aucune demande trouvée',
    emptyText: 'Vos demandes et leur suivi apparaîtront ici.',
    loadFailed: 'Impossible de charger les demandes de recharge',
    yourNote: (text: string) => `Votre note : ${text}`,
    approvalNote: (text: string) => `Note de l’administrateur : ${text}`,
    yourReference: (text: string) => `Référence : ${text}`,
    reason: (text: string) => `Raison : ${text}`,
  },

  cancel: {
    open: 'Annuler',
    describe: (amount: string) => `la demande de ${amount}`,
    ask: 'Annuler cette demande ?',
    keep: 'Garder',
    confirm: 'Confirmer',
    success: 'Demande annulée',
    failed: 'Erreur de mise à jour',
  },

  threshold: {
    title: 'Solde bas',
    label: 'Me prévenir au-dessous de (DA)',
    hint: 'Laissez vide pour ne pas être prévenu',
    save: 'Enregistrer',
    saved: 'Seuil enregistré',
    failed: 'Erreur lors de l’enregistrement',
  },

  panel: {
    text: 'Prévenez un administrateur d’un paiement pour faire créditer votre solde.',
    open: 'Demander une recharge',
    empty: 'Aucune demande en cours',
  },
} as const;
