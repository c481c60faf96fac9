/** A form that a colleague has saved since it was opened. */
export const staleForm = {
  title: 'Enregistré entre-temps',
  text: 'Ce que vous avez saisi est gardé. Vérifiez, puis enregistrez.',
} as const;
