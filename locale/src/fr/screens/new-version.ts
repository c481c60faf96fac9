/** A newer version of the application than the page’s own. */
export const newVersion = {
  available: 'Nouvelle version disponible',
  unsaved: 'enregistrez ou annulez d’abord votre saisie',
  openCall: 'une opération est en cours, réessayez dans un instant',
} as const;
