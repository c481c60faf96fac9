import { plainAmount } from './formats.ts';

/** What a database holds, said by `backup`, `restore` and `audit`. `balances` in DA. */
export const contentsTexts = {
  contents: (accounts: number, entries: number, balances: number) =>
    `Contenu : ${accounts} compte(s), ${entries} écriture(s) au grand livre, ${plainAmount(balances)} DA de soldes.`,
  noAccount: 'La base ne contient aucun compte : ce n’est pas celle d’un serveur en service.',
} as const;

/** What the operator's commands say. */
export const backupTexts = {
  usage: (command: 'backup' | 'restore') => `Usage : npm run ${command} FICHIER`,
  exists: (file: string) => `Le fichier ${file} existe déjà. Choisissez un autre nom.`,
  missing: (file: string) => `Le fichier ${file} n’existe pas.`,
  table: (name: string, rows: number) => `  ${name} : ${rows} ligne(s)`,
  written: (file: string, megabytes: string, seconds: string) =>
    `Sauvegarde écrite dans ${file} (${megabytes} Mo, ${seconds} s).`,
  keyReminder:
    'Elle est chiffrée : gardez la clé des codes (CODES_KEY, CODES_KEY_FILE, ou le fichier codes.key de DATA_DIR) à un autre endroit. Sans elle, rien ne se restaure.',
  wrongKey: (file: string) =>
    `Le fichier ${file} ne s’ouvre pas : la clé n’est pas celle qui l’a chiffré, ou le fichier a été modifié. Rien n’a été écrit.`,
  unencrypted: (file: string) =>
    `Le fichier ${file} n’est pas une sauvegarde chiffrée. Si c’en est une d’une version plus ancienne et que vous en êtes sûr, ajoutez --unencrypted. Rien n’a été écrit.`,
  restored: (rows: number, seconds: string) => `Restauration terminée : ${rows} ligne(s), ${seconds} s.`,
  auditing: 'Contrôle des comptes…',
  auditClean: 'Les comptes sont justes.',
  auditFound: (count: number) => `Le contrôle trouve ${count} écart(s) : voir npm run audit.`,
  notEmpty:
    'La base n’est pas vide : une sauvegarde se restaure dans une base neuve, avant le premier démarrage du serveur.',
  unreadable: (file: string) =>
    `Le fichier ${file} est abîmé ou n’est pas une sauvegarde d’Almas. Rien n’a été écrit.`,
  otherFormat: 'Le fichier n’est pas une sauvegarde d’Almas. Rien n’a été écrit.',
  otherVersion: (what: string, needed: string | undefined, own: string) =>
    `La sauvegarde vient d’Almas ${needed ?? '(version inconnue)'} et ne convient pas à la version ${own} (${what}). Restaurez-la avec ${needed === undefined ? 'la version qui l’a écrite' : `Almas ${needed}`} ou une version plus récente. Rien n’a été écrit.`,
  incomplete: (table: string) => `La sauvegarde est incomplète (table ${table}). Rien n’a été écrit.`,
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
  usage: 'Usage : npm run reset-password EMAIL',
  unknown: (email: string) =>
    `Aucun administrateur n’a l’adresse ${email}. Le mot de passe d’un revendeur se change dans la gestion des comptes.`,
  done: (email: string) => `Nouveau mot de passe pour ${email} ; ses sessions sont fermées.`,
  password: (password: string) => `Mot de passe (affiché une seule fois, notez-le maintenant) : ${password}`,
} as const;

/** `npm run add-admin EMAIL`. */
export const addAdministratorTexts = {
  usage: 'Usage : npm run add-admin EMAIL',
  taken: (email: string) => `L’adresse ${email} appartient déjà à un compte.`,
  done: (email: string) => `Administrateur créé : ${email}`,
  password: (password: string) => `Mot de passe (affiché une seule fois, notez-le maintenant) : ${password}`,
} as const;

/** `npm run reactivate-admin EMAIL`. */
export const reactivateAdministratorTexts = {
  usage: 'Usage : npm run reactivate-admin EMAIL',
  reactivated: (email: string) => `L’administrateur ${email} est de nouveau actif.`,
  'already active': (email: string) => `L’administrateur ${email} est déjà actif.`,
  unknown: (email: string) =>
    `Aucun administrateur n’a l’adresse ${email}. Un revendeur se réactive dans la gestion des comptes.`,
} as const;

/** `npm run rotate-keys`. */
export const rotateKeysTexts = {
  replaced: (newSecret: boolean) =>
    newSecret
      ? 'Nouvelle clé de chiffrement, protégée par le nouveau secret. Les codes sont chiffrés de nouveau…'
      : 'Nouvelle clé de chiffrement. Les codes sont chiffrés de nouveau…',
  progress: (done: number, total: number) => `  ${done} / ${total} code(s)`,
  done: (count: number) => `Terminé : ${count} code(s) chiffré(s) avec la nouvelle clé.`,
  moveSecret:
    'Donnez maintenant la valeur de CODES_KEY_NEXT à CODES_KEY, retirez CODES_KEY_NEXT et redémarrez les serveurs un à un.',
} as const;

/** `npm run roles`. */
export const rolesTexts = {
  usage:
    'Indiquez DATABASE_URL (le rôle du serveur), DATABASE_OWNER_URL (le propriétaire des tables) et DATABASE_ADMIN_URL (un rôle qui peut créer les deux autres), sur la même base.',
  sameRole: 'Le rôle du serveur doit être différent du propriétaire et de l’administrateur.',
  done: (serving: string, owner: string) =>
    `« ${owner} » possède les tables ; « ${serving} » sert les ventes et ne peut réécrire ni les comptes ni le journal.`,
  stillStrong: (serving: string) =>
    `« ${serving} » peut encore réécrire les comptes : il est membre d’un autre rôle ou superutilisateur.`,
} as const;
