/** What the commands (npm start, npm test, ...) print. Plain JavaScript: it is read before anything is installed. */
export const commandTexts = {
  nodeTooOld: (found) =>
    `Almas a besoin de Node 20.19 ou plus récent (20, 22.12+, 24+). Version trouvée : ${found}.`,
  installing: 'Installation des dépendances',
  building: { web: 'Construction des écrans', server: 'Construction du serveur' },
  progress: (what, seconds) => `${what}… ${seconds} s`,
  done: (what, seconds) => `${what} : fait en ${seconds} s`,
  failed: (what, seconds) => `${what} : échec après ${seconds} s`,
  stillBusy: (what, seconds) => `${what} : toujours en cours (${seconds} s)`,
  browserInstalling: 'Installation de Chromium',
  browserMissing:
    'Aucun navigateur trouvé pour les parcours : installez Chromium ou Chrome (par exemple « apt-get install chromium »), ou indiquez son chemin dans CHROMIUM.',
  suites: {
    typecheck: 'Vérification des types',
    lint: 'Vérification du style',
    vitest: 'Tests du code, de l’API et de la base',
    playwright: 'Parcours dans le navigateur',
    cluster: 'Pannes de la grappe sous charge',
  },
};
