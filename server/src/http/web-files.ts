import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './error-reply.ts';
import { preloadLinks } from './preload-links.ts';

/** web/dist, seen from server/src/http as well as from the bundle in server/dist. */
const candidates = ['../../../web/dist', '../../web/dist'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const builtScreens = () => candidates.find((folder) => existsSync(join(folder, 'index.html')));
const hashed = /\/(former-)?assets\//;
const immutable = 'public, max-age=31536000, immutable';
const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * The built web application: hashed files for a year, everything else checked at each visit, unknown paths are the
 * application's own (its 404 page). The hashed files of the builds before stay for the tabs that run them; another
 * missing file under /assets is a plain 404, never the page.
 */
export async function webFiles(server: FastifyInstance, root = builtScreens()): Promise<void> {
  // A server has one handler for unknown paths: without the screens all of them are simply not found.
  if (!root) {
    server.setNotFoundHandler(sendNotFound);
    return;
  }
  await server.register(files, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', hashed.test(path) ? immutable : 'no-cache');
    },
  });
  const linksOf = preloadLinks(root);
  // Of the builds before (web/build/former-assets.ts): tabs that were open during a deploy still ask for them.
  const formerRoot = join(root, '../former-assets');
  const former = new Set(existsSync(formerRoot) ? readdirSync(formerRoot) : []);
  server.setNotFoundHandler((request, reply) => {
    // The path alone: a search for an address ends like the name of a file.
    const [path = ''] = request.url.split('?');
    const asset = /^\/assets\/([^/]+)$/.exec(path)?.[1];
    if (asset !== undefined && isRead(request.method) && former.has(asset))
      return reply.header('cache-control', immutable).sendFile(asset, formerRoot);
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(path) && !/\.\w+$/.test(path);
    if (!isPage) return sendNotFound(request, reply);
    const links = linksOf(path);
    if (links) reply.header('link', links);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
