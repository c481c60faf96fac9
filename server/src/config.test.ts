import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { featureNames } from '@almas/contract/features';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig, renamedVariables } from './config.ts';

/** The sentences that refuse this environment; none when it is accepted. */
function mistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

describe('an empty environment', () => {
  test('without environment variables the configuration has the defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3_000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databasePool: 10,
      databaseReadLag: 5,
      maxConcurrentRequests: 500,
      connectionsPerAddress: 300,
      publicUrl: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      codesKey: undefined,
      codesKeyFile: undefined,
      codesKeyNext: undefined,
      sessionSecret: undefined,
      extensions: new Set(),
      rateLimits: {
        purchase: 20,
        recharge_request: 5,
        freefire_request: 20,
        login_attempt: 10,
        registration: 100,
      },
      passwordMinLength: 6,
      confirmAmountAbove: 50_000,
      passwordPolicy: 'specified',
      sessionLives: {
        admin: { lifeSeconds: 43_200, idleSeconds: 7_200 },
        reseller: { lifeSeconds: 2_592_000, idleSeconds: 1_209_600 },
      },
      stepUpRecharge: 100_000,
      backupRecipient: undefined,
      backupIdentity: undefined,
      smtpUrl: undefined,
      mailFrom: 'Almas <almas@localhost>',
      telegram: undefined,
      telegramLanguage: 'fr',
      outboundAllowed: undefined,
      pushServices: [
        'fcm.googleapis.com',
        '*.push.services.mozilla.com',
        '*.push.apple.com',
        '*.notify.windows.com',
      ],
      logLevel: 'info',
      trustProxy: undefined,
      metricsToken: undefined,
      contactPhone: undefined,
      contactEmail: undefined,
      pictureHosts: undefined,
      shutdownDelay: 0,
    });
  });

  test('an environment whose variables are empty gives the same configuration as one without them', () => {
    const empty = { PORT: '', DATABASE_URL: ' ', CODES_KEY: '', EXTENSIONS: '', TRUST_PROXY: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

/** A file with this content, which is removed after the test. */
function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'almas-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

describe('values', () => {
  test('the values of environment variables are read, split at commas and trimmed', () => {
    const config = readConfig({
      PORT: '8080',
      PUBLIC_URL: 'https://almas.example/',
      EXTENSIONS: 'offer-status, settings-sync',
      RATE_LIMIT_PURCHASE: '7',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      ADMIN_PASSWORD: ' with spaces ',
    });
    expect(config.port).toBe(8_080);
    expect(config.publicUrl).toBe('https://almas.example');
    expect([...config.extensions]).toEqual(['offer-status', 'settings-sync']);
    expect(config.rateLimits.purchase).toBe(7);
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(config.adminPassword).toBe(' with spaces ');
  });

  test.each([
    ['https://Almas.Example', 'https://almas.example'],
    ['HTTPS://almas.example:443/', 'https://almas.example'],
    ['http://almas.example:80', 'http://almas.example'],
    ['https://almas.example:8443', 'https://almas.example:8443'],
    ['https://épicerie.example', 'https://xn--picerie-9xa.example'],
  ])('the public address %s is normalised as browsers do: %s', (typed, normalised) => {
    expect(readConfig({ PUBLIC_URL: typed }).publicUrl).toBe(normalised);
  });

  test('the setting EXTENSIONS=all turns on every extension', () => {
    expect(readConfig({ EXTENSIONS: 'all' }).extensions).toEqual(new Set(featureNames));
  });
});

describe('a mistake is reported in one sentence that names the variable', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['DATABASE_POOL', '1'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://localhost/almas'],
    ['PUBLIC_URL', 'almas.example'],
    ['PUBLIC_URL', 'https://almas.example/boutique'],
    ['PUBLIC_URL', 'https://almas@almas.example'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_EMAIL', `${'a'.repeat(300)}@almas.example`],
    ['ADMIN_EMAIL', 'ad\u200bmin@almas.example'],
    ['ADMIN_PASSWORD', '12345'],
    ['ADMIN_PASSWORD', 'x'.repeat(201)],
    ['ADMIN_PASSWORD', 'of a file with CRLF\r'],
    ['CODES_KEY', 'x'.repeat(31)],
    ['SESSION_SECRET', 'short'],
    ['EXTENSIONS', 'contact-delivery,unknown'],
    ['RATE_LIMIT_PURCHASE', '0'],
    ['RATE_LIMIT_RECHARGE_REQUEST', 'none'],
    ['RATE_LIMIT_FREEFIRE_REQUEST', '-3'],
    ['RATE_LIMIT_LOGIN_ATTEMPT', '1e3'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['LOG_LEVEL', 'verbose'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'of a file of secrets\n'],
    ['ARCHIVE_DIR', './data/archive'],
    ['ARCHIVE_TIMEOUT', '0'],
    ['ARCHIVE_RETENTION_DAYS', 'always'],
  ])('the setting %s=%s is refused in one sentence that names the variable', (name, value) => {
    const found = mistakes({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
    expect(found[0]).toMatch(/^[^\n]+[.]$/);
  });

  test('the setting ARCHIVE_DIR is refused together with DATABASE_URL, and accepted without it', () => {
    const found = mistakes({ ARCHIVE_DIR: '/archive', DATABASE_URL: 'postgres://a@db/almas' });
    expect(found).toEqual([expect.stringContaining('retirez ARCHIVE_DIR')]);
    expect(mistakes({ ARCHIVE_DIR: '/archive' })).toEqual([]);
  });

  test('a file of BACKUP_IDENTITY_FILE without a private key of age is refused, and one with comments is read', () => {
    const recipient = fileWith('# public key: age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\n');
    expect(mistakes({ BACKUP_IDENTITY_FILE: recipient })).toEqual([
      expect.stringContaining(`BACKUP_IDENTITY_FILE : le fichier ${recipient}`),
    ]);
    const identity = fileWith('# created: 2026-01-01T00:00:00Z\nAGE-SECRET-KEY-1EXAMPLE\n');
    expect(readConfig({ BACKUP_IDENTITY_FILE: identity }).backupIdentity).toBe('AGE-SECRET-KEY-1EXAMPLE');
  });

  test('three mistakes in the environment are all reported together', () => {
    expect(mistakes({ PORT: 'x', LOG_LEVEL: 'y', PASSWORD_MIN_LENGTH: '3' })).toHaveLength(3);
  });

  test('the error about an invalid secret never contains the secret', () => {
    const found = mistakes({
      CODES_KEY: 'swordfish',
      ADMIN_PASSWORD: 'fish',
      DATABASE_URL: 'x://u:hunter2@h',
    });
    expect(found).toHaveLength(3);
    expect(found.join()).not.toMatch(/swordfish|fish|hunter2/);
  });

  test('the setting ADMIN_PASSWORD must have at least the length of PASSWORD_MIN_LENGTH', () => {
    expect(mistakes({ ADMIN_PASSWORD: '12345678', PASSWORD_MIN_LENGTH: '9' })).toHaveLength(1);
    expect(mistakes({ ADMIN_PASSWORD: '123456789', PASSWORD_MIN_LENGTH: '9' })).toEqual([]);
  });
});

test('the operator’s contact must be a phone number that can be dialled and an email address', () => {
  const given = readConfig({ CONTACT_PHONE: '+213 (0)550 12-34-56', CONTACT_EMAIL: 'aide@almas.dz' });
  expect([given.contactPhone, given.contactEmail]).toEqual(['+213 (0)550 12-34-56', 'aide@almas.dz']);
  for (const phone of ['abc', '12345', '0550 12 34 56 poste 4', '1234567890123456'])
    expect(mistakes({ CONTACT_PHONE: phone })).toEqual([expect.stringContaining('CONTACT_PHONE')]);
  expect(mistakes({ CONTACT_EMAIL: 'aide' })).toEqual([expect.stringContaining('CONTACT_EMAIL')]);
});

test('the sender of e-mails must be an address, alone or in angle brackets after a name', () => {
  for (const sender of ['aide@almas.dz', 'Almas Recharge <aide@almas.dz>', '<root@mail>'])
    expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
  for (const sender of [
    'Almas',
    'Almas aide@almas.dz',
    'Almas <aide@almas.dz',
    'a@almas.dz, b@almas.dz',
    'A\nBcc: <b@c.d>',
  ])
    expect(mistakes({ MAIL_FROM: sender })).toEqual([expect.stringContaining('MAIL_FROM')]);
});

test('the former name of a variable is accepted with a warning, and the current name has precedence', () => {
  expect(readConfig({ CALLS_AT_ONCE: '40' }).maxConcurrentRequests).toBe(40);
  expect(readConfig({ CALLS_AT_ONCE: '40', MAX_CONCURRENT_REQUESTS: '50' }).maxConcurrentRequests).toBe(50);
  expect(renamedVariables({ CALLS_AT_ONCE: '40' })).toEqual([
    expect.stringContaining('CALLS_AT_ONCE s’appelle maintenant MAX_CONCURRENT_REQUESTS'),
  ]);
  expect(renamedVariables({ MAX_CONCURRENT_REQUESTS: '40' })).toEqual([]);
});
