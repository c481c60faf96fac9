import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type FinishedProcess, finished } from '../support/child-output.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { sourceFiles } from '../support/source-files.ts';
import { clockEnvironment } from '../support/test-clock.mjs';

/*
 * Every command in the fenced blocks of docs/operations.md and docs/code-keys.md is run here, or is listed below with the test that runs it. Turned red by:
 * a command of the handbook that does not exist; a block that no test runs; a quoted sentence that the product does not say.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder('handbook');
const backups = join(folder, 'backups');
mkdirSync(backups);
const environment = { DATA_DIR: join(folder, 'data') };
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const handbook = read('code-keys.md') + read('operations.md');
const commands = [...handbook.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== ''),
);

/** Commands that need other machines, a cluster or several minutes, and the test that runs them. */
const elsewhere: readonly [RegExp, string][] = [
  [
    /^DATABASE_URL=\S+ .*node --max-semi-space-size=8 server\/dist\/main\.js$/,
    'tests/support/server-process.ts',
  ],
  [/^DATABASE_ADMIN_URL=\S+ .*npm run roles$/, 'tests/image/image.test.ts'],
  [/^npm run (cluster -- \w+.*|test:cluster)$/, 'scripts/test-cluster.mjs'],
  [/^(DATA_DIR=\S+ )?almas restore --at /, 'tests/operations/recovery.test.ts'],
  [/^(systemctl|install|echo CODES_KEY_FILE=\/etc\/almas\/codes\.key) /, 'tests/image/one-shop.test.ts'],
];
const isElsewhere = (command: string) => elsewhere.some(([pattern]) => pattern.test(command));
const runHere = commands.filter((command) => !isElsewhere(command));

/** Runs a command of the handbook in a shell, with the paths of the handbook inside the folder of this test. */
function run(command: string, env: Record<string, string>): Promise<FinishedProcess> {
  const text = command
    .replaceAll('/backups/', `${backups}/`)
    .replaceAll(/\bFILE\b/g, join(backups, 'FILE'))
    .replaceAll('$PWD/data', environment.DATA_DIR);
  return finished(
    spawn('sh', ['-e', '-c', text], {
      cwd: root,
      env: { ...clockEnvironment(), PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

describe('the handbook', () => {
  test('the handbook’s commands are run by this file or by another file that exists', () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const [pattern, file] of elsewhere) {
      expect(
        commands.some((command) => pattern.test(command)),
        String(pattern),
      ).toBe(true);
      expect(existsSync(join(root, file)), file).toBe(true);
    }
    expect(runHere.map((command) => command.replace(/ ".*$| FILE$/, ''))).toEqual([
      'npm run backup',
      'npm run restore',
      'npm run backup',
      'DATA_DIR=$(mktemp -d) CODES_KEY_FILE="$PWD/data/codes.key" npm run restore',
    ]);
  });

  test('the handbook’s npm commands are all scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = [...handbook.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(name && name in scripts))).toEqual([]);
  });

  test('the sentences that the operator’s documents quote are said by the product', () => {
    const isText = ({ path }: { path: string }) => /^(locale|web|server)\/src\//.test(path);
    const said = sourceFiles(/\.(tsx?|mjs)$/)
      .filter(isText)
      .map(({ text }) => text)
      .join(' ');
    const documents = ['one-shop.md', 'operations.md', 'upgrades.md', 'code-keys.md', 'setup.md'];
    const quoted = documents
      .map((name) => read(name).replaceAll(/\s+/g, ' '))
      .flatMap((text) => [...text.matchAll(/« (.+?) »/g)].map(([, sentence = '']) => sentence));
    expect(quoted.length).toBeGreaterThan(20);
    // An ellipsis stands for what the product fills in.
    const isSaid = (sentence: string) => sentence.split('…').every((part) => said.includes(part.trim()));
    expect(quoted.filter((sentence) => !isSaid(sentence))).toEqual([]);
  });

  test('the steps of an upgrade can be repeated: the backup that they begin with is named after its minute', () => {
    const steps = read('upgrades.md');
    const files = [...steps.matchAll(/ almas backup (.*)$/gm)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !file?.includes('$(TZ=Africa/Algiers date +%F-%H%M)'))).toEqual([]);
  });

  test('the handbook’s commands of backup and restore succeed as they are written', async () => {
    server = await startServer(environment);
    mkdirSync(join(folder, 'new'), { mode: 0o711 });
    copyFileSync(join(environment.DATA_DIR, 'codes.key'), join(folder, 'new', 'codes.key'));
    for (const command of runHere) {
      // The handbook restores into an empty database, with the key of the codes copied before.
      const env = command.startsWith('npm run restore')
        ? { ...environment, DATA_DIR: join(folder, 'new') }
        : environment;
      const { code, output } = await run(command, env);
      expect(`${command}: ${code}\n${output}`).toContain(': 0\n');
      if (command.includes('restore')) expect(output).toContain('Les comptes sont justes.');
    }
    expect(readdirSync(backups)).toHaveLength(2);
  });
});
