/** What the server says to the person who runs it: configuration mistakes, start, stop, database. */

/** One sentence per configuration mistake; `value` is what was given. Secrets are never repeated. */
export const configurationTexts = {
  integer: (name: string, value: string, min: number, max: number) =>
    `${name} doit être un nombre entier de ${min} à ${max} (reçu : « ${value} »).`,
  renamed: (former: string, name: string) =>
    `La variable ${former} s’appelle maintenant ${name} ; l’ancien nom ne fonctionne que dans cette version.`,
  databaseUrl: () =>
    'DATABASE_URL doit être une adresse PostgreSQL, par exemple postgres://utilisateur:motdepasse@hote:5432/almas.',
  databaseReadUrl: () =>
    'DATABASE_READ_URL doit être l’adresse PostgreSQL d’une base de secours, par exemple postgres://utilisateur:motdepasse@hote:5432/almas.',
  publicUrl: (value: string) =>
    `PUBLIC_URL doit être une adresse http ou https sans chemin, par exemple https://almas.example (reçu : « ${value} »).`,
  contactPhone: (value: string) =>
    `CONTACT_PHONE doit être un numéro de téléphone de 6 à 15 chiffres (reçu : « ${value} »).`,
  contactEmail: (value: string) => `CONTACT_EMAIL doit être une adresse e-mail (reçu : « ${value} »).`,
  mailFrom: (value: string) =>
    `MAIL_FROM doit être une adresse e-mail, seule ou entre chevrons après un nom, par exemple Almas <almas@almas.example> (reçu : « ${value} »).`,
  adminEmail: (value: string) => `ADMIN_EMAIL doit être une adresse e-mail (reçu : « ${value} »).`,
  secretTooShort: (name: string, min: number) => `${name} doit compter au moins ${min} caractères.`,
  secretTooLong: (name: string, max: number) => `${name} doit compter au plus ${max} caractères.`,
  secretOfLines: (name: string) =>
    `${name} contient un retour à la ligne ou un autre caractère de contrôle, que personne ne peut taper.`,
  extension: (value: string, known: readonly string[]) =>
    `EXTENSIONS contient « ${value} », qui n’existe pas. Valeurs possibles : ${known.join(', ')} ou all.`,
  secretFile: (name: string, path: string) => `${name} : le fichier ${path} ne peut pas être lu.`,
  noIdentity: (name: string, path: string) =>
    `${name} : le fichier ${path} ne contient pas de clé privée age (AGE-SECRET-KEY-…).`,
  backupIdentity:
    'BACKUP_IDENTITY_FILE : la clé privée age du fichier est mal recopiée. Comparez-la avec l’original.',
  backupRecipient: (value: string) =>
    `BACKUP_RECIPIENT doit être une clé publique age (age1…) (reçu : « ${value} »).`,
  playerLookup: (value: string) => `PLAYER_LOOKUP ne peut être que « demo » (reçu : « ${value} »).`,
  playerLookupPublic:
    'PLAYER_LOOKUP=demo invente les noms des joueurs : il n’est pas permis avec PUBLIC_URL, pour de vrais revendeurs.',
  passwordPolicy: (value: string) => `PASSWORD_POLICY ne peut être que « strict » (reçu : « ${value} »).`,
  smtpUrl: () =>
    'SMTP_URL doit être une adresse smtp ou smtps, par exemple smtps://compte:motdepasse@hote:465.',
  logLevel: (value: string, known: readonly string[]) =>
    `LOG_LEVEL doit être l’une des valeurs ${known.join(', ')} (reçu : « ${value} »).`,
  proxyAddress: (value: string) =>
    `TRUST_PROXY doit être une liste d’adresses IP ou de réseaux séparés par des virgules (reçu : « ${value} »).`,
  outboundAddress: (value: string) =>
    `OUTBOUND_ALLOWED doit être une liste d’adresses IP ou de réseaux séparés par des virgules (reçu : « ${value} »).`,
  pushService: (value: string) =>
    `PUSH_SERVICES doit être une liste de noms de services push, d’adresses IP ou de réseaux séparés par des virgules (reçu : « ${value} »).`,
  telegramToken: () =>
    'TELEGRAM_BOT_TOKEN doit être le jeton que donne @BotFather (chiffres, « : », puis le secret).',
  telegramChat: (value: string) =>
    `TELEGRAM_CHAT doit être le numéro d’une discussion ou @nom d’un canal (reçu : « ${value} »).`,
  telegramUrl: (value: string) =>
    `TELEGRAM_URL doit être une adresse http ou https sans chemin (reçu : « ${value} »).`,
  telegramLanguage: (value: string) => `TELEGRAM_LANGUAGE doit être fr ou ar (reçu : « ${value} »).`,
  telegramIncomplete: 'TELEGRAM_BOT_TOKEN et TELEGRAM_CHAT vont ensemble : donnez les deux, ou aucun.',
  pictureHost: (value: string) =>
    `PICTURE_HOSTS doit être une liste de noms de sites séparés par des virgules (reçu : « ${value} »).`,
} as const;

