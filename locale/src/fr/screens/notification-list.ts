/** The list behind the bell. */
export const notificationList = {
  title: 'Notifications',
  readAll: 'Tout marquer comme lu',
  read: 'Marquer comme lue',
  empty: 'Aucune notification',
  emptyText: 'Les mouvements de votre solde apparaîtront ici.',
  emptyToAdministrators: 'Les demandes et les inscriptions apparaîtront ici.',
  failed: 'Impossible de charger les notifications',
} as const;
