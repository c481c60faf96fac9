import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { purchaseOne } from './lib/http-cells.ts';
import { percentile, round } from './lib/numbers.ts';
import { openPlace } from './lib/place.ts';
import type { Size } from './lib/seed.ts';
import { httpClient, residentMegabytes, startServer } from './lib/server.ts';

/*
 * P26: what a purchase, /healthz and a static file take while addresses flood the server, beside what they take in
 * quiet. Purchases come one after the other, as from one counter; the flood comes from other loopback addresses.
 */
const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } });
const seconds = Number(options.seconds);
const size: Size = { resellers: 200, offers: 20, codes: 40_000, hotCodes: 0, sales: 0 };
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Figures {
  readonly purchases: number[];
  readonly health: number[];
  readonly files: number[];
}

/** One call from an address of this machine. @returns the status; 0 when the connection was closed */
function call(port: number, from: string, method: string, path: string, body?: string): Promise<number> {
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

const place = await openPlace(size, (line) => say(`  ${line}`));
const server = await startServer({ DATABASE_URL: place.url });
const client = httpClient(server.port, 4);

/** Asks in turn until the time is over. */
async function measure(): Promise<Figures> {
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
      // A counter does not sell without a pause; and the codes last for all rounds.
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

/** Keeps `width` of them going from one address after the other. @returns what stops it, and then the statuses */
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

const address = (n: number) => `127.20.${n % 50}.1`;
const json = (value: unknown) => JSON.stringify(value);
const deep = `${'['.repeat(15_000_000)}${']'.repeat(15_000_000)}`;
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
    flood(6, (n) => call(server.port, address(n), 'POST', '/api/codes/release-reservations', deep)),
  'sign-ins': () =>
    flood(60, (n) =>
      call(
        server.port,
        address(n),
        'POST',
        '/api/login',
        json({ email: `x${n}@exemple.dz`, password: 'faux' }),
      ),
    ),
  registrations: () =>
    flood(40, (n) => call(server.port, address(n), 'POST', '/api/register', registration(n))),
  connections: () =>
    flood(400, () => {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.21.0.1' });
      return new Promise((resolve) => {
        socket.on('error', () => {});
        socket.on('close', () => setTimeout(() => resolve(0), 100));
        setTimeout(() => socket.destroy(), 1_000);
      });
    }),
};

const p99 = (times: number[]) => percentile([...times], 0.99);
const line = (name: string, { purchases, health, files }: Figures) =>
  `${name}: purchase p50 ${round(percentile([...purchases], 0.5), 1)} p99 ${round(p99(purchases), 1)} ms (${purchases.length}), ` +
  `/healthz longest ${round(Math.max(...health), 0)} ms, page longest ${round(Math.max(...files), 0)} ms, ` +
  `memory ${round(residentMegabytes(server.pid), 0)} MB`;
try {
  await measure();
  for (const [name, start] of Object.entries(floods)) {
    const quiet = await measure();
    say(line('quiet', quiet));
    const stop = start();
    const busy = await measure();
    say(`${line(name, busy)}; purchase p99 ratio ${round(p99(busy.purchases) / p99(quiet.purchases))}`);
    say(`  answered ${await stop()}`);
  }
} finally {
  client.close();
  await server.close();
  await place.close();
}
