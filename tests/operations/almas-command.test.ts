import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnvironment } from '../../bin/environment.mjs';
import { isAlive } from '../../server/src/database/embedded/orphan.ts';
import { finished } from '../support/child-output.ts';
import { eventually } from '../support/eventually.ts';
import { runAlmas } from '../support/run-almas.ts';

/* The help and the usage of `almas`. Turned red by: a command without a line in the help; an argument of `start` that is ignored. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const commands = readdirSync(`${root}/server/src/commands`)
  .filter((name) => name !== 'run-command.ts')
  .map((name) => name.replace('.ts', ''));

test('the command `almas --help` lists every command with what it does, and succeeds', async () => {
  const { code, output } = await runAlmas({}, '--help');
  const listed = [...output.matchAll(/^ {2}([\w-]+) +\p{L}/gmu)].map(([, name]) => name);
  expect(listed.sort()).toEqual(['start', ...commands].sort());
  expect(code).toBe(0);
});

test('the command `almas --version` names the version of the installation', async () => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  expect(await runAlmas({}, '--version')).toEqual({ code: 0, output: `${version}\n` });
});

test.each([
  [[], /^Usage : almas COMMANDE/],
  [['bakup', 'file'], /^« bakup » n’est pas une commande d’Almas\.\nUsage : almas COMMANDE/],
  [['start', '--prot', '80'], /^Usage : almas start\n$/],
])('the command `almas` with the arguments %j fails and prints its usage', async (args, usage) => {
  const { code, output } = await runAlmas({ DATA_DIR: '/nonexistent/almas' }, ...args);
  expect(output).toMatch(usage);
  expect(code).toBe(1);
});

/** A copy of the command with a server that says that it starts, and with these other files of a build. */
function installation(...built: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'almas-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ['bin', 'locale/src/fr/commands.mjs', 'package.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'server/dist/commands'), { recursive: true });
  for (const path of ['server/dist/main.js', 'server/dist/commands/audit.js', ...built]) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), 'process.stdout.write("runs\\n");');
  }
  return folder;
}
const screens = ['web', 'web/ar'].flatMap((folder) => [
  `${folder}/dist/index.html`,
  `${folder}/first-view/dist/first-view.js`,
]);
const runIn = (folder: string, ...args: string[]) =>
  finished(
    spawn(process.execPath, ['bin/almas.mjs', ...args], {
      cwd: folder,
      env: { ALMAS_ENV_FILE: '/dev/null' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

// An interrupted or failed build would otherwise be served as a shop without pages.
test.each(screens)(
  'the command `almas start` refuses an installation whose build lacks %s',
  async (missing) => {
    const folder = installation(...screens.filter((path) => path !== missing));
    expect(await runIn(folder, 'start')).toEqual({
      code: 1,
      output: 'Cette installation n’est pas construite : lancez « npm ci && npm run build » une fois.\n',
    });
    // A command of the operator needs no screens.
    expect(await runIn(folder, 'audit')).toEqual({ code: 0, output: 'runs\n' });
  },
);

test('the command `almas start` starts the server of a whole build', async () => {
  expect(await runIn(installation(...screens), 'start')).toEqual({ code: 0, output: 'runs\n' });
});

/** A module that has the first program of a process tree believe that it runs under this version of Node. */
const pretending = (version: string, ...more: string[]) =>
  `data:text/javascript,${encodeURIComponent(`
    if (!process.env.PRETENDED) {
      process.env.PRETENDED = '1';
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
      ${more.join('\n')}
    }`)}`;
/** `almas` in this folder under a version of Node; `isReplaced: false` is a Node that cannot replace its process (before 22.15). */
const startUnder = (version: string, folder: string, { isReplaced = true, command = 'audit' } = {}) =>
  spawn(
    process.execPath,
    [
      '--import',
      pretending(version, isReplaced ? '' : 'process.execve = undefined;'),
      'bin/almas.mjs',
      command,
    ],
    { cwd: folder, env: { ALMAS_ENV_FILE: '/dev/null' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );

/** Puts the pinned Node into an installation, and programs that print their process and end with 3 or at a signal. */
function withPinnedNode(folder: string): string {
  const bin = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`);
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  const prints = 'console.log(process.pid, process.versions.node);';
  writeFileSync(join(folder, 'server/dist/commands/audit.js'), `${prints} process.exitCode = 3;`);
  const waits =
    'setInterval(() => {}, 1000); process.on("SIGTERM", () => { process.stdout.write("ends"); process.exit(4); });';
  writeFileSync(join(folder, 'server/dist/main.js'), `${waits} ${prints}`);
  return folder;
}
const firstLine = async (child: ReturnType<typeof startUnder>) =>
  String((await once(child.stdout, 'data'))[0]).trim();

test.each([
  ['14.21.3', 'Almas a besoin de Node 20 ou plus récent pour s’installer. Version trouvée : 14.21.3.\n'],
  ['18.20.8', 'Almas a besoin de Node 20 ou plus récent pour s’installer. Version trouvée : 18.20.8.\n'],
])('the command `almas` on Node %s ends with 1 and one line', async (version, output) => {
  expect(await finished(startUnder(version, withPinnedNode(installation())))).toEqual({ code: 1, output });
});

test.each([
  ['20.20.2', { code: 1, output: /^Almas a besoin de Node 24\.12 ou plus récent sur cette machine\. .*\n$/ }],
  ['24.11.0', { code: 1, output: /24\.12/ }],
  ['24.12.0', { code: 0, output: /^runs\n$/ }],
])(
  'the command `almas` on Node %s, without the pinned one, ends with its exit code',
  async (version, ended) => {
    const { code, output } = await finished(startUnder(version, installation()));
    expect(output).toMatch(ended.output);
    expect(code).toBe(ended.code);
  },
);

test.each([true, false])(
  'the command `almas` on an older Node goes on under the pinned one with its arguments and exit code (replaced: %s)',
  async (isReplaced) => {
    const child = startUnder('20.20.2', withPinnedNode(installation()), { isReplaced });
    const [process_, version] = (await firstLine(child)).split(' ');
    expect(version).toBe(process.versions.node);
    expect(Number(process_) === child.pid).toBe(isReplaced);
    expect((await finished(child)).code).toBe(3);
  },
);

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'the server under the pinned Node ends when the older Node that started it gets %s',
  async (signal) => {
    const folder = withPinnedNode(installation(...screens));
    const child = startUnder('20.20.2', folder, { isReplaced: false, command: 'start' });
    const server = Number((await firstLine(child)).split(' ')[0]);
    expect(isAlive(server)).toBe(true);
    child.kill(signal);
    const { code, output } = await finished(child);
    expect([code, output]).toEqual(signal === 'SIGTERM' ? [4, 'ends'] : [null, 'ends']);
    await eventually(() => !isAlive(server));
  },
);

test('the older Node above the server ends with SIGKILL when the server does', async () => {
  const folder = withPinnedNode(installation(...screens));
  const child = startUnder('20.20.2', folder, { isReplaced: false, command: 'start' });
  process.kill(Number((await firstLine(child)).split(' ')[0]), 'SIGKILL');
  await finished(child);
  expect(child.signalCode).toBe('SIGKILL');
});

/** The lines of an environment file, each with the value that systemd reads from it. */
const environment = [
  ['HASH=password#2026', 'password#2026'],
  ['SPACES=  two words # and more  ', 'two words # and more'],
  ['EMPTY=', ''],
  [`SINGLE='a "b" $c \\d'`, 'a "b" $c \\d'],
  ['DOUBLE="a \\"b\\" \\$c \\d\\n"', 'a "b" $c \\d\\n'],
  ['JOINED=\'one\'" two"', 'one two'],
  ['BACKSLASH=a\\b\\\\c', 'ab\\c'],
  ['CONTINUED=one\\\n two', 'one two'],
  ["APOSTROPHE=l'or d'Alger", "l'or d'Alger"],
  ['  INDENTED=here', 'here'],
  ['CARRIAGE=return\r', 'return'],
] as const;
const environmentFile = `# a comment\n; another\n${environment.map(([line]) => line).join('\n')}\nnot a variable\n`;
const nameOf = (line: string) => line.trim().split('=')[0] ?? '';
const values = Object.fromEntries(environment.map(([line, value]) => [nameOf(line), value]));

test('the environment file is read as systemd reads it, so that the server and the commands have the same secrets', () => {
  expect(parseEnvironment(environmentFile)).toEqual(values);
});

const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';
test.runIf(existsSync(generator))('systemd reads these values in the same environment file', () => {
  const home = mkdtempSync(join(tmpdir(), 'almas-environment-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, '.config/environment.d'), { recursive: true });
  // The generator expands variables and drops empty ones, which a service does not.
  const file = environmentFile.replaceAll(/\\?\$c/g, 'c');
  writeFileSync(join(home, '.config/environment.d/almas.conf'), file);
  const printed = execFileSync(generator, { env: { HOME: home }, encoding: 'utf8' });
  const read = execFileSync('sh', ['-c', `${printed.replaceAll(/^(?=\w)/gm, 'export ')}\nenv -0`], {
    env: {},
    encoding: 'utf8',
  })
    .split('\0')
    .map((entry) => [nameOf(entry), entry.slice(nameOf(entry).length + 1)] as const)
    .filter(([name]) => name in values);
  expect(Object.fromEntries(read)).toEqual(
    Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [name, value.replace('$c', 'c')]),
    ),
  );
});
