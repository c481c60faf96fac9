/** What `npm run cluster` says. */
export const clusterTexts = {
  usage:
    'Usage : npm run cluster -- up | status | kill N [patroni|postgres] | start N | backup | restore INSTANT | down [--remove]   (N : 1 ou 2 ; INSTANT : 2026-11-22T14:05:00Z)',
  installing: (names: string) => `Installation des paquets : ${names}`,
  installFailed: (names: string) =>
    `Ces paquets manquent et n’ont pas pu être installés : ${names}. Installez-les (Debian 12 ou plus récent), puis recommencez.`,
  starting: (folder: string) => `Démarrage dans ${folder}…`,
  notWithin: (what: string, seconds: number) => `Après ${seconds} secondes : ${what}.`,
  ended: (logs: readonly string[]) =>
    `Un programme s’est arrêté de lui-même (un port déjà pris, peut-être). Son journal dit pourquoi : ${logs.join(', ')}.`,
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
  node: (node: number, role: string, state: string) => `Nœud ${node} : ${role}, ${state}`,
  silent: (node: number) => `Nœud ${node} : ne répond pas`,
  whole: 'Complète : les ventes attendent la base de secours.',
  notWhole: 'Incomplète : la perte de la base principale arrêterait les ventes ou en perdrait.',
  killed: (node: number, part: 'all' | 'postgres' | 'patroni') =>
    part === 'all' ? `Nœud ${node} tué.` : `Nœud ${node} : ${part} tué.`,
  backupFailed: (output: string) => `pgBackRest n’a pas abouti :\n${output}`,
  backupMade: (folder: string) => `Sauvegarde complète écrite dans ${folder}.`,
  restored: (moment: string) => `La grappe est revenue à l’instant ${moment}.`,
  started: (node: number) => `Nœud ${node} démarré ; il rejoint la grappe.`,
  down: 'La grappe est arrêtée.',
  removed: (folder: string) => `La grappe est arrêtée et ${folder} est supprimé.`,
} as const;
