import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { webFiles } from '../../server/src/http/web-files.ts';
import { keepAssets } from '../../web/build/former-assets.ts';
import { deferred } from './deferred.ts';

const built = fileURLToPath(new URL('../../web/dist', import.meta.url));
const texts = new Set(['.js', '.css', '.html', '.json']);
const hashedName = /([\w.-]+)-([\w-]{8})\.(js|css)\b/g;

/** An address whose screens can be replaced by those of the next release while browsers are open; its API stays the same. */
export interface Deployment {
  readonly baseURL: string;
  /** The version that is served. */
  version(): string;
  /** Serves a release in which every hashed file has another name. */
  deploy(): Promise<void>;
  /** Keeps the responses to these files from now on. @returns a function that lets them go */
  hold(files: RegExp): () => void;
  close(): Promise<void>;
}

/** Renames the hashed files of a build, and their references, as in another release. */
function rename(folder: string, version: string): void {
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 8);
  const assets = readdirSync(join(folder, 'assets'));
  const renamed = new Set(assets.filter((name) => name.match(hashedName)));
  const other = (text: string) =>
    text.replace(hashedName, (name, stem, _hash, ending) =>
      renamed.has(name) ? `${stem}-${hashOf(version + name)}.${ending}` : name,
    );
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, file);
    if (/\.(br|gz)$/.test(file)) rmSync(path);
    else if (texts.has(extname(file))) {
      const text = other(readFileSync(path, 'utf8'));
      const name = file.startsWith('assets/') ? `assets/${other(file.slice('assets/'.length))}` : file;
      rmSync(path);
      writeFileSync(join(folder, name), text);
    }
  }
  const replace = (file: string, pattern: RegExp, by: string) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (!pattern.test(text)) throw new Error(`${file} does not hold ${pattern}`);
    writeFileSync(path, text.replace(pattern, by));
  };
  replace('index.html', /(?<=name="almas-version" content=")\w+/, version);
  replace('version.json', /(?<="version":")\w+/, version);
  replace('sw.js', /(?<="url":"index\.html","revision":")\w+/, hashOf(version));
}

export async function deployment(apiURL: string): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'almas-releases-'));
  const former = join(folder, 'former-assets');
  // One connection per request: an idle connection would keep a release from closing.
  const agent = new Agent({ keepAlive: false });
  let number = 0;
  let release: FastifyInstance | undefined;
  let releasePort = 0;
  let last = '';

  const deploy = async () => {
    const next = join(folder, `release-${number}`, 'dist');
    cpSync(built, next, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
    rename(next, `release${number}`);
    // As the build does before it empties its folder.
    if (last) keepAssets(join(last, 'assets'), former, new Date());
    mkdirSync(former, { recursive: true });
    cpSync(former, join(next, '../former-assets'), { recursive: true });
    // A replaced release still responds to the requests that it has received.
    const server = Fastify({ return503OnClosing: false });
    await webFiles(server, async () => ({ reader: undefined }), next);
    await server.listen({ port: 0, host: '127.0.0.1' });
    const replaced = release;
    releasePort = (server.server.address() as AddressInfo).port;
    release = server;
    number += 1;
    await replaced?.close();
    if (last) rmSync(join(last, '..'), { recursive: true });
    last = next;
  };

  const portOf = (path: string) => {
    if (path.startsWith('/api/') || !release) return Number(new URL(apiURL).port);
    return releasePort;
  };
  const held = new Map<RegExp, Promise<void>>();
  const front = createServer(async (incoming, outgoing) => {
    await Promise.all([...held].map(([files, released]) => files.test(incoming.url ?? '') && released));
    pass(incoming, outgoing, portOf, agent);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  await deploy();
  return {
    baseURL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    version: () => `release${number - 1}`,
    deploy,
    hold: (files) => {
      const { promise, resolve } = deferred();
      held.set(files, promise);
      return () => {
        held.delete(files);
        resolve();
      };
    },
    close: async () => {
      front.close();
      front.closeAllConnections();
      agent.destroy();
      await release?.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  portOf: (path: string) => number,
  agent: Agent,
): void {
  const { method, url: path = '', headers } = incoming;
  const port = portOf(path);
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  onward.on('error', () => {
    if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
    // The release was replaced before it accepted the connection: the request is sent to the next one, as a proxy does.
    else if (method === 'GET' && portOf(path) !== port) pass(incoming, outgoing, portOf, agent);
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => onward.destroy());
  if (method === 'GET') onward.end();
  else incoming.pipe(onward);
}
