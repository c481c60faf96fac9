import { formatAmount, formatCount, formatTenths } from './formats.ts';

/** What every command of the operator says of its arguments, its interruption and its failures. */
export const commandLineTexts = {
  usage: (call: string, rest: string) => `Usage : ${`${call} ${rest}`.trim()}`,
  takenByNpm: (flag: string, name: string, rest: string) =>
    `npm a gardé --${flag} pour lui. Écrivez les deux tirets devant : npm run ${name} -- ${rest}`,
  interrupting: 'Arrêt demandé : la commande s’interrompt…',
  interrupted: 'Commande interrompue avant la fin.',
  outputLost:
    'La sortie n’a pas pu être écrite : ce que la commande a fait est fait, ce qu’elle devait afficher est perdu. Un mot de passe perdu se remplace avec « almas reset-password EMAIL ».',
  databaseAway: 'La base de données ne répond plus. Vérifiez-la, puis recommencez.',
  databaseRefused: 'La base de données refuse la connexion. Vérifiez l’utilisateur et le mot de passe.',
  databaseMissing: 'La base de données n’existe pas. Créez-la ou corrigez l’adresse.',
  privilege: (reason: string) =>
    `Le rôle de la base n’a pas le droit de faire cela (${reason}). Voir docs/operations.md, « The roles of the database ».`,
  fileMissing: (path: string) => `${path} n’existe pas.`,
  fileForbidden: (path: string) =>
    `Le système refuse l’accès à ${path}. Vérifiez ses droits et le compte qui lance la commande.`,
  fileReadOnly: (path: string) => `${path} est sur un disque en lecture seule.`,
  filePath: (path: string) => `Le chemin ${path} n’est pas valable.`,
  unexpected: 'Erreur inattendue ; ce qui suit est pour les développeurs :',
} as const;

interface Contents {
  readonly accounts: number;
  readonly ledgerRows: number;
  readonly balances: number;
  readonly debts: number;
  readonly held: number;
  readonly claims: number;
  readonly tillCloses: number;
  readonly apiOrders: number;
  readonly ordered: number;
}

/** What a database holds, said by `backup`, `restore` and `audit`. Sums in DA. */
export const contentsTexts = {
  contents: ({
    accounts,
    ledgerRows,
    balances,
    debts,
    held,
    claims,
    tillCloses,
    apiOrders,
    ordered,
  }: Contents) =>
    [
      `Contenu : ${accounts} compte(s), ${ledgerRows} écriture(s) au grand livre, ${formatAmount(balances)} de soldes`,
      debts > 0 && `${formatAmount(debts)} de dettes`,
      held > 0 && `${formatAmount(held)} d’espèces détenues`,
      claims > 0 && `${claims} réclamation(s)`,
      tillCloses > 0 && `${tillCloses} caisse(s) comptée(s)`,
      apiOrders > 0 && `${apiOrders} commande(s) par l’API`,
      ordered > 0 && `${formatAmount(ordered)} payés aux fournisseurs`,
    ]
      .filter((part) => part !== false)
      .join(', ')
      .concat('.'),
  noAccount: 'La base ne contient aucun compte : ce n’est pas celle d’un serveur en service.',
} as const;

