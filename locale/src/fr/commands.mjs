/** What the commands (npm start, npm test, ...) print. Plain JavaScript: it is read before anything is installed. */
export const commandTexts = {
  nodeTooOld: (found) =>
    `Almas a besoin de Node 20.19 ou plus récent (20, 22.12+, 24+). Version trouvée : ${found}.`,
  installing: 'Installation des dépendances',
  building: {
    web: 'Construction des écrans',
    firstView: 'Construction des premiers affichages',
    server: 'Construction du serveur',
  },
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
    image: 'Image construite et mise en service',
    postgres: 'Mise à niveau d’une base de PostgreSQL 17',
  },
};

/** `almas COMMAND`, the command of a built installation. */
export const almasTexts = {
  usage: (commands) => `Usage : almas COMMANDE [...]. Commandes : ${commands.join(', ')}.`,
  notBuilt: 'Cette installation n’est pas construite : lancez « npm ci && npm run build » une fois.',
  environmentMissing: (file) => `Le fichier ${file}, nommé dans ALMAS_ENV_FILE, n’existe pas.`,
  environmentUnreadable: (file) =>
    `Le fichier ${file} ne peut pas être lu : lancez la commande sous le compte du service ou avec sudo.`,
};
