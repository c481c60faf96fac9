/** Printing on a receipt printer without the browser's print dialog. Loaded with the ticket where the browser can. */
export const receiptPrinter = {
  title: 'Imprimante de tickets',
  choose: 'Imprimante de tickets',
  chooseText:
    'Choisissez comment l’imprimante est reliée à cet appareil. Le navigateur demande ensuite laquelle, une seule fois.',
  connections: {
    serial: { name: 'Bluetooth ou port série', hint: 'Une imprimante déjà associée à cet appareil.' },
    usb: { name: 'Câble USB', hint: 'Une imprimante branchée à cet appareil.' },
    bluetooth: {
      name: 'Bluetooth basse énergie',
      hint: 'Une imprimante sans association, allumée et proche.',
    },
  },
  print: 'Imprimer sur l’imprimante de tickets',
  change: 'Changer d’imprimante',
  chosen: 'Imprimante choisie',
  forget: 'Oublier cette imprimante',
  nothingPrinted: 'Rien n’a été imprimé.',
  faults: {
    'not-chosen': 'Aucune imprimante n’a été choisie.',
    refused: 'Le navigateur a refusé l’accès à l’imprimante. Imprimez avec le navigateur.',
    silent:
      'L’imprimante ne répond pas : vérifiez qu’elle est allumée, reliée et libre, ou imprimez avec le navigateur.',
  },
  unprintableCode: 'Ce code a un caractère que l’imprimante de tickets n’a pas. Imprimez avec le navigateur.',
  interrupted: (mark: string) =>
    `L’imprimante s’est arrêtée et le ticket est peut-être incomplet. Il est inscrit (${mark}) : le prochain sera un duplicata.`,
} as const;
