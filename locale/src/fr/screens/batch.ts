const plural = (count: number, one: string, many: string) => `${count} ${count > 1 ? many : one}`;

/** Several things decided in one go: what was chosen, and what became of each. */
export const batch = {
  select: (name: string) => `Sélectionner ${name}`,
  selectAll: (count: number) => `Tout sélectionner (${count})`,
  clear: 'Désélectionner',
  chosen: (count: number) => plural(count, 'sélection', 'sélections'),
  total: (amount: string) => `Total : ${amount}`,
  each: 'Chaque décision est enregistrée séparément, avec son propre résultat.',
  results: 'Résultats',
  waiting: 'pas encore envoyée',
  unanswered: 'réponse perdue, peut-être enregistrée : « Reprendre » le vérifie',
  running: 'en cours…',
  progress: (done: number, all: number) => `${done} sur ${all}`,
  /** After the last one. */
  summary: (done: number, failed: number) =>
    failed === 0
      ? plural(done, 'décision enregistrée', 'décisions enregistrées')
      : `${plural(done, 'décision enregistrée', 'décisions enregistrées')}, ${plural(failed, 'refusée', 'refusées')}`,
  goOn: 'Reprendre',
  requests: {
    approve: 'Approuver la sélection',
    approveTitle: (count: number) => `Approuver ${plural(count, 'demande', 'demandes')}`,
    approved: 'Approuvée',
    reject: 'Rejeter la sélection',
    rejectTitle: (count: number) => `Rejeter ${plural(count, 'demande', 'demandes')}`,
    rejected: 'Rejetée',
    reason: 'Raison du rejet',
  },
  withheld: {
    discard: 'Écarter la sélection',
    discardTitle: (count: number) => `Écarter ${plural(count, 'code', 'codes')}`,
    discarded: 'Écarté',
    release: 'Remettre la sélection en vente',
    releaseTitle: (count: number) => `Remettre en vente ${plural(count, 'code', 'codes')}`,
    released: 'Remis en vente',
    failed: 'Erreur de traitement',
  },
  accounts: {
    column: 'Choix',
    activate: 'Activer la sélection',
    activateTitle: (count: number) => `Activer ${plural(count, 'compte', 'comptes')}`,
    activated: 'Activé',
    refuse: 'Refuser la sélection',
    refuseTitle: (count: number) => `Refuser ${plural(count, 'compte', 'comptes')}`,
    refused: 'Refusé',
    reason: 'Raison (facultatif)',
  },
} as const;
