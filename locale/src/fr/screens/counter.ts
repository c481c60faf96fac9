const codes = (count: number) => `${count} ${count > 1 ? 'codes' : 'code'}`;

/** The counter: quantity, quick sales, the sheet of codes, tickets. Loaded when one of them is opened. */
export const counter = {
  bought: {
    title: (count: number) => (count > 1 ? `Vos ${codes(count)}` : 'Votre code'),
    newBalance: 'Nouveau solde',
    paid: 'Payé',
    customerPrice: 'Prix pour le client',
    onPaper: 'Un code s’imprime sur son ticket, par « Imprimer ».',
    success: 'Achat effectué avec succès !',
    boughtAt: 'Acheté :',
    /** `list`: the title of the screen that has them. */
    kept: (count: number, list: string) =>
      count > 1
        ? `Ces codes restent disponibles dans « ${list} ».`
        : `Ce code reste disponible dans « ${list} ».`,
  },
  installation: {
    title: 'Installez Almas sur cet appareil',
    text: 'une icône pour l’ouvrir, et vos dernières opérations même sans réseau.',
    action: 'Installer',
  },
  quantity: {
    title: 'Acheter des codes',
    label: 'Nombre de codes',
    less: 'Un code de moins',
    more: 'Un code de plus',
    unitPrice: 'Prix d’un code',
    total: 'Total',
    balanceAfter: 'Solde après l’achat',
    aboveCap: 'Ce total dépasse votre plafond du jour.',
    buy: (count: number, total: string) =>
      count > 1 ? `Acheter ${codes(count)}\u00a0: ${total}` : `Acheter ${codes(count)}`,
    /** While the typed number buys nothing. */
    buyNone: 'Acheter',
    range: (most: number) => (most > 1 ? `Choisissez de 1 à ${most}.` : 'Un seul code possible.'),
    stock: (count: number) => `En stock : ${codes(count)}.`,
    newPrice: 'Le prix a changé : vérifiez le total.',
    gone: 'Cette offre n’est plus en vente.',
  },
  quickSales: {
    pin: 'Garder dans les ventes rapides',
    pinFailed: 'Erreur lors de l’enregistrement',
  },
} as const;
