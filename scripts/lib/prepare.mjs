import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, continueUnderPinnedNode } from '../../bin/pinned-node.mjs';
import { commandTexts as texts } from '../../locale/src/fr/commands.mjs';
import { run } from './progress.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (...parts) => join(root, ...parts);

export { checkNode };

const lock = at('package-lock.json');
const packages = at('node_modules');
const stamp = join(packages, '.installed');

/** Installs the packages of the lock file, unless they are installed, and goes on under the Node among them. Ends the process when that fails. */
export async function install() {
  if (!areInstalled()) await installPackages();
  await continueUnderPinnedNode();
}

/**
 * For a command beside a server: installs the packages when there are none. Those of another version it does not replace, because a
 * running server reads its programs there.
 */
export async function installMissing() {
  if (existsSync(packages) && !areInstalled()) {
    process.stderr.write(`${texts.otherPackages}\n`);
    process.exit(1);
  }
  await install();
}

const areInstalled = () => readStamp(stamp) === hashOf([lock]) || installedByHand() || isLinked(packages);

async function installPackages() {
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, ...flags]] : ['npm', flags];
  const code = await run(texts.installing, command, args, { cwd: root });
  if (code !== 0) process.exit(code);
  writeFileSync(stamp, hashOf([lock]));
}

/** Whether the folder is a link to the packages of another clone, which npm would empty. */
const isLinked = (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Whether npm has installed this lock file: it writes a copy of it when it has finished. */
function installedByHand() {
  const copy = join(packages, '.package-lock.json');
  return existsSync(copy) && statSync(copy).mtimeMs >= statSync(lock).mtimeMs;
}

const shared = ['contract', 'locale', 'package-lock.json', 'tsconfig.base.json'];
/** `sources`: the files that a build reads, when they are more than its own folder. */
const products = [
  { name: 'server', path: 'server', result: 'main.js' },
  { name: 'web', path: 'web', result: 'index.html' },
  { name: 'firstView', path: 'web/first-view', result: 'first-view.js', sources: ['web'] },
  { name: 'webInArabic', path: 'web/ar', result: 'index.html', sources: ['web'] },
  { name: 'firstViewInArabic', path: 'web/ar/first-view', result: 'first-view.js', sources: ['web'] },
];

/** Builds the server, the screens and the first views concurrently, each only when its sources have changed since its last build. */
export async function build({ force = false, serverOnly = false } = {}) {
  const wanted = serverOnly ? products.filter(({ name }) => name === 'server') : products;
  const codes = await Promise.all(wanted.map((product) => buildOne(product, force)));
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

async function buildOne({ name, path, result, sources = [path] }, force) {
  const stamp = at(path, 'dist', '.built-from');
  // Computed before the build: a file that is saved meanwhile causes a new build at the next start.
  const wanted = hashOf([...sources, ...shared].map((source) => at(source)));
  if (!force && readStamp(stamp) === wanted && existsSync(at(path, 'dist', result))) return 0;
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const code = await run(texts.building[name], process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: at(path),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
  return code;
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A hash over names and contents, which unlike modification times survives copies, checkouts and removed files. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesOf)) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const ignored = new Set(['node_modules', 'dist', 'former-assets']);

function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name) && !entry.name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]));
}