/** What the operator's commands say. */
export const backupTexts = {
  suppliersPaused:
    'Les commandes aux fournisseurs sont en pause : celles d’après ce moment ne sont pas dans cette base. Comparez avec les fournisseurs avant de reprendre.',
  plannedEnded: (orders: number) =>
    `Commandes aux fournisseurs qui attendaient, closes sans envoi : ${orders}. Elles sont peut-être parties après ce moment : voyez chez les fournisseurs avant de commander à nouveau.`,
  sessionsEnded:
    'Toutes les sessions sont fermées : chacun se connecte à nouveau. Ce qui a été retiré après ce moment (comptes désactivés, droits, codes de vendeurs, appareils, clés d’API) est de nouveau valable : retirez-le encore.',
  soldSince:
    'Les codes vendus après ce moment comptent comme non vendus : les prochains acheteurs les recevraient. Les demandes décidées depuis sont de nouveau en attente. Avant d’ouvrir aux revendeurs, désactivez les produits concernés et le service Free Fire, retirez de la vente les codes déjà remis (« Retrouver un code » dit leur numéro dans « Codes non vendus ») et ne rechargez aucun joueur deux fois.',
  prepared: 'La base restaurée est prête : les serveurs peuvent démarrer.',
  backupUsage: 'FICHIER',
  restoreUsage: (at: string) => `FICHIER (dans une base neuve), ou ${at}`,
  interruptedBackup: 'Sauvegarde interrompue : aucun fichier n’a été écrit.',
  interruptedRecord:
    'Interrompu : la sauvegarde est complète, mais n’est pas notée dans « État du système ».',
  interruptedRestore: 'Restauration interrompue : rien n’a été restauré. Relancez la commande.',
  interruptedAudit:
    'Contrôle interrompu : la base est restaurée, mais pas encore contrôlée. Lancez « almas audit », et mettez les commandes aux fournisseurs en pause.',
  notAFile: (file: string) => `${file} n’est pas un fichier.`,
  folderMissing: (folder: string) =>
    `Le dossier ${folder} n’existe pas : créez-le, ou choisissez un autre nom.`,
  exists: (file: string) => `Le fichier ${file} existe déjà. Choisissez un autre nom.`,
  missing: (file: string) => `Le fichier ${file} n’existe pas.`,
  table: (name: string, rows: number) => `  ${name} : ${rows} ligne(s)`,
  written: (file: string, bytes: number, seconds: number) =>
    `Sauvegarde écrite dans ${file} (${formatTenths(bytes / 1_048_576)} Mo, ${formatTenths(seconds)} s).`,
  notRecorded: (reason: string) =>
    `La sauvegarde est complète, mais n’a pas pu être notée dans « État du système » : ${reason}`,
  keyReminder:
    'Elle est chiffrée : gardez la clé des codes (CODES_KEY, CODES_KEY_FILE, ou le fichier codes.key de DATA_DIR) à un autre endroit. Sans elle, rien ne se restaure.',
  recipientReminder:
    'Elle ne s’ouvre qu’avec la clé privée de BACKUP_RECIPIENT : gardez-la aussi à un autre endroit ; une restauration la lit dans BACKUP_IDENTITY_FILE.',
  identityNeeded: (file: string) =>
    `Le fichier ${file} ne s’ouvre pas : il est chiffré pour une clé publique. Indiquez sa clé privée dans BACKUP_IDENTITY_FILE. Rien n’a été écrit.`,
  wrongKey: (file: string) =>
    `Le fichier ${file} ne s’ouvre pas : la clé n’est pas celle qui l’a chiffré, ou le fichier a été modifié. Rien n’a été écrit.`,
  otherWriter: (file: string) =>
    `La clé privée ouvre le fichier ${file}, mais aucun des secrets donnés ne l’a écrit : il vient d’une base qui avait une autre clé des codes (CODES_KEY, CODES_KEY_FILE ou codes.key), ou il est contrefait. Rien n’a été écrit.`,
  unencrypted: (file: string, needed: string) =>
    `Le fichier ${file} n’est pas une sauvegarde chiffrée. Une sauvegarde d’une version plus ancienne qu’Almas ${needed} se restaure avec Almas ${needed}. Rien n’a été écrit.`,
  emptyFile: (file: string) => `Le fichier ${file} est vide. Rien n’a été écrit.`,
  olderKey: (file: string, key: string) =>
    `Le fichier ${file} a été écrit avec une clé d’avant, gardée dans ${key}. Relancez la commande avec CODES_KEY_FILE=${key}. Rien n’a été écrit.`,
  restored: (rows: number, seconds: number) =>
    `Restauration terminée : ${rows} ligne(s), ${formatTenths(seconds)} s.`,
  auditing: 'Contrôle des comptes…',
  auditClean: 'Les comptes sont justes.',
  auditIncomplete: 'Contrôle incomplet : aucun écart dans ce qui a été contrôlé.',
  otherCodesKey: (reason: string) =>
    `${reason} Le journal des actions n’est pas contrôlé, et aucun serveur ne démarre sans la clé de ce moment (docs/code-keys.md). Donnez-la, puis lancez « almas audit ».`,
  auditFound: (count: number) => `Le contrôle trouve ${count} écart(s) : voir npm run audit.`,
  notEmpty:
    'La base n’est pas vide : une sauvegarde se restaure dans une base neuve, avant le premier démarrage du serveur. Rien n’a été modifié. Pour un essai, indiquez un autre DATA_DIR. Pour remplacer cette base, arrêtez le serveur et mettez-la de côté sans la supprimer (docs/code-keys.md, « Back up and restore »).',
  unreadable: (file: string) =>
    `Le fichier ${file} est abîmé ou n’est pas une sauvegarde d’Almas. Rien n’a été écrit.`,
  otherFormat: 'Le fichier n’est pas une sauvegarde d’Almas. Rien n’a été écrit.',
  otherVersion: (what: string, needed: string | undefined, own: string) =>
    needed === own
      ? `La sauvegarde vient d’Almas ${needed} d’un autre état que ce programme (${what}). Restaurez-la avec l’état qui l’a écrite ou une version plus récente. Rien n’a été écrit.`
      : `La sauvegarde vient d’Almas ${needed ?? '(version inconnue)'} et ne convient pas à la version ${own} (${what}). Restaurez-la avec ${needed === undefined ? 'la version qui l’a écrite' : `Almas ${needed}`} ou une version plus récente. Rien n’a été écrit.`,
  olderVersion: (needed: string) =>
    `La sauvegarde est d’une version plus ancienne qu’Almas ${needed}. Restaurez-la avec Almas ${needed}, démarrez-le une fois, puis passez à cette version (docs/upgrades.md). Rien n’a été écrit.`,
  uncheckedCodes: (needed: string) =>
    `La sauvegarde contient des codes qu’Almas ${needed} n’a pas fini de contrôler. Restaurez-la avec Almas ${needed}, démarrez-le et attendez la fin du contrôle, puis passez à cette version (docs/upgrades.md). Rien n’a été écrit.`,
  incomplete: (table: string) => `La sauvegarde est incomplète (table ${table}). Rien n’a été écrit.`,
} as const;

