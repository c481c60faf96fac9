import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../server/src/database/embedded/orphan.ts';
import { eventually } from './eventually.ts';
import { clockEnvironment } from './test-clock.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The built server, started as `npm start` starts it; build.ts builds it. */
const main = 'server/dist/main.js';
export const nodeFlags = ['--max-semi-space-size=8'];

const readyLine = /Almas est prêt : (http:[^\s"]+)/;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly baseURL: string;
  /** Its output so far, including errors. */
  output(): string;
  /** Sends SIGTERM and waits. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
}

/** The environment of a server, without the configuration of this machine. */
const bareEnvironment = {
  ...clockEnvironment(),
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TZ: 'Africa/Algiers',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  PORT: '0',
};

/** Starts a server without waiting, for one that refuses to start. `before`: a program that execs the server. */
export function spawnServer(
  env: Record<string, string>,
  before: readonly string[] = [],
  account: Pick<SpawnOptions, 'uid' | 'gid'> = {},
) {
  const [program = '', ...args] = [...before, process.execPath, ...nodeFlags, main];
  const child = spawn(program, args, {
    ...account,
    cwd: root,
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'close').then(() => child.exitCode);
  return { child, output: () => output, exited };
}

/** Starts a server on a free port and waits until it reports ready. */
export async function startServer(
  env: Record<string, string>,
  before: readonly string[] = [],
): Promise<ServerProcess> {
  const { child, output, exited } = spawnServer(env, before);
  await eventually(() => readyLine.test(output()) || child.exitCode !== null, { seconds: 60, what: 'ready' });
  const baseURL = readyLine.exec(output())?.[1];
  if (!baseURL) throw new Error(`the server did not start:\n${output()}`);
  const pid = child.pid ?? 0;
  return {
    child,
    pid,
    baseURL,
    output,
    stop: async () => {
      child.kill('SIGTERM');
      return await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
      await eventually(() => !isAlive(pid));
    },
  };
}
