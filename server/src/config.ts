import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type FeatureName, featureNames } from '@almas/contract/features';
import { emailText } from '@almas/contract/fields';
import { type LimitedAction, limits, rateLimits } from '@almas/contract/limits';
import { archiveTexts } from '@almas/locale/archive';
import { configurationTexts as texts } from '@almas/locale/runtime';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretMinLength = 32;
const tokenMinLength = 8;
const attemptsMax = 1_000_000;

/** How long a session lasts in all, and while it is idle. */
export interface SessionLife {
  readonly lifeSeconds: number;
  readonly idleSeconds: number;
}
export type SessionLives = Readonly<Record<'admin' | 'reseller', SessionLife>>;
export const defaultSessionLives: SessionLives = {
  admin: { lifeSeconds: 12 * 3_600, idleSeconds: 2 * 3_600 },
  reseller: { lifeSeconds: limits.sessionDays * 86_400, idleSeconds: 14 * 86_400 },
};

/** The checked environment variables (README.md, Configuration). An optional one that is not set is `undefined`. */
export interface Config {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** `undefined`: the PostgreSQL that comes with the product. */
  databaseUrl: string | undefined;
  /** The same database as the owner of its tables, for migrations and restore. */
  databaseOwnerUrl: string | undefined;
  /** Where the log of the product's own PostgreSQL is archived (docs/code-keys.md). */
  archive:
    | { readonly folder: string; readonly timeoutSeconds: number; readonly retentionDays: number }
    | undefined;
  /** A standby of the same database, for lists of administrators, statistics, the audit and the backup. */
  databaseReadUrl: string | undefined;
  /** Seconds; a standby further behind is not read. */
  databaseReadLag: number;
  /** Connections of this process to the database. */
  databasePool: number;
  /** Requests in progress in this process; the next one gets 503 immediately. */
  maxConcurrentRequests: number;
  /** Connections that one address may hold open, proxies and this machine aside. */
  connectionsPerAddress: number;
  /** An origin, without a slash at its end. */
  publicUrl: string | undefined;
  /** The first administrator, when there is none yet; what is not given is chosen and printed once. */
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** CODES_KEY, or the content of CODES_KEY_FILE. `undefined`: a file in the data folder. */
  codesKey: string | undefined;
  /** The new master secret, while it is being replaced (docs/code-keys.md). */
  codesKeyNext: string | undefined;
  sessionSecret: string | undefined;
  extensions: ReadonlySet<FeatureName>;
  /** Attempts per window of the specification. */
  rateLimits: Record<LimitedAction, number>;
  passwordMinLength: number;
  /** DA; above it the screens ask for confirmation. */
  confirmAmountAbove: number;
  /** `strict` refuses common passwords and fewer than 8 characters; else the specification's rule. */
  passwordPolicy: 'specified' | 'strict';
  sessionLives: SessionLives;
  /** DA; for a recharge above it an administrator with a second factor enters a fresh code. */
  stepUpRecharge: number;
  /** Backups are encrypted for this age public key; `undefined`: with the master secret. */
  backupRecipient: string | undefined;
  /** Its private key, for a restore. */
  backupIdentity: string | undefined;
  /** The SMTP server; without it no e-mail is sent. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The Telegram chat that gets the administrators' push messages. */
  telegram: { readonly token: string; readonly chat: string; readonly url: string } | undefined;
  /** Lookup of Free Fire player names: `demo` invents them; `undefined`: none. */
  playerLookup: 'demo' | undefined;
  /** Addresses and networks that the server may call although they are not public. */
  outboundAllowed: string[] | undefined;
  /** Hosts of the push services that devices may name. */
  pushServices: string[];
  logLevel: LogLevel;
  /** Addresses or networks of the proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[] | undefined;
  metricsToken: string | undefined;
  /** The operator's contact for an activation or a forgotten password; shown before the sign-in. */
  contactPhone: string | undefined;
  contactEmail: string | undefined;
  /** The only sites that the browser loads pictures of products from; `undefined`: any. */
  pictureHosts: string[] | undefined;
  /** How long a stopping server still serves while /readyz answers 503, in milliseconds. */
  shutdownDelay: number;
}

/** Every mistake of the environment, one French sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/** Former names of variables, which keep working for one version: the former name by the present one. */
const formerNames: Readonly<Record<string, string>> = { MAX_CONCURRENT_REQUESTS: 'CALLS_AT_ONCE' };

