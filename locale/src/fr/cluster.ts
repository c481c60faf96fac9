/** Patroni's words, of each of its versions. */
const roles: Readonly<Record<string, string>> = {
  master: 'base principale',
  primary: 'base principale',
  replica: 'base de secours',
  standby: 'base de secours',
};
const states: Readonly<Record<string, string>> = {
  running: 'en marche',
  streaming: 'en marche',
  starting: 'démarre',
  stopping: 's’arrête',
  stopped: 'arrêté',
  'in archive recovery': 'rattrape son retard',
  'creating replica': 'se fait une copie',
};

/** What `npm run cluster` says. */
export const clusterTexts = {
  usage:
    'Usage : npm run cluster -- up | status | kill N [patroni|postgres] | start N | backup | restore INSTANT | down [--remove]   (N : 1 ou 2 ; INSTANT : 2026-11-22T14:05:00Z)',
  port: (value: string) => `CLUSTER_PORT doit être un nombre entier de 1024 à 65496 (reçu : « ${value} »).`,
  notMade: (folder: string) =>
    `Il n’y a pas de grappe dans ${folder} : vérifiez CLUSTER_DIR, ou faites-en une avec « npm run cluster -- up ».`,
  foreignFolder: (folder: string) =>
    `${folder} contient autre chose qu’une grappe : donnez à CLUSTER_DIR un dossier vide, ou qui n’existe pas. Rien n’a été modifié.`,
  noPrimary: 'Aucune base principale ne répond : faites d’abord « npm run cluster -- up ».',
  restoreFirst: (folder: string) =>
    `Dans ${folder}, les nœuds n’ont plus de données, mais il y a des sauvegardes : « npm run cluster -- restore INSTANT » les reprend, « down --remove » supprime tout. Rien n’a été modifié.`,
  momentToCome: (moment: string) => `L’instant ${moment} n’est pas encore passé. Rien n’a été modifié.`,
  momentTooEarly: (first: string) =>
    `La première sauvegarde se termine à ${first} : aucun instant d’avant ne peut être retrouvé. Rien n’a été modifié.`,
  noBackup: 'Il n’y a encore aucune sauvegarde. Rien n’a été modifié.',
  installing: (names: string) => `Installation des paquets : ${names}`,
  installFailed: (names: string) =>
    `Ces paquets manquent et n’ont pas pu être installés : ${names}. Installez-les (Debian 12 ou plus récent), puis recommencez.`,
  starting: (folder: string) => `Démarrage dans ${folder}…`,
  notWithin: (what: string, seconds: number) => `Après ${seconds} secondes : ${what}.`,
  ended: (logs: readonly string[]) =>
    `Un programme s’est arrêté de lui-même (un port déjà pris, peut-être). Son journal dit pourquoi : ${logs.join(', ')}.`,
  portsTaken: (ports: readonly number[]) => {
    const [which, free] =
      ports.length > 1
        ? ['Ces ports sont déjà pris', 'Libérez-les']
        : ['Ce port est déjà pris', 'Libérez-le'];
    return `${which} par un autre programme : ${ports.join(', ')}. ${free}, ou choisissez-en 40 autres avec CLUSTER_PORT. Rien n’a été démarré.`;
  },
  interrupting: 'Arrêt demandé…',
  interrupted: {
    up: 'Interrompu : ce que cette commande a démarré est arrêté. Relancez-la.',
    restore: 'Restauration interrompue : la grappe est comme avant.',
    backup: 'Sauvegarde interrompue : elle ne compte pas, les précédentes restent.',
    other: 'Commande interrompue avant la fin.',
  },
  what: {
    primary: 'aucune base principale ne s’est déclarée',
    archived: 'le journal n’est pas archivé',
    whole: 'la base de secours ne suit pas la base principale',
  },
  ready: (primary: number) => `La grappe est complète. Base principale : nœud ${primary}.`,
  database: (url: string) => `DATABASE_URL=${url}`,
  databaseRead: (url: string) => `DATABASE_READ_URL=${url}`,
  databaseOwner: (url: string) =>
    `Propriétaire des tables, pour une restauration ou une nouvelle version : DATABASE_OWNER_URL=${url}`,
  servers: (address: string, behind: string) => `Entrée des serveurs : ${address} (devant ${behind})`,
  node: (node: number, role: string, state: string) =>
    `Nœud ${node} : ${roles[role] ?? role}, ${states[state] ?? state}`,
  silent: (node: number) => `Nœud ${node} : ne répond pas`,
  whole: 'Complète : les ventes attendent la base de secours.',
  notWhole: 'Incomplète : la perte de la base principale arrêterait les ventes ou en perdrait.',
  killed: (node: number, part: 'all' | 'postgres' | 'patroni') =>
    part === 'all' ? `Nœud ${node} tué.` : `Nœud ${node} : ${part} tué.`,
  nothingToKill: (node: number) => `Nœud ${node} : rien n’y tourne.`,
  backupFailed: (output: string) => `pgBackRest n’a pas abouti :\n${output}`,
  backupMade: (folder: string) => `Sauvegarde complète écrite dans ${folder}.`,
  restored: (moment: string) => `La grappe est revenue à l’instant ${moment}.`,
  started: (node: number) => `Nœud ${node} démarré ; il rejoint la grappe.`,
  down: 'La grappe est arrêtée.',
  removed: (folder: string) => `La grappe est arrêtée et ${folder} est supprimé.`,
} as const;