export const serverTexts = {
  diskFull: 'Le disque est plein : rien n’a été écrit. Libérez de la place ou choisissez un autre disque.',
  roleTooStrong:
    'Le rôle de DATABASE_URL peut réécrire les comptes et le journal : « npm run roles » lui en retire le droit (docs/operations.md).',
  ready: (url: string) => `Almas est prêt : ${url}`,
  stopping: () => 'Arrêt en cours…',
  stopped: () => 'Almas est arrêté.',
  stoppedLate: (seconds: number) =>
    `L’arrêt a dépassé ${seconds} secondes : les échanges encore ouverts sont coupés.`,
  portInUse: (host: string, port: number) =>
    `Le port ${port} de ${host} est déjà utilisé par un autre programme. Arrêtez-le ou choisissez un autre PORT.`,
  portForbidden: (port: number) =>
    `Le système refuse l’écoute sur le port ${port}. Choisissez un PORT supérieur à 1023 ou donnez le droit au serveur.`,
  hostUnknown: (host: string) => `HOST=${host} n’est pas une adresse de cette machine.`,
  folderInUse: (folder: string, pid: string) =>
    `Un autre serveur Almas utilise déjà le dossier ${folder} (processus ${pid}). Arrêtez-le ou choisissez un autre DATA_DIR.`,
  folderNotWritable: (folder: string) =>
    `Le serveur ne peut pas écrire dans le dossier ${folder}. Vérifiez DATA_DIR et ses droits.`,
  databaseUnreachable: (place: string) =>
    `La base de données de DATABASE_URL (${place}) est injoignable. Vérifiez l’adresse et que PostgreSQL est démarré.`,
  databaseRefused: (place: string) =>
    `La base de données de DATABASE_URL (${place}) refuse la connexion. Vérifiez l’utilisateur et le mot de passe.`,
  databaseWithoutTls: (place: string) =>
    `La base de données de DATABASE_URL (${place}) n’accepte pas les connexions chiffrées. Activez TLS dans PostgreSQL ou retirez sslmode de l’adresse.`,
  databaseCertificate: (place: string, reason: string) =>
    `Le certificat de la base de données de DATABASE_URL (${place}) n’est pas reconnu : ${reason}. Indiquez l’autorité avec sslrootcert dans l’adresse, ou corrigez le certificat.`,
  databaseMissing: (place: string) =>
    `La base de données de DATABASE_URL (${place}) n’existe pas. Créez-la ou corrigez l’adresse.`,
  twoDatabases: (serving: string, owner: string) =>
    `DATABASE_URL (${serving}) et DATABASE_OWNER_URL (${owner}) mènent à deux bases différentes. Corrigez l’une des deux adresses ; rien n’a été modifié.`,
  noDatabaseInFolder: (folder: string) =>
    `Aucune base de données dans ${folder}. Indiquez DATA_DIR ou DATABASE_URL comme pour le serveur ; cette commande ne crée pas de base.`,
  emptyDatabase: (place: string) =>
    `La base de données de DATABASE_URL (${place}) est vide : aucun serveur Almas n’y a encore démarré. Cette commande ne crée rien.`,
  databaseEncoding: (place: string, encoding: string) =>
    `La base de données de DATABASE_URL (${place}) est en ${encoding}. Il faut une base en UTF8 : CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
  databasePooled: (place: string) =>
    `DATABASE_URL (${place}) mène à un répartiteur de connexions comme PgBouncer, qui ne transmet pas les réglages d’Almas. Indiquez l’adresse de PostgreSQL lui-même : Almas partage déjà ses connexions (DATABASE_POOL).`,
  databaseTooOld: (place: string, version: string) =>
    `La base de données de DATABASE_URL (${place}) est en PostgreSQL ${version}. Il faut la version 15 ou une plus récente.`,
} as const;

/** The schema of the database and the version of the program. */
export const migrationTexts = {
  needsOwner:
    'La base doit être mise à niveau, et le rôle de DATABASE_URL n’en a pas le droit : indiquez DATABASE_OWNER_URL, l’adresse du propriétaire des tables (docs/operations.md).',
  newerDatabase: (needed: string, own: string, migration: string) =>
    needed === own
      ? `Cette base a été mise à niveau par Almas ${needed} d’un état plus récent que ce programme (migration ${migration}). Utilisez cet état ou une version plus récente. Rien n’a été modifié.`
      : `Cette base a été mise à niveau par Almas ${needed} ; ce programme est la version ${own}. Utilisez Almas ${needed} ou une version plus récente. Rien n’a été modifié.`,
  olderDatabase: (needed: string) =>
    `Cette base est d’une version plus ancienne qu’Almas ${needed}. Démarrez-la une fois avec Almas ${needed}, puis avec cette version (docs/upgrades.md). Rien n’a été modifié.`,
  uncheckedCodes: (needed: string) =>
    `Almas ${needed} n’a pas fini de contrôler les codes de cette base. Démarrez-la avec Almas ${needed}, attendez la fin du contrôle, puis démarrez cette version (docs/upgrades.md). Rien n’a été modifié.`,
  otherMigration: (name: string, own: string) =>
    `La base a reçu une autre forme de la migration ${name} que celle d’Almas ${own} : elle vient d’un programme modifié. Voir docs/upgrades.md. Rien n’a été modifié.`,
} as const;

/** The PostgreSQL that comes with the product. */
export const embeddedTexts = {
  unsupportedPlatform: (platform: string) =>
    `Aucun PostgreSQL n’est fourni pour ce système (${platform}). Indiquez une base PostgreSQL dans DATABASE_URL.`,
  linksMissing: (folder: string) =>
    `Il manque des liens dans ${folder} : npm n’y a pas exécuté le script d’installation de PostgreSQL. Lancez « npm rebuild --ignore-scripts=false » dans le dossier de l’installation, sous le compte qui l’a installée.`,
  folderClosed: (folder: string) =>
    `PostgreSQL ne peut pas entrer dans le dossier ${folder} (il s’exécute sous l’utilisateur postgres). Faites « chmod o+x ${folder} », ou choisissez un autre emplacement, ou indiquez une base dans DATABASE_URL.`,
  otherOwner: (folder: string, account: string) =>
    `La base dans ${folder} appartient au compte ${account} : lancez la commande sous ce compte (« runuser -u ${account} -- almas … »), ou rendez-lui tout son dossier avec chown -R.`,
  noAccount: () =>
    'PostgreSQL refuse de s’exécuter sous root et l’utilisateur postgres n’a pas pu être créé. Créez-le (useradd --system postgres) ou lancez Almas sous un autre utilisateur.',
  notACluster: (folder: string) =>
    `Le dossier ${folder} contient autre chose qu’une base PostgreSQL. Déplacez-le ou choisissez un autre DATA_DIR.`,
  otherVersion: (folder: string, found: string, expected: string) =>
    `La base du dossier ${folder} a été créée par PostgreSQL ${found} ; cette version d’Almas utilise PostgreSQL ${expected}. ${Number(found) < Number(expected) ? 'Pour la mettre à niveau : « almas upgrade-database » (docs/upgrades.md).' : 'Utilisez la version d’Almas qui l’a créée.'}`,
  accessLost: (file: string) =>
    `Le fichier ${file}, qui contient les mots de passe de la base, manque ou est abîmé. Remettez-le depuis une copie du dossier, ou restaurez une sauvegarde dans un nouveau DATA_DIR.`,
  initFailed: (log: string) => `La création de la base PostgreSQL a échoué. Voir ${log}.`,
  startFailed: (log: string, lastLine: string) =>
    `PostgreSQL n’a pas démarré : ${lastLine || 'aucun message'}. Voir ${log}.`,
  creating: () => 'Création de la base de données…',
  stoppingOrphan: (pid: number) =>
    `Une base PostgreSQL d’un arrêt brutal tourne encore (processus ${pid}) : arrêt propre avant de continuer.`,
  died: () => 'PostgreSQL s’est arrêté sans y être invité : redémarrage.',
  restarted: (milliseconds: number) => `PostgreSQL est de nouveau en marche (${milliseconds} ms).`,
  restartFailed: (reason: string, seconds: number) =>
    `PostgreSQL n’a pas redémarré (${reason}) : nouvel essai dans ${seconds} s.`,
  recovering: () => 'PostgreSQL relit son journal après un arrêt brutal…',
} as const;

/** The keys that protect the codes. */
export const vaultTexts = {
  codesKeyMissing: (file: string) =>
    `Le fichier ${file}, la clé qui protège les codes de cette base, manque. Remettez-le depuis votre sauvegarde, ou donnez CODES_KEY ou CODES_KEY_FILE : sans cette clé, aucun code ne peut être lu. Aucune autre clé n’a été créée.`,
  codesKeyRequired: (candidate: string | undefined) =>
    `Avec DATABASE_URL, donnez CODES_KEY (au moins 32 caractères, la même pour tous les serveurs) : une clé tirée au sort sur cette machine serait perdue avec elle.${candidate === undefined ? '' : ` Le fichier ${candidate} est peut-être la clé d’une autre base : s’il doit protéger celle-ci aussi, nommez-le dans CODES_KEY_FILE.`}`,
  wrongCodesKey:
    'La clé des codes (CODES_KEY, CODES_KEY_FILE ou le fichier codes.key de DATA_DIR) n’est pas celle qui a chiffré cette base. Remettez la bonne clé : sans elle, aucun code ne peut être lu.',
} as const;

/** What the server advises at its start. */
export const securityAdviceTexts = {
  keyInside: (file: string) =>
    `Attention : la clé des codes (${file}) est à côté de la base, et ce serveur est joignable d’ailleurs. Qui emporte le dossier lit les codes. Placez-la ailleurs : CODES_KEY_FILE.`,
  exampleUrl: (url: string) =>
    `Attention : PUBLIC_URL (${url}) est encore l’adresse d’exemple. Donnez celle de la boutique.`,
  weakAdminPassword:
    'Attention : ADMIN_PASSWORD est un mot de passe faible ou très courant. Choisissez-en un autre.',
  defaultSender: (sender: string) =>
    `Attention : SMTP_URL est définie, et l’expéditeur est ${sender}, que les serveurs de courrier refusent. Donnez une adresse de la boutique : MAIL_FROM.`,
  trustsNoProxy:
    'Attention : PUBLIC_URL est en https, donc un proxy est devant ce serveur, et TRUST_PROXY n’est pas définie. Tous les visiteurs comptent comme un seul dans les limites de tentatives et d’inscriptions. Donnez l’adresse du proxy : TRUST_PROXY.',
  strictPasswords:
    'Conseil : PUBLIC_URL est définie. Avec PASSWORD_POLICY=strict, les mots de passe courants ou de moins de 8 caractères sont refusés.',
} as const;

/** The first administrator of an installation. */
export const firstAdministratorTexts = {
  firstName: 'Administrateur',
  lastName: '',
  created: (email: string) => `Premier administrateur créé : ${email}`,
  passwordFile: (file: string) => `Son mot de passe est dans ${file} : notez-le, puis supprimez ce fichier.`,
  password: (password: string) => `Mot de passe (affiché une seule fois, notez-le maintenant) : ${password}`,
} as const;
