import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runAlmas } from '../support/run-almas.ts';

/* What `almas` itself answers. Turned red by: a command without a line in its help; an argument of `start` that it passes over. */
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
