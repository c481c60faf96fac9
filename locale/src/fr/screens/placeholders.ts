/** The screens that only say something. */
export const placeholders = {
  underDevelopment: 'Fonctionnalité en cours de développement',
  underDevelopmentText: 'Cette page sera bientôt disponible.',
  history: 'Historique',
  consumption: 'Consommation',
  directory: 'Annuaire',
  recharge: {
    title: 'Recharge du solde',
    onlyAdmins: 'Seuls les administrateurs peuvent recharger un solde.',
    contact: 'Veuillez contacter un administrateur.',
    ask: 'Demander une recharge',
  },
} as const;
