import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { webFiles } from '../../server/src/http/web-files.ts';

/*
 * Turned red by: pages for GET alone, so that what watches an address with HEAD takes a living server for one without that page.
 */
const root = mkdtempSync(join(tmpdir(), 'almas-pages-'));
writeFileSync(
  join(root, 'index.html'),
  '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
);
const server = Fastify();
await webFiles(
  server,
  async ({ headers }) =>
    headers.cookie === undefined ? undefined : { data: {} as never, element: '<script>own</script>' },
  root,
);
const address = await server.listen({ port: 0 });
const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${address}${path}`, { method, headers });
  const kept = ['content-type', 'cache-control', 'content-length'].map((name) => answer.headers.get(name));
  return { status: answer.status, kept, body: await answer.text() };
};
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

describe('a page of the application', () => {
  test.each(['/login', '/admin/users?status=active'])(
    'the page %s answers HEAD with the status and the headers of GET, and without a body',
    async (path) => {
      for (const headers of [{}, { cookie: 'a=b' }]) {
        const [page, head] = [await ask('GET', path, headers), await ask('HEAD', path, headers)];
        expect([page.status, page.body.includes('root')]).toEqual([200, true]);
        expect(head).toEqual({ ...page, body: '' });
      }
    },
  );

  test.each([
    ['HEAD', '/assets/gone.js'],
    ['HEAD', '/api/nothing'],
    ['POST', '/login'],
  ] as const)('the server does not answer %s %s with a page', async (method, path) => {
    expect((await ask(method, path)).status).toBe(404);
  });
});
