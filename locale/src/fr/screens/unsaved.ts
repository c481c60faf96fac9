/** The question before a form with unsaved changes is left. */
export const unsaved = {
  title: 'Quitter sans enregistrer ?',
  text: 'Ce que vous avez saisi ne sera pas conservé.',
  leave: 'Quitter sans enregistrer',
  stay: 'Continuer la saisie',
} as const;
