import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { createProduct } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/*
 * How the commands of the operator handle mistyped arguments and failures. Turned red by: a command that does not read its arguments by
 * server/src/runtime/command-line.ts, whose test has every kind of mistake.
 */
const { server, services, url, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin', email: 'chef@exemple.dz' });
const folder = mkdtempSync(join(tmpdir(), 'almas-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = fileURLToPath(new URL('../..', import.meta.url));
const script = join(root, 'scripts', 'command.mjs');

const start = (args: readonly string[], env: Record<string, string> = {}) =>
  startCommand(args, { npm_lifecycle_event: 'test', ...onDatabase(url), ...env });
const run = (args: readonly string[], env?: Record<string, string>) => start(args, env).ended;

/** The data that no refused command may change. */
async function state() {
  const rows =
    await query(`SELECT (SELECT count(*) FROM code_keys) AS keys, (SELECT count(*) FROM users) AS users,
                  (SELECT count(*) FROM products) AS products, (SELECT count(*) FROM audit_trail) AS actions`);
  return { ...rows[0], files: readdirSync(folder) };
}

describe('a command of the operator', () => {
  test.each([
    ['a mistyped flag beside a file', ['backup', join(folder, 'a'), '--jsn']],
    ['a file that is to replace a database', ['restore', script, '--replace']],
    ['a file and a time', ['restore', script, '--at', 'latest']],
    ['a mistyped flag beside an email', ['reset-password', 'chef@exemple.dz', '--second-facteur']],
    ['no email', ['reactivate-admin']],
    ['a mistyped flag', ['rotate-keys', '--dry-run']],
    ['an argument that it does not take', ['demo', 'now']],
    ['an argument that it does not take', ['roles', 'now']],
    ['a flag without its value', ['upgrade-database', '--programs']],
  ])('a command of the operator refuses %s with its usage and changes nothing: %j', async (_, args) => {
    const before = await state();
    const { code, output } = await run(args);
    expect(output).toMatch(new RegExp(`^Usage : almas ${args[0]}`));
    // Turned red by: a usage that asks for --replace again.
    if (args[0] === 'restore') expect(output).toContain('Avec --at seulement : --replace');
    if (args[0] === 'reset-password')
      expect(output).toBe('Usage : almas reset-password EMAIL [--second-factor]\n');
    expect(output).not.toMatch(/\bat \S+:\d+/);
    expect(code).toBe(1);
    expect(await state()).toEqual(before);
  });

  test.each(['backup', 'roles'])(
    'the operator who runs `%s --help` gets the usage of the command, which changes nothing',
    async (command) => {
      const before = await state();
      const { code, output } = await run([command, '--help']);
      expect(output).toMatch(new RegExp(`^Usage : almas ${command}`));
      expect(code).toBe(0);
      expect(await state()).toEqual(before);
    },
  );

  test('the command demo refuses a database that holds products, and changes nothing', async () => {
    const product = await createProduct(admin);
    const before = await state();
    const { code, output } = await run(['demo']);
    expect(output).toContain('La base contient déjà des revendeurs ou des produits');
    expect(code).toBe(1);
    expect(await state()).toEqual(before);
    expect((await admin.get(`/api/products/${product.id}`)).status).toBe(200);
  });

  test.each([
    ['a folder in place of a backup', ['restore', folder], `${folder} n’est pas un fichier.`],
    [
      'a backup below a folder that is not there',
      ['backup', join(folder, 'no', 'a')],
      'n’existe pas : créez-le',
    ],
    [
      'a backup under a name that is too long',
      ['backup', join(folder, 'a'.repeat(300))],
      'n’est pas valable.',
    ],
  ])(
    'a command of the operator refuses %s with one sentence and leaves no file',
    async (_, args, sentence) => {
      const { code, output } = await run(args);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain(sentence);
      expect(code).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.each([
    ['the password of the administrator is wrong', { password: 'wrong' }, 'refuse la connexion'],
    ['the database does not exist', { pathname: '/absent' }, 'n’existe pas'],
  ])(
    'the command roles ends with 1 and a sentence, without a stack trace, when %s',
    async (_, change, sentence) => {
      const adminUrl = Object.assign(new URL(inject('cluster').adminUrl), change).href;
      const owner = Object.assign(new URL(url), { username: 'some_owner' }).href;
      const started = start(['roles'], { DATABASE_ADMIN_URL: adminUrl, DATABASE_OWNER_URL: owner });
      const { code, output } = await started.ended;
      expect(output).toContain(sentence);
      expect(output).not.toMatch(/ECONNREFUSED|password authentication|\bat \S+:\d+/);
      expect(code).toBe(1);
    },
  );
});

// Turned red by: a command that installs the packages of another version, which empties the folder of a running server.
test('a command leaves the packages of another version as they are, and says to stop the server first', () => {
  const clone = join(folder, 'clone');
  for (const part of ['bin', 'scripts', 'locale/src/fr', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(clone, part), { recursive: true });
  const installed = join(clone, 'node_modules', '.package-lock.json');
  mkdirSync(dirname(installed));
  writeFileSync(installed, '{}');
  utimesSync(installed, 0, 0);
  const { status, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', 'command.mjs'), 'audit'], {
    encoding: 'utf8',
  });
  const left = readdirSync(dirname(installed));
  rmSync(clone, { recursive: true });
  expect(stderr).toContain('Les paquets installés sont ceux d’une autre version');
  expect(status).toBe(1);
  expect(left).toEqual(['.package-lock.json']);
});
