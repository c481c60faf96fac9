import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planning } from '../../server/src/database/pool.ts';
import { declaredStatements } from '../../server/src/database/statement.ts';
import '../../server/src/modules/accounts/sessions.ts';
import { sellCodesSql } from '../../server/src/modules/purchases/sell-codes.ts';
import { nodeFlags } from '../../tests/support/server-process.ts';
import { codesKey } from './seeded-database.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const ownRoot = pathOf('../..');
const bare = pathOf('bare-server.mjs');

/** A process of the built server on the given database. */
export interface MeasuredServer {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start to the ready line. */
  readonly readyAfter: number;
  close(): Promise<void>;
}

/** @param root folder of another built working copy */
export const startServer = (env: Record<string, string>, root = ownRoot): Promise<MeasuredServer> =>
  start(join(root, 'server/dist/main.js'), env);

/** Starts the bare server (bare-server.mjs). `pages`: the responses and statements of the lists. */
export const startBareServer = (
  databaseUrl: string,
  pages: Record<string, string> = {},
): Promise<MeasuredServer> =>
  start(bare, {
    DATABASE_URL: databaseUrl,
    PLANNING: planning,
    FIND_SESSION: declaredStatements().get('sessions.find') ?? '',
    SELL_CODES: sellCodesSql,
    ...pages,
  });

async function start(script: string, env: Record<string, string>): Promise<MeasuredServer> {
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, script], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'warn',
      CODES_KEY: codesKey,
      ADMIN_EMAIL: 'bench@exemple.dz',
      ADMIN_PASSWORD: 'bench-password',
      RATE_LIMIT_PURCHASE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readyPort(child);
  return {
    port,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - began,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function readyPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
      const port = /prêt : http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
  /** The compressed body. */
  readonly bytes: Buffer;
}

/** An HTTP client with `connections` kept-alive connections. */
export function httpClient(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = (
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const request = send(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: {
            cookie: `almas_session=${token}`,
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({ status: response.statusCode ?? 0, body: bytes.toString(), bytes });
          });
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  return { call, close: () => agent.destroy() };
}

const ticksPerSecond = 100;

/** CPU time of a process so far, in ms; undefined where the system does not tell. */
export function cpuMilliseconds(pid: number, withChildren = false): number {
  const own = readTicks(pid, withChildren);
  const children = withChildren
    ? childrenOf(pid).reduce((sum, child) => sum + readTicks(child, false), 0)
    : 0;
  return ((own + children) * 1_000) / ticksPerSecond;
}

/**
 * CPU time of the children of a process so far in µs, except those named. A child that has ended, such as a vacuum worker, keeps its
 * last figure: otherwise the sum would fall.
 */
export function childrenMicroseconds(pid: number, except: readonly number[]): () => number {
  const seen = new Map<number, number>();
  return () => {
    for (const child of childrenOf(pid))
      if (!except.includes(child)) seen.set(child, Math.max(seen.get(child) ?? 0, cpuMicroseconds(child)));
    return [...seen.values()].reduce((sum, each) => sum + each, 0);
  };
}

/** CPU time of a process so far, in µs, as the scheduler counts it. */
export function cpuMicroseconds(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
      const [nanoseconds = 0] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8')
        .split(' ')
        .map(Number);
      return sum + nanoseconds / 1_000;
    }, 0);
  } catch {
    return 0;
  }
}

function readTicks(pid: number, ended: boolean): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return user + system + (ended ? endedUser + endedSystem : 0);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return Number(readFileSync(`/proc/${candidate}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
