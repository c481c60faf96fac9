/*
 * Texts that the server writes into records and that screens say too. Apart from the others, so that a first load brings
 * these alone.
 */
export const alertTexts = {
  databaseTitle: 'Erreur de base de données',
  paymentTitle: 'Erreur de paiement',
  paymentMessage: 'Erreur lors du traitement du paiement',
  loadMessage: 'Erreur lors du chargement des données',
} as const;

export const serviceReasons = {
  unknown: 'Configuration non chargée',
  disabled: 'Service désactivé',
  maintenance: 'Maintenance en cours',
  closed: 'Hors horaires de service',
  online: 'Service en ligne',
} as const;

export const rechargeMethodNames = {
  ccp: 'CCP',
  baridimob: 'BaridiMob',
  bank_transfer: 'Virement bancaire',
} as const;
