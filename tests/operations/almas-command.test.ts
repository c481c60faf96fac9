import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnvironment } from '../../bin/environment.mjs';
import { finished } from '../support/child-output.ts';
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
const screens = ['web/dist/index.html', 'web/first-view/dist/first-view.js'];
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

test.each([
  [
    '18.20.8',
    1,
    'Almas a besoin de Node 20.19 ou plus récent (20, 22.12+, 24+). Version trouvée : 18.20.8.\n',
  ],
  [
    '22.11.0',
    1,
    'Almas a besoin de Node 20.19 ou plus récent (20, 22.12+, 24+). Version trouvée : 22.11.0.\n',
  ],
  ['20.19.0', 0, 'runs\n'],
])('the command `almas` on Node %s ends with %i and one line', async (version, code, output) => {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const pretends = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
  const child = spawn(process.execPath, ['--import', pretends, 'bin/almas.mjs', 'audit'], {
    cwd: installation(),
    env: { ALMAS_ENV_FILE: '/dev/null' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(await finished(child)).toEqual({ code, output });
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
