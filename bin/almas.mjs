#!/usr/bin/env node
// `almas COMMAND [...]`: the server and the operator's commands of a built installation, with the variables of the
// service's environment file: ALMAS_ENV_FILE, by default /etc/almas.env. A variable that is already set wins.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { almasTexts as texts } from '../locale/src/fr/commands.mjs';
import { parseEnvironment } from './environment.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dist = at('server/dist/');
/** What the server serves; the operator's commands do without it. */
const screens = ['web', 'web/ar'].flatMap((folder) => [
  `${folder}/dist/index.html`,
  `${folder}/first-view/dist/first-view.js`,
]);

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function loadEnvironment() {
  const file = process.env.ALMAS_ENV_FILE ?? '/etc/almas.env';
  if (!existsSync(file)) {
    if (process.env.ALMAS_ENV_FILE) fail(texts.environmentMissing(file));
    return;
  }
  let content = '';
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    fail(texts.environmentUnreadable(file));
  }
  for (const [name, value] of Object.entries(parseEnvironment(content)))
    if (process.env[name] === undefined) process.env[name] = value;
}

await continueUnderPinnedNode();
if (!existsSync(`${dist}main.js`)) fail(texts.notBuilt);
const commands = readdirSync(`${dist}commands`)
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.slice(0, -3));
const [command, ...rest] = process.argv.slice(2);

function usage() {
  const known = Object.entries(texts.commands).filter(
    ([name]) => name === 'start' || commands.includes(name),
  );
  return [texts.usage, ...known.map(([name, what]) => `  ${name.padEnd(17)} ${what}`)].join('\n');
}

function answer(text) {
  process.stdout.write(`${text}\n`);
  process.exit(0);
}

if (command === '--help' || command === '-h' || command === 'help') answer(usage());
if (command === '--version')
  answer(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
if (command === undefined) fail(usage());
if (command !== 'start' && !commands.includes(command)) fail(`${texts.unknown(command)}\n${usage()}`);
if (command === 'start' && ['--help', '-h'].includes(rest[0])) answer(texts.startUsage);
if (command === 'start' && rest.length > 0) fail(texts.startUsage);
if (command === 'start' && !screens.every((path) => existsSync(at(path)))) fail(texts.notBuilt);
loadEnvironment();
if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'production';
// The commands read their own arguments behind the name of the program.
process.argv = [process.argv[0], process.argv[1], ...rest];
await import(command === 'start' ? `${dist}main.js` : `${dist}commands/${command}.js`);
