import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './error-reply.ts';
import { firstFiles } from './first-files.ts';

/** web/dist, seen from server/src/http as well as from the bundle in server/dist. */
const candidates = ['../../../web/dist', '../../web/dist'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const hashed = /\/assets\//;

/**
 * The built web application: hashed files for a year, everything else checked at each visit, unknown paths are the
 * application's own (its 404 page). A missing file under /assets is a plain 404, never the page.
 */
export async function webFiles(server: FastifyInstance): Promise<void> {
  const root = candidates.find((folder) => existsSync(join(folder, 'index.html')));
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
      response.header(
        'cache-control',
        hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const linksOf = firstFiles(root);
  server.setNotFoundHandler((request, reply) => {
    // The path alone: a search for an address ends like the name of a file.
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(path) && !/\.\w+$/.test(path);
    if (!isPage) return sendNotFound(request, reply);
    const links = linksOf(path);
    if (links) reply.header('link', links);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