/** The variables given under a former name, one French sentence each. */
export const renamedVariables = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(formerNames)
    .filter(([, former]) => env[former]?.trim())
    .map(([name, former]) => texts.renamed(former, name));

/** Reads and checks the environment. Throws a ConfigError that lists all mistakes at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const read = reader(env, mistakes);
  const { admin, reseller } = defaultSessionLives;
  const passwordMinLength = read.integer('PASSWORD_MIN_LENGTH', limits.passwordMinLength, {
    min: limits.passwordMinLength,
    max: limits.passwordMaxLength,
  });
  const attempts = (name: string, fallback: number) =>
    read.integer(name, fallback, { min: 1, max: attemptsMax });
  /** @param unit seconds of the unit in which the variable is given @returns seconds */
  const duration = (
    name: string,
    fallbackSeconds: number,
    unit: number,
    range: { min: number; max: number },
  ) => read.integer(name, fallbackSeconds / unit, range) * unit;
  const config: Config = {
    port: read.integer('PORT', 3_000, { min: 0, max: 65_535 }),
    host: read.text('HOST', '127.0.0.1'),
    dataDir: resolve(read.text('DATA_DIR', './data')),
    databaseUrl: read.checked('DATABASE_URL', isDatabaseUrl, texts.databaseUrl),
    databaseOwnerUrl: read.checked('DATABASE_OWNER_URL', isDatabaseUrl, texts.databaseUrl),
    archive: readArchive(read),
    databaseReadUrl: read.checked('DATABASE_READ_URL', isDatabaseUrl, texts.databaseReadUrl),
    databaseReadLag: read.integer('DATABASE_READ_LAG_SECONDS', 5, { min: 1, max: 3_600 }),
    databasePool: read.integer('DATABASE_POOL', 10, { min: 2, max: 1_000 }),
    maxConcurrentRequests: read.integer('MAX_CONCURRENT_REQUESTS', 500, { min: 1, max: 100_000 }),
    connectionsPerAddress: read.integer('CONNECTIONS_PER_ADDRESS', 300, { min: 10, max: 100_000 }),
    publicUrl: read.origin('PUBLIC_URL', texts.publicUrl),
    adminEmail: read.checked('ADMIN_EMAIL', isEmail, texts.adminEmail),
    adminPassword: read.typedSecret('ADMIN_PASSWORD', passwordMinLength, limits.passwordMaxLength),
    codesKey: read.secret('CODES_KEY', secretMinLength) ?? read.secretFile('CODES_KEY_FILE', secretMinLength),
    codesKeyNext: read.secret('CODES_KEY_NEXT', secretMinLength),
    sessionSecret: read.secret('SESSION_SECRET', secretMinLength),
    extensions: readExtensions(read),
    rateLimits: {
      purchase: attempts('RATE_LIMIT_PURCHASE', rateLimits.purchase.attempts),
      recharge_request: attempts('RATE_LIMIT_RECHARGE_REQUEST', rateLimits.recharge_request.attempts),
      freefire_request: attempts('RATE_LIMIT_FREEFIRE_REQUEST', rateLimits.freefire_request.attempts),
      login_attempt: attempts('RATE_LIMIT_LOGIN_ATTEMPT', rateLimits.login_attempt.attempts),
      registration: attempts('RATE_LIMIT_REGISTRATION', rateLimits.registration.attempts),
    },
    passwordMinLength,
    confirmAmountAbove: read.integer('CONFIRM_AMOUNT_ABOVE', limits.confirmAmountAbove, {
      min: 1,
      max: limits.balanceMax,
    }),
    passwordPolicy: read.oneOf('PASSWORD_POLICY', ['strict'], texts.passwordPolicy) ?? 'specified',
    sessionLives: {
      admin: {
        lifeSeconds: duration('SESSION_ADMIN_HOURS', admin.lifeSeconds, 3_600, { min: 1, max: 720 }),
        idleSeconds: duration('SESSION_ADMIN_IDLE_MINUTES', admin.idleSeconds, 60, { min: 10, max: 43_200 }),
      },
      reseller: {
        lifeSeconds: duration('SESSION_RESELLER_DAYS', reseller.lifeSeconds, 86_400, { min: 1, max: 365 }),
        idleSeconds: duration('SESSION_RESELLER_IDLE_DAYS', reseller.idleSeconds, 86_400, {
          min: 1,
          max: 365,
        }),
      },
    },
    stepUpRecharge: read.integer('STEP_UP_RECHARGE', limits.stepUpRecharge, {
      min: 0,
      max: limits.rechargeMax,
    }),
    backupRecipient: read.checked('BACKUP_RECIPIENT', isRecipient, texts.backupRecipient),
    backupIdentity: readIdentity(read, mistakes),
    smtpUrl: read.checked('SMTP_URL', isSmtpUrl, texts.smtpUrl),
    mailFrom: read.checked('MAIL_FROM', isSender, texts.mailFrom) ?? 'Almas <almas@localhost>',
    telegram: readTelegram(read, mistakes),
    playerLookup: read.oneOf('PLAYER_LOOKUP', ['demo'], texts.playerLookup),
    outboundAllowed: read.list('OUTBOUND_ALLOWED', isAddressOrNetwork, texts.outboundAddress),
    pushServices: read.list('PUSH_SERVICES', isPushService, texts.pushService) ?? [...defaultPushServices],
    logLevel: read.oneOf('LOG_LEVEL', logLevels, (value) => texts.logLevel(value, logLevels)) ?? 'info',
    trustProxy: read.list('TRUST_PROXY', isAddressOrNetwork, texts.proxyAddress),
    contactPhone: read.checked('CONTACT_PHONE', isPhone, texts.contactPhone),
    contactEmail: read.checked('CONTACT_EMAIL', isEmail, texts.contactEmail),
    pictureHosts: read.list('PICTURE_HOSTS', isHost, texts.pictureHost),
    metricsToken: read.typedSecret('METRICS_TOKEN', tokenMinLength),
    shutdownDelay: read.integer('SHUTDOWN_DELAY_MS', 0, { min: 0, max: 600_000 }),
  };
  if (config.archive && config.databaseUrl !== undefined) mistakes.push(archiveTexts.notOfOurs);
  if (config.archive && `${config.archive.folder}/`.startsWith(`${config.dataDir}/`))
    mistakes.push(archiveTexts.insideDataDir(config.archive.folder));
  // Refused with a public URL: invented names next to real requests would mislead.
  if (config.playerLookup && config.publicUrl) mistakes.push(texts.playerLookupPublic);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

