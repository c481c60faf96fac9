import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../tests/support/read-options.ts';
import { purchaseOne } from './lib/http-cells.ts';
import { median, percentile, round } from './lib/numbers.ts';
import type { Size } from './lib/seed.ts';
import { openSeededDatabase } from './lib/seeded-database.ts';
import { httpClient, residentMegabytes, startServer } from './lib/server.ts';

/*
 * P26: the duration of a purchase, /healthz and a static file while other addresses flood the server, compared with the same without a
 * flood. Purchases are made one after the other; the flood comes from other loopback addresses.
 */
const { values: options } = readOptions('npm run bench:flood', {
  seconds: { type: 'string', default: '8', help: 'seconds of each measurement' },
  rounds: { type: 'string', default: '3', help: 'number of rounds' },
  only: { type: 'string', help: 'the name of one flood, such as sign-ins' },
  // Set for the flooding process, which must not use the CPU time of the measuring one.
  flood: { type: 'string' },
  // Set for the process of the server that only refuses.
  bare: { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
});
const seconds = Number(options.seconds);
const size: Size = { resellers: 200, offers: 20, codes: 120_000, hotCodes: 0, sales: 0 };
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Figures {
  readonly purchases: number[];
  readonly health: number[];
  readonly files: number[];
}

/** One call from an address of this machine. @returns the status; 0 when the connection was closed */
function call(
  port: number,
  from: string,
  method: string,
  path: string,
  body?: string | Buffer,
): Promise<number> {
  return new Promise((resolve) => {
    const request = send(
      {
        agent: new Agent(),
        host: '127.0.0.1',
        port,
        localAddress: from,
        method,
        path,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

/** Measures the calls alternately until the time is over. */
async function measure(client: ReturnType<typeof httpClient>): Promise<Figures> {
  const figures: Figures = { purchases: [], health: [], files: [] };
  const until = performance.now() + seconds * 1_000;
  const timed = async (times: number[], work: () => Promise<{ status: number }>) => {
    const began = performance.now();
    const { status } = await work();
    if (status !== 200) throw new Error(`answered ${status}`);
    times.push(performance.now() - began);
  };
  const buying = (async () => {
    while (performance.now() < until) {
      await timed(figures.purchases, () => purchaseOne(client, size, 'spread'));
      // A counter pauses between sales, and the codes must last for all rounds.
      await pause(2);
    }
  })();
  const looking = (async () => {
    while (performance.now() < until) {
      await timed(figures.health, () => client.call('GET', '/healthz', ''));
      await timed(figures.files, () => client.call('GET', '/login', ''));
    }
  })();
  await Promise.all([buying, looking]);
  return figures;
}

/** Keeps `width` calls under way from changing addresses. @returns a function that stops them and returns the statuses */
function flood(width: number, one: (n: number) => Promise<number>) {
  let open = true;
  const statuses = new Map<number, number>();
  let n = 0;
  const workers = Array.from({ length: width }, async () => {
    while (open) {
      n += 1;
      const status = await one(n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  return async () => {
    open = false;
    await Promise.all(workers);
    return [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  };
}

const port = Number(options.port);
const address = (n: number) => `127.20.${n % 50}.1`;
const json = (value: unknown) => JSON.stringify(value);
const deep = Buffer.from(`${'['.repeat(15_000_000)}${']'.repeat(15_000_000)}`);
const registration = (n: number) =>
  json({
    email: `f${n}@exemple.dz`,
    password: 'secret1',
    firstName: 'A',
    lastName: 'B',
    company: 'C',
    phone: '1',
  });

const floods: Record<string, () => () => Promise<string>> = {
  'bodies of 30 MB': () =>
    flood(6, (n) => call(port, address(n), 'POST', '/api/codes/release-reservations', deep)),
  'sign-ins': () =>
    flood(60, (n) =>
      call(port, address(n), 'POST', '/api/login', json({ email: `x${n}@exemple.dz`, password: 'faux' })),
    ),
  registrations: () => flood(40, (n) => call(port, address(n), 'POST', '/api/register', registration(n))),
  connections: () =>
    flood(400, () => {
      const socket = connect({ port: port, host: '127.0.0.1', localAddress: '127.21.0.1' });
      return new Promise((resolve) => {
        socket.on('error', () => {});
        socket.on('close', () => setTimeout(() => resolve(0), 100));
        setTimeout(() => socket.destroy(), 1_000);
      });
    }),
};

const p99 = (times: number[]) => percentile([...times], 0.99);
const describeFigures = (name: string, pid: number, { purchases, health, files }: Figures) =>
  `${name}: purchase p50 ${round(percentile([...purchases], 0.5), 1)} p99 ${round(p99(purchases), 1)} ms (${purchases.length}), ` +
  `/healthz longest ${round(Math.max(...health), 0)} ms, page longest ${round(Math.max(...files), 0)} ms, ` +
  `memory ${round(residentMegabytes(pid), 0)} MB`;

/** Starts a server that answers 401 after the headers and does nothing else: its flood shows what receiving the flood costs. */
async function startBareServer(): Promise<{ port: number; close: () => void }> {
  const child = fork(fileURLToPath(import.meta.url), ['--bare'], { execArgv: [] });
  const [bare] = (await once(child, 'message')) as [number];
  return { port: bare, close: () => child.kill() };
}

/** Runs the flood in a process of its own. @returns a function that stops it and returns the responses */
async function startFlood(name: string, target: number): Promise<() => Promise<string>> {
  const child = fork(fileURLToPath(import.meta.url), ['--flood', name, '--port', String(target)], {
    execArgv: [],
    // In its own session, because Linux shares the CPUs between sessions before it compares priorities.
    detached: true,
  });
  await once(child, 'message');
  return async () => {
    const answered = once(child, 'message');
    child.send('stop');
    const [text] = (await answered) as [string];
    child.kill();
    return text;
  };
}

async function compare(): Promise<void> {
  const database = await openSeededDatabase(size, (line) => say(`  ${line}`));
  const server = await startServer({ DATABASE_URL: database.url });
  const bare = await startBareServer();
  const client = httpClient(server.port, 4);
  try {
    await measure(client);
    for (const name of Object.keys(floods).filter((name) => (options.only ?? name) === name)) {
      const ratios: number[] = [];
      const arriving: number[] = [];
      for (let i = 0; i < Number(options.rounds); i += 1) {
        const quiet = await measure(client);
        say(describeFigures('quiet', server.pid, quiet));
        const stop = await startFlood(name, server.port);
        const busy = await measure(client);
        ratios.push(p99(busy.purchases) / p99(quiet.purchases));
        say(describeFigures(name, server.pid, busy));
        say(`  answered ${await stop()}`);
        const stopOther = await startFlood(name, bare.port);
        const beside = await measure(client);
        arriving.push(p99(beside.purchases) / p99(quiet.purchases));
        say(describeFigures(`${name}, at a bare server beside`, server.pid, beside));
        say(`  answered ${await stopOther()}`);
      }
      say(
        `${name}: p99 of a purchase ${round(median(ratios))} times the quiet one (${ratios.map((ratio) => round(ratio)).join(', ')}; asked <= 3); ` +
          `with the same flood at a bare server on the same cores ${round(median(arriving))}`,
      );
    }
  } finally {
    client.close();
    bare.close();
    await server.close();
    await database.close();
  }
}

/** Gives this process the lowest priority, also its session where Linux groups by session. */
function lowerPriority(): void {
  setPriority(19);
  const group = '/proc/self/autogroup';
  if (existsSync(group)) writeFileSync(group, '19');
}

function refuseAll(): void {
  const server = createServer((_, response) => {
    response.writeHead(401, { connection: 'close' }).end('{}');
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

const flooded = options.flood === undefined ? undefined : floods[options.flood];
if (options.bare) refuseAll();
else if (!flooded) await compare();
else {
  // An attacker is on another machine and uses the server's time only through its requests.
  lowerPriority();
  process.on('disconnect', () => process.exit());
  const stop = flooded();
  process.on('message', async () => process.send?.(await stop()));
  process.send?.('started');
}
