/** The switch of the bell: news on this device while the application is closed. */
export const deviceNotifications = {
  label: 'Notifications sur cet appareil',
  reseller:
    'Crédits, corrections, demandes Free Fire, échéances et réclamations, même quand Almas est fermé. Vos achats n’y sont pas.',
  administrator: 'Demandes, inscriptions, stock bas et alertes, même quand Almas est fermé.',
  checking: 'Vérification…',
  turnedOn: 'Notifications activées sur cet appareil',
  turnedOff: 'Notifications désactivées sur cet appareil',
  failed: 'Impossible de changer les notifications de cet appareil',
  denied:
    'Bloquées par ce navigateur. Touchez l’icône à gauche de l’adresse, autorisez les notifications, puis rouvrez ce panneau.',
  unsupported: 'Ce navigateur ne les propose pas ici. Sur iPhone, ajoutez d’abord Almas à l’écran d’accueil.',
} as const;