const installation = (version: string, name: string | undefined) =>
  name === undefined
    ? `un PostgreSQL ${version} installé, par exemple /usr/lib/postgresql/${version}`
    : `le dossier où « npm install --prefix DOSSIER ${name} » les a mis`;

/** `upgrade-database`: the embedded database is moved to the next major version of PostgreSQL. */
export const upgradeTexts = {
  usage: '--programs DOSSIER (les programmes de l’ancien PostgreSQL)',
  interrupted: 'Mise à niveau interrompue : l’ancienne base reste en place. Relancez la commande.',
  interruptedAfter: 'Interrompu, mais la mise à niveau est faite et contrôlée. Démarrez le serveur.',
  ofOthers:
    'upgrade-database s’occupe de la base fournie avec Almas. Avec DATABASE_URL, c’est ce PostgreSQL qui se met à niveau : voir docs/upgrades.md.',
  noCluster: (folder: string) => `Aucune base dans ${folder} : vérifiez DATA_DIR. Rien n’a été modifié.`,
  alreadyThere: (version: string) => `La base est déjà celle de PostgreSQL ${version}. Rien n’a été modifié.`,
  newer: (found: string, own: string) =>
    `La base vient de PostgreSQL ${found}, plus récent que celui d’Almas (${own}). Utilisez la version d’Almas qui l’a créée. Rien n’a été modifié.`,
  programsNeeded: (version: string, name: string | undefined) =>
    `Les programmes de PostgreSQL ${version} sont nécessaires pour lire la base. Ajoutez --programs DOSSIER : ${installation(version, name)}. Rien n’a été modifié.`,
  programsMissing: (folder: string, version: string, name: string | undefined) =>
    `Le dossier ${folder} ne contient pas les programmes de PostgreSQL. Il faut ${installation(version, name)}. Rien n’a été modifié.`,
  programsOther: (folder: string, found: string, needed: string) =>
    `Le dossier ${folder} contient PostgreSQL ${found || '(version inconnue)'} ; la base vient de PostgreSQL ${needed}. Rien n’a été modifié.`,
  archiveUsed: (folder: string) =>
    `L’archive dans ${folder} est celle de la base actuelle et ne peut pas être continuée par la nouvelle. Indiquez un autre ARCHIVE_DIR, vide ; gardez l’ancien aussi longtemps que ses heures doivent pouvoir être retrouvées. Rien n’a été modifié.`,
  noRoom: (folder: string, needed: number, free: number) =>
    `La nouvelle base est faite à côté de l’ancienne : il faut ${needed} Mo libres dans ${folder}, il y en a ${free}. Rien n’a été modifié.`,
  begins: (from: string, to: string) => `De PostgreSQL ${from} à PostgreSQL ${to} : nouvelle base…`,
  otherDatabases: (names: string) => `Ne sont pas copiées, car elles ne sont pas d’Almas : ${names}.`,
  noDatabase: 'Ce dossier ne contient pas de base d’Almas. Rien n’a été modifié.',
  otherSchema: (table: string) =>
    `La table ${table} n’a pas la forme attendue : la base vient d’un programme modifié. L’ancienne base reste en place.`,
  otherRows: (table: string) =>
    `La table ${table} n’a pas le même contenu dans la nouvelle base. L’ancienne base reste en place.`,
  table: (name: string, rows: number) => `  ${name} : ${rows} ligne(s)`,
  copied: (rows: number, seconds: number) =>
    `${rows} ligne(s) copiées et comparées (${formatTenths(seconds)} s).`,
  auditing: 'Contrôle des comptes de la nouvelle base…',
  auditFound: (count: number) =>
    `Le contrôle trouve ${count} écart(s) : la nouvelle base n’est pas prise. L’ancienne reste en place ; faites « almas audit » avec la version d’Almas d’avant.`,
  done: (version: string, former: string) =>
    `Les comptes sont justes. La base est maintenant celle de PostgreSQL ${version} ; l’ancienne est gardée dans ${former}.`,
  kept: 'Démarrez le serveur. Supprimez l’ancienne base quand vous n’en avez plus besoin : elle contient les mêmes données.',
} as const;

