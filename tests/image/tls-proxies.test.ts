import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { newCodes } from '../support/shop.ts';
import { adaptedFile } from './support/images.ts';

/*
 * The proxies of ops/ that terminate TLS, each started with its file in front of a server of its own. Turned red by:
 * `client_max_body_size 1m`; live events that are held back; a caller's X-Forwarded-For that is passed on; a response of the proxy
 * without Retry-After.
 */
const admin = { email: 'admin@exemple.dz', password: 'motdepasse-admin' };
/** The address of a visitor. The proxy's own connections come from 127.0.0.1. */
const visitor = '127.0.0.5';
const folder = mkdtempSync(join(tmpdir(), 'almas-tls-'));
const certificate = join(folder, 'almas.crt');
const key = join(folder, 'almas.key');
const both = join(folder, 'almas.pem');

beforeAll(() => {
  const how = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-keyout', key, '-out', certificate, '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...how, ...files], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ports {
  readonly http: number;
  readonly https: number;
  /** Of the server behind the proxy. */
  readonly server: number;
}
interface Proxy {
  readonly name: string;
  /** @returns the file of ops/ with these ports and the certificate of this test */
  configure(ports: Ports): Promise<string>;
  /** The program, and its arguments that check the file and start with it. */
  readonly program: string;
  check(file: string): string[];
  start(file: string): string[];
}

/** Debian's, installed or unpacked by scripts/test-image.mjs. */
const programOf = (path: string) =>
  existsSync(path) ? path : join(resolve(process.env.IMAGE_DIR ?? ''), 'programs', path);

const proxies: readonly Proxy[] = [
  {
    name: 'nginx.conf',
    program: programOf('/usr/sbin/nginx'),
    async configure(ports) {
      const file = adaptedFile('ops/nginx.conf', [
        ['listen 80;', `listen 127.0.0.1:${ports.http};`],
        ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
        ['server 127.0.0.1:3000 ', `server 127.0.0.1:${ports.server} `],
        ['almas.example', 'localhost'],
        ['/etc/ssl/almas.crt', certificate],
        ['/etc/ssl/almas.key', key],
      ]);
      const own = join(folder, 'nginx');
      mkdirSync(own);
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = kinds.map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ');
      const main = join(own, 'nginx.conf');
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      writeFileSync(
        main,
        `${user} daemon off; pid ${own}/pid; error_log stderr; events {}
        http { access_log off; ${paths} include ${file}; }\n`,
      );
      return main;
    },
    check: (file) => ['-t', '-c', file],
    start: (file) => ['-c', file],
  },
  {
    name: 'Caddyfile',
    program: programOf('/usr/bin/caddy'),
    async configure(ports) {
      const file = adaptedFile('ops/Caddyfile', [
        ['\nalmas.example {', `\nhttps://localhost:${ports.https} {\n\ttls ${certificate} ${key}`],
        ['127.0.0.1:3000', `127.0.0.1:${ports.server}`],
      ]);
      // Caddy's own redirect leads to the standard port; its administration listens on a fixed one.
      const options = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tdefault_bind 127.0.0.1\n}\n`;
      writeFileSync(file, options + readFileSync(file, 'utf8'));
      return file;
    },
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'haproxy.cfg',
    program: '/usr/sbin/haproxy',
    async configure(ports) {
      return adaptedFile('ops/haproxy.cfg', [
        ['bind :80\n', `bind 127.0.0.1:${ports.http}\n`],
        ['# bind :443 ', `bind 127.0.0.1:${ports.https} `],
        ['/etc/haproxy/almas.pem', both],
        ['# http-request ', 'http-request '],
        ['bind 127.0.0.1:5000', `bind 127.0.0.1:${await freePort()}`],
        ['almas1:3000', `127.0.0.1:${ports.server}`],
        ['almas2:3000', `127.0.0.1:${await freePort()}`],
      ]);
    },
    check: (file) => ['-c', '-f', file],
    start: (file) => ['-db', '-f', file],
  },
];

interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

describe.each(proxies)('ops/$name', ({ program, configure, check, start }) => {
  let server: ServerProcess;
  let ports: Ports;
  let file: string;
  let publicUrl: string;
  let cookie = '';
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    ports = { http: await freePort(), https: await freePort(), server: await freePort() };
    publicUrl = `https://localhost:${ports.https}`;
    file = await configure(ports);
    const data = temporaryFolder('tls');
    ends.push(() => rmSync(data, { recursive: true, force: true }));
    server = await startServer({
      DATA_DIR: join(data, 'data'),
      PORT: String(ports.server),
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '127.0.0.1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    ends.push(() => server.stop());
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  const options = (path: string, headers = {}): RequestOptions => ({
    host: '127.0.0.1',
    port: ports.https,
    servername: 'localhost',
    ca: readFileSync(certificate),
    localAddress: visitor,
    agent: false,
    path,
    headers: { host: `localhost:${ports.https}`, cookie, ...headers },
  });
  async function send(path: string, { body, headers = {} }: { body?: unknown; headers?: object } = {}) {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const written = content !== undefined && {
      origin: publicUrl,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    };
    const sent = request({
      ...options(path, { ...written, ...headers }),
      method: content === undefined ? 'GET' : 'POST',
    });
    sent.end(content);
    return readResponse(sent);
  }

  test('the configuration of the proxy passes the check of its program, and the proxy serves', async () => {
    execFileSync(program, check(file), { stdio: 'pipe' });
    const child = spawn(program, start(file), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder },
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    ends.push(async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    });
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(errors);
      return (await send('/readyz').catch(() => undefined))?.status === 200;
    };
    await eventually(isReady, { seconds: 30, what: 'the proxy serves' });
  });

  test('the proxy redirects callers of http to https, and does not pass /metrics on', async () => {
    const response = await readResponse(get(`http://127.0.0.1:${ports.http}/catalog`));
    expect([301, 302, 308]).toContain(response.status);
    expect(response.headers.location).toMatch(/^https:\/\/[^/]+\/catalog$/);
    expect((await send('/metrics')).status).toBe(404);
  });

  test('the proxy gives the server the address of the caller, whatever address the caller claims', async () => {
    const claimed = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    const signedIn = await send('/api/login', { body: admin, headers: claimed });
    expect(signedIn.status).toBe(200);
    const [set = ''] = signedIn.headers['set-cookie'] ?? [];
    expect(set).toMatch(/^__Host-.*; Secure/);
    cookie = set.split(';')[0] ?? '';
    const { items } = JSON.parse((await send('/api/sessions', { headers: claimed })).text);
    expect(items.map(({ address }: { address: string }) => address)).toEqual([visitor]);
  });

  test('the proxy passes live events on while the stream is open, and accepts the largest import', async () => {
    let events = '';
    const stream = request(options('/api/events'));
    stream.end();
    const [response] = (await once(stream, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.setEncoding('utf8').on('data', (text: string) => {
      events += text;
    });
    response.on('error', () => {});
    const offers = [{ name: 'Offre', value: '110 Diamants', price: 100 }];
    const product = await send('/api/products', { body: { name: 'Diamants', game: 'Free Fire', offers } });
    expect(product.status).toBe(200);
    await eventually(() => events.includes('event: catalogue'), { what: 'the event of the new product' });
    stream.destroy();

    const { id, offers: made } = JSON.parse(product.text);
    const codes = newCodes(100_000).map((code) => code.padEnd(200, 'x'));
    const imported = await send(`/api/products/${id}/offers/${made[0].id}/codes`, { body: { codes } });
    expect(imported.status).toBe(200);
    expect(JSON.parse(imported.text)).toMatchObject({ imported: 100_000 });
  });

  test('the proxy responds with Retry-After while the server is stopped', async () => {
    await server.stop();
    const response = await send('/api/session');
    expect([502, 503, 504]).toContain(response.status);
    expect(response.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
  });
});

async function readResponse(sent: ReturnType<typeof request>): Promise<HttpResponse> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
