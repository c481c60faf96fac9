import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { finished } from '../support/child-output.ts';
import { temporaryFolder } from '../support/cluster.ts';

/*
 * What `npm run cluster` refuses. Turned red by: a mistyped flag that stops the cluster all the same; a new, empty database beside backups
 * of a lost one; programs that keep running after `up` found a port taken. What it does is tested by `npm run test:cluster`.
 */
const script = fileURLToPath(new URL('../../scripts/cluster.mjs', import.meta.url));
const root = temporaryFolder('cluster-commands');
afterAll(() => rmSync(root, { recursive: true, force: true }));
const firstPort = String(Math.min(await freePort(), 60_000));

const run = (folder: string, args: readonly string[], env: Record<string, string> = {}) =>
  finished(
    spawn(process.execPath, [script, ...args], {
      env: { ...process.env, CLUSTER_DIR: folder, CLUSTER_PORT: firstPort, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

describe('a cluster command is refused in one sentence', () => {
  test.each([
    [['status'], {}, 'Il n’y a pas de grappe dans'],
    [['down', '--remove'], {}, 'Il n’y a pas de grappe dans'],
    [['restore', '2026-11-22T14:05:00Z'], {}, 'Il n’y a pas de grappe dans'],
    [['kill'], {}, 'Usage : npm run cluster'],
    [['up', 'now'], {}, 'Usage : npm run cluster'],
    [['toString'], {}, 'Usage : npm run cluster'],
    [['up'], { CLUSTER_PORT: 'abc' }, 'CLUSTER_PORT doit être un nombre entier'],
  ])(
    'the cluster command %j with %j is refused in one line, and creates no folder',
    async (args, env, sentence) => {
      const folder = join(root, 'none');
      const { code, output } = await run(folder, args, env);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain(sentence);
      expect(code).toBe(1);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.each([
    [['down', '--remov'], 'Usage : npm run cluster'],
    [['kill', '1'], 'Nœud 1 : rien n’y tourne.'],
    [['backup'], 'Aucune base principale ne répond'],
  ])(
    'the cluster command %j on a cluster that does not run is refused in one line',
    async (args, sentence) => {
      const folder = join(root, 'stopped');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'patroni1.yml'), '');
      const { code, output } = await run(folder, args);
      expect(output).toBe(`${output.trim()}\n`);
      expect(output).toContain(sentence);
      expect(code).toBe(1);
    },
  );

  test('the cluster command `up` is refused when the nodes have lost their data and backups are left', async () => {
    const folder = join(root, 'lost');
    mkdirSync(join(folder, 'backups', 'backup', 'almas'), { recursive: true });
    writeFileSync(join(folder, 'backups', 'backup', 'almas', 'backup.info'), '');
    const { code, output } = await run(folder, ['up']);
    expect(output).toContain('les nœuds n’ont plus de données, mais il y a des sauvegardes');
    expect(code).toBe(1);
  });
});

// Turned red by: `up` in a folder of something else, which it gives to the database's account and `down --remove` deletes.
test('the cluster commands `up` and `down --remove` leave a folder of something else as it is', async () => {
  const folder = join(root, 'disk');
  const file = join(folder, 'secrets.json');
  mkdirSync(folder, { mode: 0o755 });
  writeFileSync(file, '{"of":"another program"}');
  const before = statSync(folder);
  const up = await run(folder, ['up']);
  expect(up.output).toContain('contient autre chose qu’une grappe');
  const down = await run(folder, ['down', '--remove']);
  expect(down.output).toContain('Il n’y a pas de grappe dans');
  expect([up.code, down.code]).toEqual([1, 1]);
  const { mode, uid } = statSync(folder);
  expect({ mode, uid }).toEqual({ mode: before.mode, uid: before.uid });
  expect(readFileSync(file, 'utf8')).toBe('{"of":"another program"}');
});

test('the cluster command `up` names a port that another program uses, and creates no folder', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const folder = join(root, 'taken');
  // The port of the second node's database: the last program that `up` would start.
  const { code, output } = await run(folder, ['up'], { CLUSTER_PORT: String(port - 32) });
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/^(Ce port est déjà pris .*Libérez-le,|Ces ports sont déjà pris .*Libérez-les,) ou/);
  expect(output).toContain(String(port));
  expect(code).toBe(1);
  expect(existsSync(folder)).toBe(false);
});

test('the usage of the cluster commands is printed with exit code 0 when --help asks for it', async () => {
  const { code, output } = await run(join(root, 'none'), ['--help']);
  expect(output).toMatch(/^Usage : npm run cluster -- up \|/);
  expect(code).toBe(0);
});
