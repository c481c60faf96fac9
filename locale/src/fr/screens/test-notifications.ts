export const testNotifications = {
  title: 'Test des notifications',
  text: 'Chaque bouton simule une notification pour vous. Aucun solde ne bouge.',
  balance: {
    title: 'Crédit du solde',
    text: 'Comme si un administrateur venait de créditer votre solde. Visible aussi dans la cloche.',
    button: 'Créditer 5000 DZD',
  },
  system: {
    title: 'Mise à jour du système',
    text: 'Comme à l’arrivée d’une nouvelle version de l’application.',
    button: 'Annoncer la version 2.1.0',
  },
  rejection: {
    title: 'Rejet de recharge',
    text: 'Comme si une demande de recharge venait d’être rejetée, avec sa raison.',
    button: 'Rejeter 3000 DZD',
  },
  failed: "Erreur lors de l'envoi du message",
  results: 'Notifications simulées',
  resultsNote: 'Depuis l’ouverture de cette page',
} as const;
