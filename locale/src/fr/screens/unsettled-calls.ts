/** The taps whose answer was lost. */
export const unsettledCalls = {
  title: 'Demandes sans réponse',
  kinds: {
    'purchases.create': 'Achat',
    'freeFire.createRequest': 'Recharge Free Fire',
    'rechargeRequests.create': 'Demande de recharge',
    'credit.advance': 'Avance',
  },
  states: {
    lost: 'Réponse perdue : nous demandons au serveur ce qu’il en est. Ne refaites pas cette demande.',
    executed: 'Achat effectué : le code est dans « Mes cartes ».',
    closed: 'Non effectuée : rien n’a été débité. Vous pouvez recommencer.',
    expired: 'Trop ancienne pour être vérifiée : consultez vos opérations avant de recommencer.',
  },
  unkept:
    'Ce navigateur n’enregistre rien : gardez cette page ouverte jusqu’à la réponse, ou consultez vos opérations avant de recommencer.',
  cards: 'Voir mes cartes',
  operations: 'Voir mes opérations',
  /** What is said to a cashier, who has other lists. */
  cashier: {
    executed: 'Vente effectuée : le code est dans « Mes ventes ».',
    expired: 'Trop ancienne pour être vérifiée : cherchez-la dans la liste avant de recommencer.',
    unkept:
      'Ce navigateur n’enregistre rien : gardez cette page ouverte jusqu’à la réponse, ou consultez vos ventes avant de recommencer.',
    sales: 'Voir mes ventes',
    requests: 'Voir mes demandes',
  },
  dismiss: 'Retirer de la liste',
} as const;
