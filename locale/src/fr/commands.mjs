/** What the commands (npm start, npm test, ...) print. Plain JavaScript: it is read before anything is installed. */
export const commandTexts = {
  nodeTooOld: (found) =>
    `Almas a besoin de Node 20 ou plus récent pour s’installer. Version trouvée : ${found}.`,
  nodeNeeded: (found) =>
    `Almas a besoin de Node 24.12 ou plus récent sur cette machine. Version trouvée : ${found}.`,
  dev: (address, { ADMIN_EMAIL, ADMIN_PASSWORD, DATA_DIR }) =>
    [
      `Les écrans : ${address}, les composants : ${address}/dev/components/`,
      `La base de données : ${DATA_DIR}. Administrateur : ${ADMIN_EMAIL}, ${ADMIN_PASSWORD}`,
    ].join('\n'),
  installing: 'Installation des dépendances',
  otherPackages:
    'Les paquets installés sont ceux d’une autre version, et un serveur s’en sert peut-être : arrêtez-le, puis « npm ci », et relancez la commande.',
  building: {
    web: 'Construction des écrans',
    firstView: 'Construction des premiers affichages',
    webInArabic: 'Construction des écrans en arabe',
    firstViewInArabic: 'Construction des premiers affichages en arabe',
    server: 'Construction du serveur',
  },
  progress: (what, seconds) => `${what}… ${seconds} s`,
  done: (what, seconds) => `${what} : fait en ${seconds} s`,
  failed: (what, seconds) => `${what} : échec après ${seconds} s`,
  slowest: (tests) =>
    [
      'Les tests les plus longs :',
      ...tests.map(({ title, seconds }) => `  ${seconds.toFixed(1).replace('.', ',')} s  ${title}`),
    ].join('\n'),
  clockInstalling: 'Installation de libfaketime',
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
  usage: 'Usage : almas COMMANDE [...]. « almas COMMANDE --help » dit ce qui peut suivre son nom.',
  unknown: (command) => `« ${command} » n’est pas une commande d’Almas.`,
  commands: {
    start: 'démarre le serveur',
    audit: 'contrôle les comptes ; code 1 quand ils ne sont pas justes',
    backup: 'écrit une sauvegarde, aussi pendant que le serveur vend',
    restore: 'remet une sauvegarde, ou la base telle qu’elle était à une heure, dans une base neuve',
    'take-over': 'fait d’une base restaurée celle qui archive dans ARCHIVE_DIR',
    'prepare-restored':
      'dans une base restaurée autrement que par almas, met en pause les fournisseurs et ferme les sessions',
    'reset-password': 'donne un nouveau mot de passe à un administrateur',
    'add-admin': 'crée un administrateur de plus',
    'reactivate-admin': 'réactive un administrateur désactivé',
    'end-sessions': 'déconnecte un compte de tous ses appareils, ou tous les comptes',
    'rotate-keys': 'remplace les clés qui protègent les codes',
    'rebuild-sales': 'recompte les ventes par jour et par heure',
    'upgrade-database': 'fait passer la base fournie avec Almas au PostgreSQL suivant',
    roles: 'sépare, avec DATABASE_URL, le rôle qui sert de celui qui possède les tables',
    demo: 'remplit une base vide d’une année d’activité inventée',
  },
  startUsage: 'Usage : almas start',
  notBuilt: 'Cette installation n’est pas construite : lancez « npm ci && npm run build » une fois.',
  environmentMissing: (file) => `Le fichier ${file}, nommé dans ALMAS_ENV_FILE, n’existe pas.`,
  environmentUnreadable: (file) =>
    `Le fichier ${file} ne peut pas être lu : lancez la commande sous le compte du service ou avec sudo.`,
};