type Reader = ReturnType<typeof reader>;

/** Reads single variables. A mistake is added to `mistakes` and the fallback is used, so that all mistakes are reported together. */
function reader(env: Readonly<Record<string, string | undefined>>, mistakes: string[]) {
  // Containers and unit files pass an empty value for a variable that is not set.
  const given = (name: string) => env[name]?.trim() || env[formerNames[name] ?? '']?.trim() || undefined;
  const checked = (name: string, holds: (value: string) => boolean, sentence: (value: string) => string) => {
    const value = given(name);
    if (value === undefined || holds(value)) return value;
    mistakes.push(sentence(value));
    return undefined;
  };
  // Kept unchanged, including spaces, and never repeated in a sentence.
  const secret = (name: string, minLength: number, maxLength = Number.POSITIVE_INFINITY) => {
    const value = env[name] || undefined;
    if (value === undefined || (value.length >= minLength && value.length <= maxLength)) return value;
    mistakes.push(
      value.length < minLength ? texts.secretTooShort(name, minLength) : texts.secretTooLong(name, maxLength),
    );
    return undefined;
  };
  return {
    checked,
    secret,
    /** A secret that is entered in a form or sent in a header: neither can contain the line break at the end of a file. */
    typedSecret: (name: string, minLength: number, maxLength?: number) => {
      const value = secret(name, minLength, maxLength);
      if (value !== undefined && /\p{Cc}/u.test(value)) mistakes.push(texts.secretOfLines(name));
      return value;
    },
    /** Normalised as browsers send it (lower case, without the default port), since it is compared with their Origin header. */
    origin: (name: string, sentence: (value: string) => string) => {
      const value = checked(name, isOrigin, sentence);
      return value === undefined ? undefined : new URL(value).origin;
    },
    text: (name: string, fallback: string) => given(name) ?? fallback,
    oneOf: <Value extends string>(
      name: string,
      values: readonly Value[],
      sentence: (value: string) => string,
    ) =>
      checked(name, (value) => (values as readonly string[]).includes(value), sentence) as Value | undefined,
    integer: (name: string, fallback: number, { min, max }: { min: number; max: number }) => {
      const holds = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
      return Number(checked(name, holds, (value) => texts.integer(name, value, min, max)) ?? fallback);
    },
    /** A secret in a file, as systemd credentials and container secrets are. */
    secretFile: (name: string, minLength: number) => {
      const path = given(name);
      if (path === undefined) return undefined;
      try {
        const value = readFileSync(path, 'utf8').trim();
        if (value.length >= minLength) return value;
        mistakes.push(texts.secretTooShort(name, minLength));
      } catch {
        mistakes.push(texts.secretFile(name, path));
      }
      return undefined;
    },
    list: (name: string, holds: (item: string) => boolean, sentence: (item: string) => string) => {
      const items = given(name)
        ?.split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      for (const item of items ?? []) if (!holds(item)) mistakes.push(sentence(item));
      return items;
    },
  };
}

