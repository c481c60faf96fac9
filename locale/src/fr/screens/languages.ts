/** The choice of the other language. */
export const languages = {
  other: 'العربية',
  failed: 'La langue n’a pas été changée',
  later: 'Une opération ou une saisie est en cours : la langue change au prochain chargement de la page',
} as const;
