import { randomBytes } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { rolesTexts } from '@almas/locale/operator';
import pino from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { databaseAddress } from '../../server/src/runtime/database-address.ts';
import { waitForDatabase } from '../../server/src/runtime/external-database.ts';
import { Shutdown } from '../../server/src/runtime/shutdown.ts';
import { testConfig } from '../support/app.ts';
import { runAlmas, signalAlmas } from '../support/run-almas.ts';

/*
 * What `almas roles` does with a PostgreSQL that is still starting, as in ops/compose.yaml. Turned red by: a single attempt; a wrong
 * password that is tried again until the time is over; a DATABASE_OWNER_URL of another database, which is then migrated or restored
 * instead.
 */
const adminUrl = inject('cluster').adminUrl;
const at = (port: number, url = adminUrl) => {
  const other = new URL(url);
  other.hostname = '127.0.0.1';
  other.port = String(port);
  return other.href;
};

describe('a PostgreSQL that is still starting', () => {
  test('waitForDatabase() waits for a PostgreSQL that is still starting until it takes connections', async () => {
    const port = await freePort();
    const { hostname, port: real } = new URL(adminUrl);
    const proxy = createServer((caller) => {
      const database = connect(Number(real || 5_432), hostname);
      for (const [from, to] of [
        [caller, database],
        [database, caller],
      ] as const) {
        from.on('error', () => to.destroy());
        from.pipe(to);
      }
    });
    onTestFinished(() => void proxy.close());
    let waits = 0;
    await waitForDatabase(at(port), {
      seconds: 30,
      // It listens only after the first failed attempt.
      onWait: () => {
        waits += 1;
        proxy.listen(port, '127.0.0.1');
      },
    });
    expect(waits).toBe(1);
    expect(await runStatements(at(port), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('waitForDatabase() fails when PostgreSQL takes no connection within the given time', async () => {
    await expect(waitForDatabase(at(await freePort()), { seconds: 0.3 })).rejects.toThrow('ECONNREFUSED');
  });

  test('waitForDatabase() does not try again when PostgreSQL refuses the password', async () => {
    const wrong = new URL(adminUrl);
    wrong.password = 'wrong';
    const began = performance.now();
    await expect(waitForDatabase(wrong.href, { seconds: 30 })).rejects.toThrow('password');
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe('DATABASE_OWNER_URL', () => {
  const { owner } = inject('cluster');
  const addressOf = (role: { name: string; password: string }, database: string) => {
    const url = new URL(adminUrl);
    return Object.assign(url, { username: role.name, password: role.password, pathname: `/${database}` })
      .href;
  };
  const open = (databaseOwnerUrl: string) =>
    databaseAddress({ ...testConfig(), databaseUrl: adminUrl, databaseOwnerUrl }, new Shutdown(), pino());

  test('a DATABASE_OWNER_URL that PostgreSQL refuses is named in the error', async () => {
    const wrong = addressOf({ ...owner, password: 'wrong' }, new URL(adminUrl).pathname.slice(1));
    await expect(open(wrong)).rejects.toThrow(
      /^La base de données de DATABASE_OWNER_URL .* refuse la connexion/,
    );
  });

  test('a DATABASE_OWNER_URL of another database than the server’s is refused', async () => {
    const name = `almas_other_${randomBytes(6).toString('hex')}`;
    await runStatements(adminUrl, `CREATE DATABASE ${name} OWNER "${owner.name}"`);
    onTestFinished(async () => void (await runStatements(adminUrl, `DROP DATABASE ${name}`)));
    await expect(open(addressOf(owner, name))).rejects.toThrow('deux bases différentes');
    const same = addressOf(owner, new URL(adminUrl).pathname.slice(1));
    expect((await open(same)).ownerUrl).toBe(same);
  });
});

test('the command `almas roles` reads an address whose password has a percent sign', async () => {
  const address = 'postgres://same:pass%word@127.0.0.1:1/almas';
  const variables = { DATABASE_URL: address, DATABASE_OWNER_URL: address, DATABASE_ADMIN_URL: adminUrl };
  const { code, output } = await runAlmas(variables, 'roles');
  expect(output).toContain(rolesTexts.sameRole);
  expect(code).toBe(1);
});

test('the command `almas roles` that Ctrl-C interrupts says to run it again and ends with 130', async () => {
  const nowhere = at(await freePort());
  const named = (name: string) => `postgres://${name}:pass@127.0.0.1:1/almas`;
  const variables = {
    DATABASE_URL: named('almas_one'),
    DATABASE_OWNER_URL: named('almas_two'),
    DATABASE_ADMIN_URL: nowhere,
  };
  const { code, output } = await signalAlmas('SIGINT', /Attente de 120 secondes/, variables, 'roles');
  expect(output.split('\n').slice(1)).toEqual([rolesTexts.interrupted, '']);
  expect(code).toBe(130);
});

const password = 'pass-of-a-role';
test.each([
  [
    'name two databases',
    `postgres://almas_one:${password}@HOST/almas`,
    `postgres://almas_two:${password}@HOST/other`,
  ],
  ['name no database', `postgres://almas_one:${password}@HOST`, `postgres://almas_two:${password}@HOST`],
  ['have no password', 'postgres://almas_one@HOST/almas', 'postgres://almas_two@HOST/almas'],
  [
    'name a database that cannot be read',
    `postgres://almas_one:${password}@HOST/%zz`,
    `postgres://almas_two:${password}@HOST/%zz`,
  ],
])('the command `almas roles` creates no role when the addresses %s', async (_, serving, owner) => {
  const { host } = new URL(adminUrl);
  const { code, output } = await runAlmas(
    {
      DATABASE_URL: serving.replace('HOST', host),
      DATABASE_OWNER_URL: owner.replace('HOST', host),
      DATABASE_ADMIN_URL: adminUrl,
    },
    'roles',
  );
  expect(output).toBe(`${rolesTexts.incomplete}\n`);
  expect(code).toBe(1);
  expect(await runStatements(adminUrl, `SELECT FROM pg_roles WHERE rolname LIKE 'almas\\_one'`)).toEqual([]);
});

test.each(['DATABASE_URL', 'DATABASE_OWNER_URL'])(
  'the command `almas roles` creates no role when nothing answers at %s',
  async (variable) => {
    const serving = `postgres://almas_here:${password}@${new URL(adminUrl).host}/almas`;
    const away = `postgres://almas_away:${password}@127.0.0.1:${await freePort()}/almas`;
    const addresses = { DATABASE_URL: serving, DATABASE_OWNER_URL: serving, [variable]: away };
    const { code, output } = await runAlmas({ ...addresses, DATABASE_ADMIN_URL: adminUrl }, 'roles');
    expect(output).toBe(
      `La base de données de ${variable} (${new URL(away).host}/almas) est injoignable. Vérifiez l’adresse et que PostgreSQL est démarré.\n`,
    );
    expect(code).toBe(1);
    const known = `SELECT rolname FROM pg_roles WHERE rolname IN ('almas_here', 'almas_away')`;
    expect(await runStatements(adminUrl, known)).toEqual([]);
  },
);