function readExtensions(read: Reader): ReadonlySet<FeatureName> {
  const known: readonly string[] = [...featureNames, 'all'];
  const named = read.list(
    'EXTENSIONS',
    (item) => known.includes(item),
    (item) => texts.extension(item, featureNames),
  );
  return new Set(featureNames.filter((name) => named?.includes('all') || named?.includes(name)));
}

function readArchive(read: Reader): Config['archive'] {
  const folder = read.text('ARCHIVE_DIR', '');
  const timeoutSeconds = read.integer('ARCHIVE_TIMEOUT', 45, { min: 1, max: 3_600 });
  const retentionDays = read.integer('ARCHIVE_RETENTION_DAYS', 7, { min: 1, max: 3_650 });
  return folder === '' ? undefined : { folder: resolve(folder), timeoutSeconds, retentionDays };
}

/** Reads the private key from a file of age-keygen, which also contains comments. */
function readIdentity(read: Reader, mistakes: string[]): string | undefined {
  const name = 'BACKUP_IDENTITY_FILE';
  const content = read.secretFile(name, secretMinLength);
  if (content === undefined) return undefined;
  const key = content.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (key === undefined) mistakes.push(texts.noIdentity(name, read.text(name, '')));
  return key?.trim();
}

function readTelegram(read: Reader, mistakes: string[]): Config['telegram'] {
  const token = read.checked('TELEGRAM_BOT_TOKEN', isBotToken, texts.telegramToken);
  const chat = read.checked('TELEGRAM_CHAT', isChat, texts.telegramChat);
  const url = read.origin('TELEGRAM_URL', texts.telegramUrl) ?? 'https://api.telegram.org';
  if ((token === undefined) !== (chat === undefined)) mistakes.push(texts.telegramIncomplete);
  return token !== undefined && chat !== undefined ? { token, chat, url } : undefined;
}

export function isDatabaseUrl(value: string): boolean {
  return /^postgres(ql)?:\/\/[^\s]+$/.test(value) && URL.canParse(value);
}

const isRecipient = (value: string): boolean => /^age1[a-z0-9]{50,}$/.test(value);

// Never repeated in a sentence: it may hold a password.
const isSmtpUrl = (value: string): boolean => /^smtps?:\/\/[^\s]+$/.test(value) && URL.canParse(value);

/** An address, alone or in angle brackets after a name. The host may be of a local network, without a point. */
const isSender = (value: string): boolean =>
  /^(?:[^<>\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u.test(value);

// Never repeated in a sentence.
const isBotToken = (value: string): boolean => /^\d{5,20}:[\w-]{30,60}$/.test(value);
const isChat = (value: string): boolean => /^(-?\d{1,20}|@\w{4,40})$/.test(value);

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, host, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${protocol}//${host}/`;
}

/** Those of Chrome, Firefox, Safari and Edge. */
const defaultPushServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;
/** At least two labels below a star: `*.com` would be no list. */
const isPushService = (value: string) =>
  isAddressOrNetwork(value) || /^(?:\*\.[a-z\d-]+\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(value);

/** A host for a policy: a name, perhaps with a port, perhaps with every name below it. */
const isHost = (value: string) => /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/i.test(value);

/** 6 to 15 digits, as they are dialled; spaces, points, hyphens and brackets group them. */
const isPhone = (value: string) =>
  /^\+?[\d .()-]{6,30}$/.test(value) && /^\d{6,15}$/.test(value.replace(/\D/g, ''));

/** One with which its owner can sign in: the form shortens nothing, and takes invisible characters away. */
export const isEmail = (value: string) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && emailText().safeParse(value).data === value;

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
