import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import type { PageReader } from '../../server/src/http/shown-screen.ts';
import { webFiles } from '../../server/src/http/web-files.ts';

const root = mkdtempSync(join(tmpdir(), 'almas-pages-'));
writeFileSync(
  join(root, 'index.html'),
  '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
);
const screens = {
  visitors: ['/', '/login', '/register', 'not-found'],
  accounts: ['/dashboard', 'waiting', 'forbidden'],
  resellers: ['/catalog'],
  administrators: ['/admin', '/admin/users', '/admin/products/$id/edit'],
};
writeFileSync(
  join(root, 'screens.json'),
  JSON.stringify(
    Object.fromEntries(
      Object.entries(screens).flatMap(([readers, paths]) =>
        paths.map((path) => [path, { readers, files: [`${path}.js`] }]),
      ),
    ),
  ),
);
/** The cookie names the user of the page. */
const server = Fastify();
await webFiles(
  server,
  async ({ headers: { cookie } }) => {
    const reader: PageReader | undefined = cookie === undefined ? undefined : JSON.parse(cookie);
    return reader?.status === 'active'
      ? { reader, content: { data: {} as never, element: '<script>own</script>' } }
      : { reader };
  },
  root,
);
const address = await server.listen({ port: 0 });
const request = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${address}${path}`, { method, headers });
  const kept = ['content-type', 'cache-control', 'content-length'].map((name) => response.headers.get(name));
  return {
    status: response.status,
    kept,
    link: response.headers.get('link') ?? '',
    body: await response.text(),
  };
};
const reader = (role: 'reseller' | 'admin', status: 'active' | 'pending' | 'inactive' = 'active') => ({
  cookie: JSON.stringify({ role, status }),
});
const visitor = { cookie: 'null' };
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

describe('a page of the application', () => {
  test.each(['/login', '/admin/users?status=active'])(
    'the page %s responds to HEAD with the status and the headers of GET, and without a body',
    async (path) => {
      for (const headers of [{}, visitor, reader('reseller')]) {
        const [page, head] = [await request('GET', path, headers), await request('HEAD', path, headers)];
        expect([page.status, page.body.includes('root')]).toEqual([200, true]);
        expect(head).toEqual({ ...page, body: '' });
      }
    },
  );

  test('an address like that of a file is a page when it is opened, and a missing file for any other request', async () => {
    const opened = await request('GET', '/index.php', { 'sec-fetch-dest': 'document' });
    expect([opened.status, opened.link]).toEqual([
      200,
      '</api/session>; rel=preload; as=fetch; crossorigin, </not-found.js>; rel=modulepreload',
    ]);
    for (const headers of [{}, { 'sec-fetch-dest': 'image' }])
      expect((await request('GET', '/icon.png', headers)).status).toBe(404);
  });

  test.each([
    '/dashboard/x.css',
    '//dashboard',
    '/dashboard/.js',
    '/admin/products/7.css/edit.png',
    '/dashboard%2Fx.css',
    '/nowhere',
  ])(
    'the page at %s, which is the address of no screen, brings no data of the session along',
    async (path) => {
      const headers = { ...reader('reseller'), 'sec-fetch-dest': 'document' };
      const data = '<script>own</script>';
      expect((await request('GET', '/dashboard', headers)).body).toContain(data);
      const { status, body, kept } = await request('GET', path, headers);
      expect([status, body.includes(data), kept[1]]).toEqual([200, false, 'no-cache']);
    },
  );

  test.each([
    ['HEAD', '/assets/gone.js'],
    ['HEAD', '/api/nothing'],
    ['POST', '/login'],
  ] as const)('the server does not respond to %s %s with a page', async (method, path) => {
    expect((await request(method, path)).status).toBe(404);
  });

  test.each([
    ['a visitor', '/', visitor, '/login'],
    ['a visitor', '/dashboard', visitor, '/login'],
    ['a visitor', '/admin/users', visitor, '/login'],
    ['a visitor', '/register', visitor, '/register'],
    ['a visitor', '/nowhere', visitor, 'not-found'],
    ['a reseller', '/', reader('reseller'), '/dashboard'],
    ['a reseller', '/login', reader('reseller'), '/dashboard'],
    ['a reseller', '/catalog', reader('reseller'), '/catalog'],
    ['a reseller', '/Catalog//', reader('reseller'), '/catalog'],
    ['a reseller', '/admin', reader('reseller'), 'forbidden'],
    ['a reseller', '/waiting', reader('reseller'), 'not-found'],
    ['a pending reseller', '/', reader('reseller', 'pending'), 'waiting'],
    ['a pending reseller', '/catalog', reader('reseller', 'pending'), 'waiting'],
    ['a pending reseller', '/admin', reader('reseller', 'pending'), 'forbidden'],
    ['a deactivated administrator', '/admin', reader('admin', 'inactive'), 'waiting'],
    ['an administrator', '/', reader('admin'), '/admin'],
    ['an administrator', '/dashboard', reader('admin'), '/dashboard'],
    ['an administrator', '/catalog', reader('admin'), 'forbidden'],
    ['an administrator', '/admin/products/7/edit', reader('admin'), '/admin/products/$id/edit'],
    ['someone unknown', '/catalog', {}, '/catalog'],
    ['someone unknown', '/', {}, '/'],
  ])('the page of %s at %s names the files of the screen that is shown', async (_, path, headers, screen) => {
    const { link } = await request('GET', path, headers);
    expect(link.match(/<[^>]+js>/g)).toEqual([`</${screen}.js>`]);
  });
});
