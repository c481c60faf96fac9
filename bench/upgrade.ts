import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/src/database/embedded/port.ts';
import { finished } from '../tests/support/child-output.ts';
import { temporaryFolder } from '../tests/support/cluster.ts';
import { eventually } from '../tests/support/eventually.ts';
import { readOptions } from '../tests/support/read-options.ts';
import { callServer } from '../tests/support/remote.ts';

readOptions('npm run bench:upgrade', {});

/*
 * The upgrade of one machine by the commands of docs/upgrades.md while resellers buy: no purchase may fail before the server is
 * stopped, and it must be back within 15 s. Then the short way (stop, `git pull`, `npm start`), whose pause includes the build.
 */
const limitSeconds = 15;
const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = temporaryFolder('upgrade');
const [origin, installed] = [join(folder, 'origin'), join(folder, 'almas')];
const backups = join(folder, 'backups');
mkdirSync(backups);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const admin = { email: 'admin@exemple.dz', password: 'motdepasse-admin' };
const variables = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: folder,
  TZ: 'Africa/Algiers',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(folder, 'data'),
  PORT: String(port),
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_PURCHASE: '1000000',
};

/** @throws Error with what the command printed */
async function shell(command: string, cwd: string): Promise<void> {
  const began = performance.now();
  const child = spawn('sh', ['-ec', command], { cwd, env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, output } = await finished(child);
  if (code !== 0) throw new Error(`${command}: ${code}\n${output}`);
  say(`  ${((performance.now() - began) / 1_000).toFixed(1)} s  ${command.replaceAll(folder, '')}`);
}

let stopServer = async () => {};
function startServer(command: readonly [string, ...string[]]): void {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd: installed, env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = finished(child);
  stopServer = async () => {
    child.kill('SIGTERM');
    await ended;
    stopServer = async () => {};
  };
}
const service = ['node', '--max-semi-space-size=8', 'bin/almas.mjs', 'start'] as const;

/** Makes both builds stale, as `git pull` does. */
function newVersion(): void {
  for (const file of ['server/src/main.ts', 'web/src/main.tsx']) appendFileSync(join(origin, file), '//\n');
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@exemple.dz'];
  execFileSync('git', ['-C', origin, ...author, 'commit', '-qam', 'a new version']);
}

const isReady = async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok ?? false;
const becomesReady = () => eventually(isReady, { seconds: 300, what: 'the server is ready' });

async function signIn(account: { email: string; password: string }): Promise<{ cookie: string }> {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/**
 * Makes twelve concurrent purchases repeatedly, so that the pool opens new connections; each is repeated until there is a response.
 */
async function startSales() {
  const operator = await signIn(admin);
  const reseller = await signIn({ email: 'amine@demo.dz', password: 'demo1234' });
  const ask = async (path: string, body?: unknown) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await callServer(address, operator, { method, path, body, key: randomUUID() });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer.body;
  };
  const [{ id: resellerId }] = (await ask('/api/users?search=amine')).items;
  await ask(`/api/users/${resellerId}/recharge`, { amount: 900_000 });
  const { items } = await ask('/api/products');
  // The cheapest one: the balance must last for as long as an installation may take.
  const [{ product, offer }] = items
    .filter(({ status }: { status: string }) => status === 'active')
    .flatMap((product: { offers: { price: number }[] }) =>
      product.offers.map((offer) => ({ product, offer })),
    )
    .sort(
      (a: { offer: { price: number } }, b: { offer: { price: number } }) => a.offer.price - b.offer.price,
    );
  const codes = Array.from({ length: 20_000 }, () => randomUUID());
  await ask(`/api/products/${product.id}/offers/${offer.id}/codes`, { codes });

  const failures: string[] = [];
  let [sold, stopped, isDown, answeredAt, longest] = [0, false, false, performance.now(), 0];
  const buy = async () => {
    const key = randomUUID();
    while (!stopped) {
      const body = { productId: product.id, offerId: offer.id, quantity: 1 };
      const answer = await callServer(address, reseller, {
        method: 'POST',
        path: '/api/purchases',
        body,
        key,
      });
      if (answer.status === 200) {
        sold += 1;
        return;
      }
      if (!isDown) failures.push(`${answer.status} ${answer.failure ?? JSON.stringify(answer.body)}`);
      await pause(200);
    }
  };
  const bursts = async () => {
    while (!stopped) {
      await Promise.all(Array.from({ length: 12 }, buy));
      await pause(1_000);
    }
  };
  const watch = async () => {
    while (!stopped) {
      if (await isReady()) {
        longest = Math.max(longest, performance.now() - answeredAt);
        answeredAt = performance.now();
      }
      await pause(50);
    }
  };
  const done = Promise.all([bursts(), watch()]);
  return {
    goesDown: () => {
      isDown = true;
      longest = 0;
    },
    /** The time without a server since `goesDown`. */
    async end() {
      await eventually(async () => longest > 1_000 && (await isReady()), { seconds: 300 });
      const before = sold;
      await eventually(() => sold > before + 12, { seconds: 60, what: 'sales go on' });
      stopped = true;
      await done;
      return { seconds: longest / 1_000, sold, failures };
    },
  };
}

const [, section = ''] =
  /^## One machine\n([\s\S]*?)^## /m.exec(readFileSync(join(root, 'docs', 'upgrades.md'), 'utf8')) ?? [];
const steps = [...section.matchAll(/^```\n([\s\S]*?)^```$/gm)]
  .map(([, block = '']) => block)
  .join('')
  .replaceAll(/ &&\n/g, ' && ')
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '');

let isRight = false;
try {
  execFileSync('git', ['clone', '-q', root, origin]);
  execFileSync('git', ['clone', '-q', origin, installed]);
  say('installed');
  await shell('npm ci && npm run build', installed);
  await shell('node bin/almas.mjs demo', installed);
  startServer(service);
  await becomesReady();

  say('by the steps of docs/upgrades.md');
  const sales = await startSales();
  newVersion();
  for (const step of steps) {
    if (step === 'systemctl stop almas') {
      sales.goesDown();
      await stopServer();
    } else if (step === 'systemctl start almas') startServer(service);
    else if (!step.includes('/etc/systemd/')) {
      const command = step
        .replaceAll('/opt/almas', installed)
        .replaceAll('/var/backups/almas', backups)
        .replace('runuser -u almas -- almas', `node ${installed}/bin/almas.mjs`);
      await shell(command, folder);
    }
  }
  const { seconds, sold, failures } = await sales.end();
  say(
    `no server for ${seconds.toFixed(1)} s (limit ${limitSeconds}); ${sold} purchases, ${failures.length} failed before the stop`,
  );
  for (const failure of new Set(failures)) say(`  ${failure}`);
  await shell('node bin/almas.mjs audit', installed);

  say('by a stop, git pull and npm start');
  newVersion();
  const short = await startSales();
  short.goesDown();
  await stopServer();
  await shell('git pull -q', installed);
  startServer(['npm', 'start']);
  const pulled = await short.end();
  say(`no server for ${pulled.seconds.toFixed(1)} s, with the build and without an installation`);
  await shell('node bin/almas.mjs audit', installed);
  isRight = seconds <= limitSeconds && failures.length === 0;
} finally {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isRight ? 0 : 1);
