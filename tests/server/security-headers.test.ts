import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { call, createUser } from '../support/users.ts';

const { server, services } = await testApp();
const headersOf = async (url: string, cookie?: string) =>
  (await call(server, { method: 'GET', url }, cookie)).headers;
/** The headers of every response, document or data. */
const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

test('a response of the API has a content security policy that allows a browser nothing', async () => {
  const { cookie } = await createUser(server, services);
  for (const headers of [await headersOf('/api/me', cookie), await headersOf('/api/me')]) {
    expect(headers).toMatchObject(always);
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
  }
});

test('a document has a content security policy that allows what this server sends, and nothing else', async () => {
  for (const url of ['/api/docs', '/login', '/api/nothing-here', '/nothing-here.js']) {
    const headers = await headersOf(url);
    expect(headers).toMatchObject({ ...always, 'cross-origin-opener-policy': 'same-origin' });
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    // By default a browser allows these features to the page itself and to no frame: tickets are printed with them.
    expect(headers['permissions-policy'] ?? '').not.toMatch(/serial|usb|bluetooth/);
  }
});

test('a page may run only the inline scripts whose hashes its content security policy names', async () => {
  const { headers, text: page } = await call(server, { method: 'GET', url: '/login' });
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(String(headers['content-security-policy']).split(';')).toContain(
    ["script-src 'self'", ...hashes].join(' '),
  );
});

test('every text that the server sends says that it is UTF-8: pages, scripts, styles, the icon and data', async () => {
  const { text: page } = await call(server, { method: 'GET', url: '/login' });
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, file = '']) => file);
  for (const ending of ['.js', '.css', '.svg'])
    expect(files.some((file) => file.endsWith(ending))).toBe(true);
  for (const url of ['/login', '/api/session', ...files])
    expect([url, (await headersOf(url))['content-type']]).toEqual([
      url,
      expect.stringContaining('; charset=utf-8'),
    ]);
});