/** Where an audit or a backup reads, with DATABASE_READ_URL. */
export const longReadTexts = {
  standby: 'Lecture sur la base de secours (DATABASE_READ_URL).',
  primary: (reason: string) => `Lecture sur la base principale : ${reason}.`,
  again: 'La base de secours a interrompu la lecture ; elle reprend depuis le début sur la base principale.',
  reasons: {
    away: 'la base de secours est injoignable',
    not_standby: 'DATABASE_READ_URL ne mène pas à une base de secours',
    other_system: 'DATABASE_READ_URL mène à une autre base que DATABASE_URL',
    other_timeline: 'la base de secours ne suit pas encore la base principale depuis la dernière bascule',
    lagging: 'la base de secours est trop en retard',
    behind: 'la base de secours est en retard',
  },
} as const;

/** `npm run reset-password EMAIL`. */
export const resetPasswordTexts = {
  usage: 'EMAIL [--second-factor]',
  unknown: (email: string) =>
    `Aucun administrateur n’a l’adresse ${email}. Le mot de passe d’un revendeur se change dans la gestion des comptes.`,
  done: (email: string) => `Nouveau mot de passe pour ${email} ; ses sessions sont fermées.`,
  password: (password: string) => `Mot de passe (affiché une seule fois, notez-le maintenant) : ${password}`,
} as const;

/** `npm run add-admin EMAIL`. */
export const addAdministratorTexts = {
  notAnEmail: (value: string) => `« ${value} » n’est pas une adresse e-mail.`,
  usage: 'EMAIL',
  taken: (email: string) => `L’adresse ${email} appartient déjà à un compte.`,
  done: (email: string) => `Administrateur créé : ${email}`,
  password: (password: string) => `Mot de passe (affiché une seule fois, notez-le maintenant) : ${password}`,
} as const;

