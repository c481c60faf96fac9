/** What a reseller's tickets say of the shop, and the reseller's own prices. Loaded when it is opened. */
export const shop = {
  section: 'Tickets',
  sectionText: 'Le nom, le téléphone et le bas de vos tickets de caisse.',
  edit: 'Ticket de la boutique',
  title: 'Votre boutique sur le ticket',
  name: 'Nom de la boutique',
  phone: 'Téléphone de la boutique',
  footer: 'Bas du ticket',
  footerHint: 'Une ligne, par exemple : Ni repris ni échangé.',
  width: 'Largeur du papier',
  showPrice: 'Afficher votre prix de vente',
  showPriceHint: 'Le prix d’achat n’est jamais imprimé.',
  price: (offer: string) => `Votre prix de vente d’un code ${offer} (DA)`,
  priceHint: 'Laissez vide pour ne pas imprimer de prix.',
  save: 'Enregistrer',
  saved: 'Ticket enregistré',
  failed: 'Erreur lors de l’enregistrement du ticket',
} as const;
