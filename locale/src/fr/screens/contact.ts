/** The dialog that writes to the administrator. Loaded when it is opened. */
export const contact = {
  title: 'Contacter l’administrateur',
  message: 'Message',
  hint: 'Précisez le numéro de la commande ou du paiement concerné.',
  send: 'Envoyer',
  sent: "Votre message a été envoyé à l'administrateur",
  failed: "Erreur lors de l'envoi du message",
} as const;
