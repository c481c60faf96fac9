import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/database/embedded/index.ts';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { testConfig } from '../support/app.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { startLoad } from '../support/load.ts';
import { random, seedOfRun } from '../support/random.ts';
import { type RemoteShop, remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import {
  adaptedFile,
  baseMegabytes,
  buildImage,
  type Container,
  configOf,
  filesOfCopy,
  makeBase,
  makeContext,
  megabytesOf,
  openContainer,
  plantedFiles,
  type Running,
} from './support/images.ts';

/*
 * ops/Containerfile, .dockerignore and ops/haproxy.cfg as an operator uses them. Turned red by: a .dockerignore that names only the
 * `.env` of the root; servers that stop before the proxy of a busy machine has noticed it; a proxy with a fixed `maxconn 10000`.
 */
const image = 'localhost/almas';
const secret = 'planted-secret-of-this-clone';
const maxMegabytes = 250;
const ends: (() => unknown)[] = [];
let context: string;
let postgres: EmbeddedDatabase;

const passwords = { serving: 'a-serving-password', owner: 'an-owner-password' };
const urlOf = (user: string, password: string, database = 'shop') => {
  const url = new URL(postgres.superuserUrl(database));
  return Object.assign(url, { username: user, password }).href;
};
const servingUrl = (database?: string) => urlOf('shop_server', passwords.serving, database);
const ownerUrl = (database?: string) => urlOf('shop_owner', passwords.owner, database);

beforeAll(async () => {
  makeBase();
  context = makeContext(secret);
  ends.push(() => rmSync(context, { recursive: true, force: true }));
  buildImage(context, image);
  const folder = temporaryFolder('image');
  mkdirSync(`${folder}/data`, { mode: 0o711 });
  postgres = await startEmbedded({
    dataDir: `${folder}/data`,
    durable: false,
    log: { info: () => undefined, warn: () => undefined },
  });
  ends.push(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const container = async (env: Record<string, string>): Promise<Container> => {
  const opened = await openContainer(image, env);
  ends.push(() => opened.remove());
  return opened;
};

describe('the image', () => {
  test('the image adds at most 250 MB to its base, runs as node, keeps its data in a volume and has a health check', () => {
    const added = megabytesOf(image) - baseMegabytes();
    process.stdout.write(
      `image: ${Math.round(added)} MB beside its base of ${Math.round(baseMegabytes())} MB\n`,
    );
    expect(added).toBeGreaterThan(20);
    expect(added).toBeLessThanOrEqual(maxMegabytes);
    const { User, Volumes, Healthcheck, Env } = configOf(image);
    expect(User).toBe('node');
    expect(Object.keys(Volumes)).toEqual(['/var/lib/almas']);
    expect(Healthcheck.Test.join(' ')).toContain('/readyz');
    expect(Env).toContain('SHUTDOWN_DELAY_MS=3000');
    expect(Env.filter((line) => /KEY|SECRET|PASSWORD|URL/.test(line))).toEqual([]);
  });

  test('the image and its build contain no key, no data, no backup and no history of the clone', async () => {
    const seen = filesOfCopy(context);
    expect(seen).toContain('ops/Containerfile');
    expect(seen.filter((path) => plantedFiles.includes(path) || /codes\.key|\.backup$/.test(path))).toEqual(
      [],
    );
    const { code, output } = await (await container({})).exec([
      'grep',
      '-rlI',
      secret,
      '/almas',
      '/var/lib/almas',
      '/tmp',
    ]);
    expect({ code, output }).toEqual({ code: 1, output: expect.not.stringContaining('/') });
  });

  test('the image refuses a database without a codes key, and creates none', async () => {
    const box = await container({ DATABASE_URL: postgres.superuserUrl('postgres') });
    const { code, output } = await box.start({ PORT: String(await freePort()) }).finished;
    expect(code).not.toBe(0);
    expect(output).toContain('CODES_KEY');
    const found = await box.exec(['find', '/', '-xdev', '-name', 'codes.key*']);
    expect(found.output).not.toContain('codes.key');
  });
});

describe('two servers of the image behind ops/haproxy.cfg', () => {
  let shop: RemoteShop;
  let proxy: ChildProcess;
  let baseURL: string;
  /** How many servers the proxy sends calls to. */
  let ready: () => Promise<number>;
  const bothAreReady = async () => (await ready().catch(() => 0)) === 2;
  const ports: number[] = [];
  const boxes: Container[] = [];
  const running: Running[] = [];
  const server = () => ({
    ...remoteEnvironment(servingUrl()),
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    // Longer than the image's default: the proxy of a busy machine takes longer to notice that a server stops.
    SHUTDOWN_DELAY_MS: '12000',
  });
  const isReady = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false;
  const launch = async (index: number) => {
    const port = ports[index] ?? 0;
    const box = await container({ ...server(), PORT: String(port) });
    boxes[index] = box;
    const started = box.start({});
    running[index] = started;
    let ended: string | undefined;
    void started.finished.then(({ output }) => {
      ended = output;
    });
    await eventually(
      () => {
        if (ended !== undefined) throw new Error(ended);
        return isReady(port);
      },
      { seconds: 180, what: `server ${index + 1} is ready` },
    );
  };

  beforeAll(async () => {
    const roles = await container({
      DATABASE_ADMIN_URL: postgres.superuserUrl('postgres'),
      DATABASE_OWNER_URL: ownerUrl(),
      DATABASE_URL: servingUrl(),
    });
    const made = await roles.exec(['almas', 'roles']);
    expect(made.output).toContain('shop_server');
    expect(made.code).toBe(0);
    shop = await remoteShop(ownerUrl(), { codes: 20_000 });
    ends.push(() => shop.close());
    ports.push(await freePort(), await freePort());
    // Not in IMAGE_DIR: the path of a socket has at most 107 characters.
    const sockets = mkdtempSync('/tmp/almas-');
    ends.push(() => rmSync(sockets, { recursive: true, force: true }));
    const statistics = `${sockets}/haproxy.sock`;
    ready = async () =>
      (await sendCommand(statistics, 'show stat\n'))
        .split('\n')
        .filter((line) => /^ready,almas\d,.*,UP,/.test(line)).length;
    const [front, database] = [await freePort(), await freePort()];
    baseURL = `http://127.0.0.1:${front}`;
    const file = adaptedFile('ops/haproxy.cfg', [
      ['fd-hard-limit 20500', `fd-hard-limit 20500\n  stats socket ${statistics} mode 600`],
      ['bind :80\n', `bind 127.0.0.1:${front}\n`],
      ['bind 127.0.0.1:5000', `bind 127.0.0.1:${database}`],
      ['almas1:3000', `127.0.0.1:${ports[0]}`],
      ['almas2:3000', `127.0.0.1:${ports[1]}`],
    ]);
    ends.push(() => Promise.all(running.map((each) => each.stop())));
    for (const index of [0, 1]) await launch(index);
    // Fewer open files than 10,000 connections need, as a container engine may allow.
    proxy = spawn('sh', ['-c', 'ulimit -n 1024 && exec /usr/sbin/haproxy -db -f "$0"', file], {
      stdio: 'ignore',
    });
    ends.push(async () => {
      if (proxy.exitCode !== null) return;
      proxy.kill();
      await once(proxy, 'exit');
    });
    await eventually(bothAreReady, { seconds: 60, what: 'the proxy has found both servers' });
  });

  test('two servers of the image are replaced one after the other by new containers, and no call fails', async () => {
    const seed = seedOfRun();
    const load = startLoad(shop, () => [baseURL], random(seed), { workers: 3 });
    for (const index of [0, 1]) {
      const before = load.times.length;
      await eventually(() => load.times.length > before + 40, { seconds: 60 });
      const former = boxes[index];
      expect((await running[index]?.stop())?.code).toBe(0);
      await launch(index);
      expect(boxes[index]?.name).not.toBe(former?.name);
      await eventually(bothAreReady, { seconds: 60, what: 'the proxy has found the new container' });
    }
    const { begun, acknowledged, failedAttempts, givenUp } = await load.stop();
    process.stdout.write(`rolling update: SEED=${seed}, ${begun} calls, ${JSON.stringify(failedAttempts)}\n`);
    expect(givenUp.slice(0, 5)).toEqual([]);
    expect(failedAttempts).toEqual({});
    expect(acknowledged.length).toBe(begun);
  });

  test('the health check of the image succeeds for a running server and fails without one', async () => {
    const check = configOf(image).Healthcheck.Test.slice(1);
    expect((await boxes[0]?.exec(check))?.code).toBe(0);
    expect((await boxes[0]?.exec(check, { PORT: String(await freePort()) }))?.code).toBe(1);
  });

  test('the image has the operator’s commands: an audit, a backup, and its restore into an empty database', async () => {
    const [box] = boxes as [Container];
    const { output: listed } = await box.exec(['almas', '--help']);
    for (const name of readdirSync(new URL('../../server/src/commands', import.meta.url)))
      if (name !== 'run-command.ts') expect(listed).toContain(`\n  ${name.replace('.ts', ' ')}`);
    const audited = await box.exec(['almas', 'audit']);
    expect(audited.output).toContain('Les comptes sont justes');
    expect(audited.code).toBe(0);
    const file = '/var/lib/almas/today.backup';
    const saved = await box.exec(['almas', 'backup', file, '--json']);
    expect(saved.code).toBe(0);
    await runStatements(postgres.superuserUrl('postgres'), 'CREATE DATABASE again OWNER shop_owner');
    const again = { DATABASE_URL: ownerUrl('again'), CODES_KEY: testConfig().codesKey ?? '' };
    const restored = await box.exec(['almas', 'restore', file], again);
    expect(restored.output).toContain('Les comptes sont justes');
    expect(restored.code).toBe(0);
    const count = async (database: string) =>
      (await runStatements(ownerUrl(database), 'SELECT count(*)::int AS count FROM purchases'))[0]?.count;
    expect(await count('again')).toBe(await count('shop'));
    expect(Number(await count('shop'))).toBeGreaterThan(50);
  });
});

/** Sends a command to the socket of a program. @returns its response */
async function sendCommand(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(command);
  return (await connection.setEncoding('utf8').toArray()).join('');
}
