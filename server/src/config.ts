import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type FeatureName, featureNames } from '@almas/contract/features';
import { emailText } from '@almas/contract/fields';
import { languages } from '@almas/contract/languages';
import { type LimitedAction, limits, rateLimits } from '@almas/contract/limits';
import { archiveTexts } from '@almas/locale/archive';
import { configurationTexts as texts } from '@almas/locale/runtime';
import * as z from 'zod';

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

type Environment = Readonly<Record<string, string | undefined>>;

/** A value that holds a rule; otherwise one sentence says what was given. */
const checked = (holds: (value: string) => boolean, sentence: (value: string) => string) =>
  z.string().refine(holds, { error: ({ input }) => sentence(String(input)), abort: true });

const integer = (name: string, fallback: number, { min, max }: { min: number; max: number }) =>
  checked(
    (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
    (value) => texts.integer(name, value, min, max),
  )
    .transform(Number)
    .default(fallback);
const attempts = (name: string, fallback: number) => integer(name, fallback, { min: 1, max: attemptsMax });
/** @param unit seconds of the unit in which the variable is given @returns seconds */
const duration = (name: string, seconds: number, unit: number, range: { min: number; max: number }) =>
  integer(name, seconds / unit, range).transform((value) => value * unit);

/** Kept unchanged, including spaces, and never repeated in a sentence. */
const secret = (name: string, min: number, max = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .refine((value) => value.length >= min, { error: texts.secretTooShort(name, min), abort: true })
    .refine((value) => value.length <= max, { error: texts.secretTooLong(name, max), abort: true });
/** A secret that is entered in a form or sent in a header: neither can contain the line break at the end of a file. */
const typedSecret = (name: string, min: number, max?: number) =>
  secret(name, min, max).refine((value) => !/\p{Cc}/u.test(value), texts.secretOfLines(name));
/** The content of a file, as systemd credentials and container secrets are. */
const secretFile = (name: string) =>
  z.string().transform((path, context) => {
    try {
      const content = readFileSync(path, 'utf8').trim();
      if (content.length >= secretMinLength) return { path, content };
      context.addIssue(texts.secretTooShort(name, secretMinLength));
    } catch {
      context.addIssue(texts.secretFile(name, path));
    }
    return z.NEVER;
  });
/** Normalised as browsers send it (lower case, without the default port), since it is compared with their Origin header. */
const origin = (sentence: (value: string) => string) =>
  checked(isOrigin, sentence).transform((value) => new URL(value).origin);
const list = (holds: (item: string) => boolean, sentence: (item: string) => string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .pipe(z.array(checked(holds, sentence)));
const oneOf = <const Value extends string>(values: readonly Value[], sentence: (value: string) => string) =>
  z.enum(values as readonly [Value, ...Value[]], { error: ({ input }) => sentence(String(input)) });

const { admin, reseller } = defaultSessionLives;
const featureOrAll: readonly string[] = [...featureNames, 'all'];

/** The variables, each with its rule and its default. */
const variables = z.object({
  PORT: integer('PORT', 3_000, { min: 0, max: 65_535 }),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  /** Without it: the PostgreSQL that comes with the product. */
  DATABASE_URL: checked(isDatabaseUrl, texts.databaseUrl).optional(),
  /** The same database as the owner of its tables, for migrations and restore. */
  DATABASE_OWNER_URL: checked(isDatabaseUrl, texts.databaseUrl).optional(),
  /** A standby of the same database, for lists of administrators, statistics, the audit and the backup. */
  DATABASE_READ_URL: checked(isDatabaseUrl, texts.databaseReadUrl).optional(),
  /** A standby further behind is not read. */
  DATABASE_READ_LAG_SECONDS: integer('DATABASE_READ_LAG_SECONDS', 5, { min: 1, max: 3_600 }),
  /** Connections of this process to the database. */
  DATABASE_POOL: integer('DATABASE_POOL', 10, { min: 2, max: 1_000 }),
  /** Where the log of the product's own PostgreSQL is archived (docs/code-keys.md). */
  ARCHIVE_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  ARCHIVE_TIMEOUT: integer('ARCHIVE_TIMEOUT', 45, { min: 1, max: 3_600 }),
  ARCHIVE_RETENTION_DAYS: integer('ARCHIVE_RETENTION_DAYS', 7, { min: 1, max: 3_650 }),
  /** Requests in progress in this process; the next one gets 503 immediately. */
  MAX_CONCURRENT_REQUESTS: integer('MAX_CONCURRENT_REQUESTS', 500, { min: 1, max: 100_000 }),
  /** Connections that one address may hold open, proxies and this machine aside. */
  CONNECTIONS_PER_ADDRESS: integer('CONNECTIONS_PER_ADDRESS', 300, { min: 10, max: 100_000 }),
  PUBLIC_URL: origin(texts.publicUrl).optional(),
  ADMIN_EMAIL: checked(isEmail, texts.adminEmail).optional(),
  ADMIN_PASSWORD: typedSecret(
    'ADMIN_PASSWORD',
    limits.passwordMinLength,
    limits.passwordMaxLength,
  ).optional(),
  CODES_KEY: secret('CODES_KEY', secretMinLength).optional(),
  CODES_KEY_FILE: secretFile('CODES_KEY_FILE').optional(),
  CODES_KEY_NEXT: secret('CODES_KEY_NEXT', secretMinLength).optional(),
  SESSION_SECRET: secret('SESSION_SECRET', secretMinLength).optional(),
  EXTENSIONS: list(
    (item) => featureOrAll.includes(item),
    (item) => texts.extension(item, featureNames),
  ).default([]),
  RATE_LIMIT_PURCHASE: attempts('RATE_LIMIT_PURCHASE', rateLimits.purchase.attempts),
  RATE_LIMIT_RECHARGE_REQUEST: attempts('RATE_LIMIT_RECHARGE_REQUEST', rateLimits.recharge_request.attempts),
  RATE_LIMIT_FREEFIRE_REQUEST: attempts('RATE_LIMIT_FREEFIRE_REQUEST', rateLimits.freefire_request.attempts),
  RATE_LIMIT_LOGIN_ATTEMPT: attempts('RATE_LIMIT_LOGIN_ATTEMPT', rateLimits.login_attempt.attempts),
  RATE_LIMIT_REGISTRATION: attempts('RATE_LIMIT_REGISTRATION', rateLimits.registration.attempts),
  PASSWORD_MIN_LENGTH: integer('PASSWORD_MIN_LENGTH', limits.passwordMinLength, {
    min: limits.passwordMinLength,
    max: limits.passwordMaxLength,
  }),
  /** DA; above it the screens ask for confirmation. */
  CONFIRM_AMOUNT_ABOVE: integer('CONFIRM_AMOUNT_ABOVE', limits.confirmAmountAbove, {
    min: 1,
    max: limits.balanceMax,
  }),
  /** `strict` refuses common passwords and fewer than 8 characters; else the specification's rule. */
  PASSWORD_POLICY: oneOf(['strict'], texts.passwordPolicy).optional(),
  SESSION_ADMIN_HOURS: duration('SESSION_ADMIN_HOURS', admin.lifeSeconds, 3_600, { min: 1, max: 720 }),
  SESSION_ADMIN_IDLE_MINUTES: duration('SESSION_ADMIN_IDLE_MINUTES', admin.idleSeconds, 60, {
    min: 10,
    max: 43_200,
  }),
  SESSION_RESELLER_DAYS: duration('SESSION_RESELLER_DAYS', reseller.lifeSeconds, 86_400, {
    min: 1,
    max: 365,
  }),
  SESSION_RESELLER_IDLE_DAYS: duration('SESSION_RESELLER_IDLE_DAYS', reseller.idleSeconds, 86_400, {
    min: 1,
    max: 365,
  }),
  /** DA; for a recharge above it an administrator with a second factor enters a fresh code. */
  STEP_UP_RECHARGE: integer('STEP_UP_RECHARGE', limits.stepUpRecharge, { min: 0, max: limits.rechargeMax }),
  /** Backups are encrypted for this age public key; without it with the master secret. */
  BACKUP_RECIPIENT: checked(isRecipient, texts.backupRecipient).optional(),
  /** Its private key, for a restore. */
  BACKUP_IDENTITY_FILE: z.string().transform(readIdentity).optional(),
  /** Without it no e-mail is sent. */
  SMTP_URL: checked(isSmtpUrl, texts.smtpUrl).optional(),
  MAIL_FROM: checked(isSender, texts.mailFrom).default('Almas <almas@localhost>'),
  /** With TELEGRAM_CHAT: the chat that gets the administrators' push messages. */
  TELEGRAM_BOT_TOKEN: checked(isBotToken, texts.telegramToken).optional(),
  TELEGRAM_CHAT: checked(isChat, texts.telegramChat).optional(),
  TELEGRAM_URL: origin(texts.telegramUrl).default('https://api.telegram.org'),
  /** Of the messages of this chat, while the switch `arabic` is on. */
  TELEGRAM_LANGUAGE: oneOf(languages, texts.telegramLanguage).default('fr'),
  /** `demo` invents the names of Free Fire players; without it none are looked up. */
  PLAYER_LOOKUP: oneOf(['demo'], texts.playerLookup).optional(),
  /** Addresses and networks that the server may call although they are not public. */
  OUTBOUND_ALLOWED: list(isAddressOrNetwork, texts.outboundAddress).optional(),
  /** Hosts of the push services that devices may name. */
  PUSH_SERVICES: list(isPushService, texts.pushService).default([...defaultPushServices]),
  LOG_LEVEL: oneOf(logLevels, (value) => texts.logLevel(value, logLevels)).default('info'),
  /** Addresses or networks of the proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: list(isAddressOrNetwork, texts.proxyAddress).optional(),
  /** With CONTACT_EMAIL: whom to ask for an activation or a forgotten password; shown before the sign-in. */
  CONTACT_PHONE: checked(isPhone, texts.contactPhone).optional(),
  CONTACT_EMAIL: checked(isEmail, texts.contactEmail).optional(),
  /** The only sites that the browser loads pictures of products from; without it any. */
  PICTURE_HOSTS: list(isHost, texts.pictureHost).optional(),
  METRICS_TOKEN: typedSecret('METRICS_TOKEN', tokenMinLength).optional(),
  /** How long a stopping server still serves while /readyz answers 503. */
  SHUTDOWN_DELAY_MS: integer('SHUTDOWN_DELAY_MS', 0, { min: 0, max: 600_000 }),
});
type Variables = z.output<typeof variables>;

/** What two variables say together, one sentence each. */
function contradictions(given: Variables): string[] {
  const found: string[] = [];
  const { ADMIN_PASSWORD: password, PASSWORD_MIN_LENGTH: min, ARCHIVE_DIR: archive } = given;
  if (password !== undefined && password.length < min)
    found.push(texts.secretTooShort('ADMIN_PASSWORD', min));
  if ((given.TELEGRAM_BOT_TOKEN === undefined) !== (given.TELEGRAM_CHAT === undefined))
    found.push(texts.telegramIncomplete);
  if (archive && given.DATABASE_URL !== undefined) found.push(archiveTexts.notOfOurs);
  if (archive && `${archive}/`.startsWith(`${given.DATA_DIR}/`))
    found.push(archiveTexts.insideDataDir(archive));
  // Refused with a public URL: invented names next to real requests would mislead.
  if (given.PLAYER_LOOKUP && given.PUBLIC_URL) found.push(texts.playerLookupPublic);
  return found;
}

const secrets = new Set(['ADMIN_PASSWORD', 'CODES_KEY', 'CODES_KEY_NEXT', 'SESSION_SECRET', 'METRICS_TOKEN']);
/** Containers and unit files pass an empty value for a variable that is not set. */
function valueIn(env: Environment, name: string): string | undefined {
  // The key itself has precedence over its file.
  if (name === 'CODES_KEY_FILE' && env.CODES_KEY) return undefined;
  if (secrets.has(name)) return env[name] || undefined;
  return env[name]?.trim() || env[formerNames[name] ?? '']?.trim() || undefined;
}

/** The checked environment (README.md, Configuration). A variable that is optional and not set is `undefined`. */
export type Config = ReturnType<typeof configOf>;

/** Reads and checks the environment. Throws a ConfigError that lists all mistakes at once. */
export function readConfig(env: Environment): Config {
  const names = Object.keys(variables.shape);
  const read = variables.safeParse(Object.fromEntries(names.map((name) => [name, valueIn(env, name)])));
  const mistakes = read.success ? contradictions(read.data) : read.error.issues.map(({ message }) => message);
  if (!read.success || mistakes.length > 0) throw new ConfigError(mistakes);
  return configOf(read.data);
}

const configOf = (given: Variables) => ({
  port: given.PORT,
  host: given.HOST,
  dataDir: given.DATA_DIR,
  databaseUrl: given.DATABASE_URL,
  databaseOwnerUrl: given.DATABASE_OWNER_URL,
  archive:
    given.ARCHIVE_DIR === undefined
      ? undefined
      : {
          folder: given.ARCHIVE_DIR,
          timeoutSeconds: given.ARCHIVE_TIMEOUT,
          retentionDays: given.ARCHIVE_RETENTION_DAYS,
        },
  databaseReadUrl: given.DATABASE_READ_URL,
  databaseReadLag: given.DATABASE_READ_LAG_SECONDS,
  databasePool: given.DATABASE_POOL,
  maxConcurrentRequests: given.MAX_CONCURRENT_REQUESTS,
  connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS,
  publicUrl: given.PUBLIC_URL,
  adminEmail: given.ADMIN_EMAIL,
  adminPassword: given.ADMIN_PASSWORD,
  codesKey: given.CODES_KEY ?? given.CODES_KEY_FILE?.content,
  codesKeyFile: given.CODES_KEY_FILE?.path,
  codesKeyNext: given.CODES_KEY_NEXT,
  sessionSecret: given.SESSION_SECRET,
  extensions: new Set(
    featureNames.filter((name) => given.EXTENSIONS.includes('all') || given.EXTENSIONS.includes(name)),
  ) as ReadonlySet<FeatureName>,
  rateLimits: {
    purchase: given.RATE_LIMIT_PURCHASE,
    recharge_request: given.RATE_LIMIT_RECHARGE_REQUEST,
    freefire_request: given.RATE_LIMIT_FREEFIRE_REQUEST,
    login_attempt: given.RATE_LIMIT_LOGIN_ATTEMPT,
    registration: given.RATE_LIMIT_REGISTRATION,
  } satisfies Record<LimitedAction, number>,
  passwordMinLength: given.PASSWORD_MIN_LENGTH,
  confirmAmountAbove: given.CONFIRM_AMOUNT_ABOVE,
  passwordPolicy: given.PASSWORD_POLICY ?? ('specified' as const),
  sessionLives: {
    admin: { lifeSeconds: given.SESSION_ADMIN_HOURS, idleSeconds: given.SESSION_ADMIN_IDLE_MINUTES },
    reseller: { lifeSeconds: given.SESSION_RESELLER_DAYS, idleSeconds: given.SESSION_RESELLER_IDLE_DAYS },
  } satisfies SessionLives,
  stepUpRecharge: given.STEP_UP_RECHARGE,
  backupRecipient: given.BACKUP_RECIPIENT,
  backupIdentity: given.BACKUP_IDENTITY_FILE,
  smtpUrl: given.SMTP_URL,
  mailFrom: given.MAIL_FROM,
  telegram:
    given.TELEGRAM_BOT_TOKEN !== undefined && given.TELEGRAM_CHAT !== undefined
      ? { token: given.TELEGRAM_BOT_TOKEN, chat: given.TELEGRAM_CHAT, url: given.TELEGRAM_URL }
      : undefined,
  telegramLanguage: given.TELEGRAM_LANGUAGE,
  playerLookup: given.PLAYER_LOOKUP,
  outboundAllowed: given.OUTBOUND_ALLOWED,
  pushServices: given.PUSH_SERVICES,
  logLevel: given.LOG_LEVEL,
  trustProxy: given.TRUST_PROXY,
  metricsToken: given.METRICS_TOKEN,
  contactPhone: given.CONTACT_PHONE,
  contactEmail: given.CONTACT_EMAIL,
  pictureHosts: given.PICTURE_HOSTS,
  shutdownDelay: given.SHUTDOWN_DELAY_MS,
});

/** The private key in a file of age-keygen, which also contains comments. */
function readIdentity(path: string, context: z.RefinementCtx<string>): string {
  const name = 'BACKUP_IDENTITY_FILE';
  const content = secretFile(name).safeParse(path);
  if (!content.success) {
    for (const { message } of content.error.issues) context.addIssue(message);
    return z.NEVER;
  }
  const key = content.data.content.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (key === undefined) context.addIssue(texts.noIdentity(name, path));
  return key?.trim() ?? z.NEVER;
}