/** `npm run end-sessions EMAIL`, `npm run end-sessions -- --all`. */
export const endSessionsTexts = {
  usage: 'EMAIL | --all',
  either: 'Donnez une adresse e-mail, ou --all pour fermer les sessions de tous les comptes.',
  unknown: (email: string) => `Aucun compte n’a l’adresse ${email}.`,
  done: (count: number) => `Sessions fermées : ${count}.`,
} as const;

/** `npm run reactivate-admin EMAIL`. */
export const reactivateAdministratorTexts = {
  usage: 'EMAIL',
  reactivated: (email: string) => `L’administrateur ${email} est de nouveau actif.`,
  'already active': (email: string) => `L’administrateur ${email} est déjà actif.`,
  unknown: (email: string) =>
    `Aucun administrateur n’a l’adresse ${email}. Un revendeur se réactive dans la gestion des comptes.`,
} as const;

/** `npm run rebuild-sales`. */
export const rebuildSalesTexts = {
  done: (days: number) => `Ventes recomptées : ${formatCount(days)} jour${days > 1 ? 's' : ''}.`,
  interrupted:
    'Interrompu. Les jours qui restent sont recomptés par le serveur, ou lancez la commande de nouveau.',
} as const;

/** `npm run rotate-keys`. */
export const rotateKeysTexts = {
  interrupted: 'Interrompu : tous les codes restent lisibles. Relancez la commande pour finir.',
  replaced: (newSecret: boolean) =>
    newSecret
      ? 'Nouvelle clé de chiffrement, protégée par le nouveau secret. Les codes sont chiffrés de nouveau…'
      : 'Nouvelle clé de chiffrement. Les codes sont chiffrés de nouveau…',
  progress: (done: number, total: number) => `  ${done} / ${total} code(s)`,
  done: (count: number) => `Terminé : ${count} code(s) chiffré(s) avec la nouvelle clé.`,
  unreadable: (count: number) =>
    `${count} code(s) ne s’ouvrent avec aucune clé : ils restent comme ils sont, et leur ancienne clé est gardée. « npm run audit » les nomme.`,
  secretStays:
    'Le secret qui protège les clés (CODES_KEY ou CODES_KEY_FILE) est celui d’avant. S’il a pu être lu, donnez-en un nouveau dans CODES_KEY_NEXT et relancez la commande.',
  moveSecret:
    'Donnez maintenant la valeur de CODES_KEY_NEXT à CODES_KEY, ou écrivez-la dans le fichier de CODES_KEY_FILE, copiez-la en lieu sûr, retirez CODES_KEY_NEXT et redémarrez les serveurs un à un. Gardez l’ancienne valeur aussi longtemps que les sauvegardes qu’elle ouvre.',
  formerKept: (file: string) =>
    `L’ancien secret est gardé dans ${file}. Rangez-le ailleurs : les sauvegardes et l’archive d’avant ne s’ouvrent qu’avec lui. Celles d’après ne s’ouvrent qu’avec le nouveau codes.key du même dossier : copiez-le aussi en lieu sûr.`,
} as const;

/** `npm run roles`. */
export const rolesTexts = {
  variables:
    'Indiquez DATABASE_URL (le rôle du serveur), DATABASE_OWNER_URL (le propriétaire des tables) et DATABASE_ADMIN_URL (un rôle qui peut créer les deux autres), sur la même base.',
  incomplete:
    'DATABASE_URL et DATABASE_OWNER_URL doivent donner chacune le nom d’un rôle, son mot de passe et la même base, et DATABASE_ADMIN_URL une adresse PostgreSQL. Rien n’a été modifié.',
  waiting: (address: string, seconds: number) =>
    `La base « ${address} » ne répond pas encore. Attente de ${seconds} secondes au plus…`,
  interrupted: 'Interrompu : les rôles ne sont peut-être pas complets. Relancez la commande pour finir.',
  sameRole: 'Le rôle du serveur doit être différent du propriétaire et de l’administrateur.',
  done: (serving: string, owner: string) =>
    `« ${owner} » possède les tables ; « ${serving} » sert les ventes et ne peut réécrire ni les comptes ni le journal.`,
  stillStrong: (serving: string) =>
    `« ${serving} » peut encore réécrire les comptes : il est membre d’un autre rôle ou superutilisateur.`,
} as const;
