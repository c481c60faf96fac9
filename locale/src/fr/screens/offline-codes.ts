/** In place of codes without a network; the dashboard loads it. */
export const offlineCodes = {
  title: 'Les codes ne sont pas disponibles hors ligne',
  text: 'Ils reviennent avec la connexion. Rien n’est perdu.',
} as const;
