import { spawn } from 'node:child_process';
import { commandTexts as texts } from '../../locale/src/fr/commands.mjs';

const intervalMilliseconds = process.stdout.isTTY ? 1_000 : 10_000;
const children = new Set();
const signals = ['SIGINT', 'SIGTERM'];

/** Forwards signals only while a program runs: afterwards they belong to the server. */
function endWithChildren(signal) {
  for (const child of children) child.kill('SIGTERM');
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

/**
 * Runs a program and prints its duration; its output is shown when it fails, or as it is written with `show`.
 * @returns its exit code
 */
export async function run(what, command, args, { show = false, ...options } = {}) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1_000);
  say(`${what}…`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (children.size === 0) for (const signal of signals) process.on(signal, endWithChildren);
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      if (show) process.stdout.write(text);
      else output += text;
    });
  }
  const timer = setInterval(() => tick(texts.progress(what, seconds())), intervalMilliseconds);
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(127)).once('close', (status) => resolve(status ?? 1));
  });
  children.delete(child);
  if (children.size === 0) for (const signal of signals) process.off(signal, endWithChildren);
  clearInterval(timer);
  clearTick();
  if (code !== 0) process.stdout.write(output);
  say(code === 0 ? texts.done(what, seconds()) : texts.failed(what, seconds()));
  return code;
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

function tick(line) {
  process.stdout.write(process.stdout.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
}

function clearTick() {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
}
