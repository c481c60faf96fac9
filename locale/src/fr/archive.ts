import { formatTenths } from './formats.ts';

/** What the server and `restore --at` say about the archive of the database (ARCHIVE_DIR). Times are those of Algiers. */
export const archiveTexts = {
  notOfOurs:
    'ARCHIVE_DIR archive la base fournie avec Almas. Avec DATABASE_URL, l’archivage se règle sur ce PostgreSQL : retirez ARCHIVE_DIR.',
  insideDataDir: (folder: string) =>
    `ARCHIVE_DIR (${folder}) est dans DATA_DIR : l’archive serait perdue avec lui. Choisissez un autre dossier, de préférence sur un autre disque.`,
  notWritable: (folder: string) =>
    `Le serveur ne peut pas écrire dans le dossier ${folder}. Vérifiez ARCHIVE_DIR et ses droits.`,
  notAnArchive: (folder: string) =>
    `Le dossier ${folder} contient autre chose qu’une archive d’Almas. Choisissez pour ARCHIVE_DIR un dossier vide ou nouveau. Rien n’a été modifié.`,
  away: (folder: string, marker: string) =>
    `Le dossier ${folder} ne contient plus l’archive de cette base : son disque est-il monté ? Pour en commencer une nouvelle exprès, supprimez ${marker}, puis relancez. Rien n’a été modifié.`,
  otherDatabase: (folder: string) =>
    `Le dossier ${folder} contient l’archive d’une autre base. Choisissez un autre ARCHIVE_DIR. Rien n’a été modifié.`,
  owner: (dataDir: string, host: string) => `la base du dossier ${dataDir} de la machine ${host}`,
  unknownOwner: 'une base d’une version d’avant',
  belongsToAnother: (folder: string, owner: string) =>
    `L’archive ${folder} appartient à ${owner}. Si cette base-ci est désormais la boutique : arrêtez l’autre, puis « almas take-over ». Sinon choisissez un autre ARCHIVE_DIR. Rien n’a été modifié.`,
  timelineTaken: (folder: string) =>
    `L’archive ${folder} contient déjà une autre suite du même numéro que celle de cette base. Restaurez de nouveau, ou choisissez un autre ARCHIVE_DIR. Rien n’a été modifié.`,
  takeOverUsage:
    'Fait de la base de DATA_DIR celle qui archive dans ARCHIVE_DIR, à la place d’une autre, qui doit être arrêtée.',
  waitingForOwner: (owner: string, seconds: number) =>
    `L’archive appartient à ${owner} : attente d’un signe de vie pendant ${seconds} s…`,
  ownerAlive: (folder: string, owner: string) =>
    `L’archive ${folder} est en service : ${owner} y écrit. Arrêtez d’abord ce serveur. Rien n’a été modifié.`,
  takenOver: (folder: string) => `La base de DATA_DIR archive désormais dans ${folder}.`,
  takenFrom: (folder: string, owner: string) =>
    `L’archive ${folder} a été reprise par ${owner}. Ce serveur ne l’entretient plus, et ce qu’il vend ne sera pas retrouvé : arrêtez l’un des deux.`,
  foreign: (folder: string, timelines: readonly number[]) =>
    `Une autre base a écrit dans l’archive ${folder} (suite ${timelines.join(', ')}). Les restaurations suivent celle de la boutique ; cherchez qui y écrit.`,
  stateForeign: (timelines: readonly number[]) =>
    `Archive : une autre base y a écrit (suite ${timelines.join(', ')}). Les restaurations suivent celle de la boutique.`,
  isCopy: (folder: string, owner: string) =>
    `Cette base est une copie : l’archive ${folder} reste à ${owner}. Pour qu’elle devienne la boutique : arrêtez l’autre serveur, puis « almas take-over ».`,
  timeline: (timeline: number, archivedAt: string) => `suite ${timeline}, jusqu’à ${archivedAt}`,
  twoTimelines: (folder: string, timelines: string) =>
    `L’archive ${folder} contient les suites de deux bases : ${timelines}. Choisissez celle de la boutique avec --timeline et son numéro. Rien n’a été modifié.`,
  inTheFuture:
    'Cette heure n’est pas encore venue. Choisissez une heure passée, ou « --at latest ». Rien n’a été modifié.',
  databaseMissing: (dataDir: string, folder: string) =>
    `Il n’y a pas de base dans ${dataDir}, mais ${folder} contient l’archive d’une base. Pour la retrouver : « almas restore --at latest ». Pour repartir de zéro : choisissez un autre ARCHIVE_DIR. Rien n’a été modifié.`,
  baseTaken: (folder: string) => `Copie complète de la base écrite dans ${folder}.`,
  late: (folder: string, seconds: number) =>
    `L’archivage dans ${folder} a ${seconds} s de retard : vérifiez ce dossier et son disque. Tant que cela dure, perdre DATA_DIR ferait perdre ces ventes.`,
  again: () => 'L’archivage a repris.',
  failed: (reason: string) => `L’entretien de l’archive a échoué, nouvel essai plus tard : ${reason}`,
  conflict: (name: string) =>
    `Le segment ${name} est archivé avec deux contenus différents : deux bases écrivent dans ARCHIVE_DIR. Les deux sont gardés.`,

  usage:
    '--at "AAAA-MM-JJ HH:MM:SS" (heure d’Alger), --at une heure ISO avec son fuseau, ou --at latest (tout ce qui est archivé). Une heure sans fraction est le début de sa seconde. Avec --at seulement : --replace si DATA_DIR contient une base, qui est gardée à côté ; --take-over si la base retrouvée devient la boutique à la place d’une autre ; --timeline NUMÉRO pour une autre suite que celle de la boutique.',
  interrupted:
    'Restauration interrompue. Ce que DATA_DIR contenait y est encore ; relancez la commande pour finir.',
  notATime: (value: string) =>
    `« ${value} » n’est pas une heure. Écrivez par exemple --at "2026-03-02 14:05:30" (heure d’Alger) ou --at 2026-03-02T13:05:30Z.`,
  needsArchive: 'Indiquez ARCHIVE_DIR, le dossier de l’archive, comme pour le serveur. Rien n’a été modifié.',
  noArchive: (folder: string) =>
    `Le dossier ${folder} ne contient aucune copie complète de la base. Rien n’a été modifié.`,
  tooEarly: (first: string) =>
    `L’archive commence à ${first} : aucune heure d’avant ne peut être retrouvée. Rien n’a été modifié.`,
  tooLate: (last: string) =>
    `L’archive s’arrête à ${last}. Choisissez cette heure ou une heure d’avant, ou « --at latest ». Rien n’a été modifié.`,
  abandoned: (time: string, timeline: number, next: string) =>
    `À ${time}, la boutique écrivait la suite ${timeline}, qu’une restauration à une heure d’avant a abandonnée. Pour retrouver cette heure, ajoutez « --timeline ${timeline} » ; sinon, choisissez une heure à partir de ${next}. Rien n’a été modifié.`,
  brokenOff: (last: string, newest: string, time: string) =>
    `Le journal archivé ne se lit que jusqu’au segment …${last}, alors que l’archive continue jusqu’au segment …${newest} : un segment manque ou est abîmé entre les deux. Retrouvez-le, ou abandonnez ce qui le suit avec --at "${time}". Rien n’a été modifié.`,
  hasData: (folder: string) =>
    `Le dossier ${folder} contient une base. Ajoutez --replace pour la mettre de côté et la remplacer. Rien n’a été modifié.`,
  unpacking: (base: string) => `Copie complète du ${base} : extraction…`,
  replaying: (to: string | undefined) =>
    to === undefined
      ? 'Relecture de tout le journal archivé…'
      : `Relecture du journal archivé jusqu’à ${to}…`,
  recoveryFailed: (reason: string, log: string) =>
    `La relecture du journal a échoué : ${reason || 'aucun message'}. Voir ${log}. Rien n’a été modifié.`,
  endUnknown: (log: string) =>
    `Le journal de PostgreSQL (${log}) ne dit pas jusqu’où l’archive a été lue. Relancez la commande. Rien n’a été modifié.`,
  keptAside: (folder: string) => `La base d’avant est gardée dans ${folder}.`,
  restored: (to: string, seconds: number) =>
    `Base retrouvée telle qu’elle était à ${to} (${formatTenths(seconds)} s).`,

  /** `audit`. */
  state: (from: string, archived: string, hasExceptions: boolean) =>
    `Archive : toute heure depuis ${from}, jusqu’à ${archived}${hasExceptions ? ', sauf :' : '.'}`,
  gap: (last: string, from: string, to: string) =>
    `  aucune heure entre ${from} et ${to} ne peut être retrouvée, il manque un segment après …${last}.`,
  abandonedHours: (from: string, to: string, timeline: number) =>
    `  les heures entre ${from} et ${to}, qu’une restauration a abandonnées, se retrouvent avec --timeline ${timeline}.`,
  brokenEnd: {
    title: 'L’archive se lit jusqu’à sa fin',
    sentence: (last: string, newest: string, time: string) =>
      `Archive : un segment manque entre …${last} et …${newest}. Rien de ce qui a été écrit après ${time} ne peut être retrouvé, et « restore --at latest » refuse. Retrouvez ce segment, ou attendez la prochaine copie complète de la base, chaque nuit.`,
  },
  stateLate: (seconds: number) => `Archive : ${seconds} s de retard. Vérifiez ARCHIVE_DIR et son disque.`,
  stateNone: 'Archive : aucune copie complète pour le moment.',
} as const;
