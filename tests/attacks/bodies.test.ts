import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { featureNames } from '@almas/contract/features';
import { bodySizes } from '@almas/contract/limits';
import type { Route } from '@almas/contract/route';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { insertKey, withKey } from '../support/api-keys.ts';
import { secondServer, testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { eventually } from '../support/eventually.ts';
import { codesPath, createProduct, newCodes } from '../support/shop.ts';
import { call, createUser } from '../support/users.ts';
import { rawCall } from './raw-call.ts';

/* Attack: large, deep or endless bodies, so that the server reads and parses them before it authenticates the caller. */
const { server, services } = await testApp({ config: { extensions: new Set(featureNames) } });
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services);

const key = await insertKey(services, reseller.id);
/** What proves a caller who may make the call. */
const callerOf = ({ access }: Pick<Route, 'access'>): string =>
  access === 'key' ? `Bearer ${key}` : access === 'reseller' ? reseller.cookie : admin.cookie;

const port = (): number => (server.server.address() as AddressInfo).port;
beforeAll(async () => {
  await server.listen({ host: '127.0.0.1', port: 0 });
});

const writes = routes.filter(([, { method }]) => method !== 'GET');
const guarded = writes.filter(([, { access }]) => access !== 'public');
const open = writes.filter(([, { access }]) => access === 'public');
const bytes = 30 * 1_048_576;
/** The head of a call whose body is announced and never sent. */
const announce = (
  { method, path, pictureBody }: Pick<Route, 'method' | 'path' | 'pictureBody'>,
  cookie: string,
  length = `content-length: ${bytes}`,
) =>
  `${method} ${path.replace(/:\w+/g, unknownId)} HTTP/1.1\r\nhost: x\r\n${cookie.startsWith('Bearer') ? 'authorization' : 'cookie'}: ${cookie}\r\ncontent-type: ${pictureBody ? 'image/png' : 'application/json'}\r\n${length}\r\n\r\n`;
const responseTo = (head: string) => rawCall({ port: port(), pieces: [head], untilResponse: true });
async function expectTooLarge(name: string, head: string): Promise<void> {
  const { status, text } = await responseTo(head);
  expect({ name, status }).toEqual({ name, status: 413 });
  expect(text, name).toContain('La demande est trop volumineuse');
}

describe('a body of 30 MB that is announced and never sent', () => {
  test.each(guarded)(
    'a call of %s without a session gets 401 before a byte of its announced 30 MB body has arrived',
    async (_, route) => {
      for (const cookie of ['', 'almas_session=x', `almas_session=${'A'.repeat(43)}`]) {
        const response = await responseTo(announce(route, cookie));
        expect(response.status).toBe(401);
        expect(response.text).toContain('Utilisateur non authentifié');
        expect(response.text).toMatch(/^connection: close/im);
      }
    },
  );

  test('a call without a session that announces a chunked body gets 401 before a byte of it has arrived', async () => {
    for (const [, route] of guarded)
      expect((await responseTo(announce(route, '', 'transfer-encoding: chunked'))).status).toBe(401);
  });

  test.each(guarded.filter(([, { access }]) => access === 'admin'))(
    'a reseller who calls %s with an announced body of 30 MB gets 403 before a byte of it has arrived',
    async (_, route) => {
      expect((await responseTo(announce(route, reseller.cookie))).status).toBe(403);
    },
  );

  test('the server responds with 413 to an announced body of 30 MB on every route but the two that accept code lists', async () => {
    const large = guarded.filter(([, { bodyBytes }]) => bodyBytes === bodySizes.codes).map(([name]) => name);
    expect(large).toEqual(['codes.import', 'codes.preview']);
    for (const [name, route] of guarded) {
      if (large.includes(name)) continue;
      await expectTooLarge(name, announce(route, callerOf(route)));
    }
    for (const [name, route] of guarded.filter(([name]) => large.includes(name)))
      await expectTooLarge(name, announce(route, admin.cookie, `content-length: ${bodySizes.codes + 1}`));
  });

  test('sign-in and registration, which are public, respond with 413 to an announced body of 30 MB', async () => {
    for (const [name, route] of open) await expectTooLarge(name, announce(route, ''));
  });
});

/** Sends a complete call. @returns how many of its bytes the server read, and what the client read of the response */
async function sendWhole(head: string, body: Buffer): Promise<{ read: number; response: string }> {
  const accepted = once(server.server, 'connection') as Promise<[Socket]>;
  const client = connect(port(), '127.0.0.1');
  let response = '';
  client.on('data', (text) => {
    response += text;
  });
  // The response arrives before the whole body is sent, and the connection ends.
  client.on('error', () => {});
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.write(head);
  client.write(body);
  const [socket] = await accepted;
  await Promise.all([closed, socket.destroyed || once(socket, 'close')]);
  return { read: socket.bytesRead, response };
}

describe('of a body of 30 MB that is sent', () => {
  const sent = Buffer.alloc(bytes, '[');
  const chunk = Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), sent]);
  const purchases = { method: 'POST', path: '/api/purchases' } as const;
  test.each([
    ['without a session', announce(purchases, ''), sent],
    ['without a session, in chunks', announce(purchases, '', 'transfer-encoding: chunked'), chunk],
    ['with an unknown session', announce(purchases, `almas_session=${'A'.repeat(43)}`), sent],
    [
      'by an administrator, to a call that accepts 16 kB',
      announce({ method: 'POST', path: '/api/products' }, admin.cookie),
      sent,
    ],
    ['to the sign-in', announce({ method: 'POST', path: '/api/login' }, ''), sent],
    [
      'to an address that does not exist',
      announce({ method: 'POST', path: '/api/nothing' }, admin.cookie),
      sent,
    ],
  ])('when a body of 30 MB is sent %s, the server reads at most 64 kB of it', async (_, head, body) => {
    expect((await sendWhole(head, body)).read).toBeLessThanOrEqual(65_536);
  });
});

test('a client without a session that sends a code list of 600 kB to its end can read the 401', async () => {
  const body = Buffer.alloc(600_000, ' ');
  const route = { method: 'POST', path: `/api/products/${unknownId}/offers/${unknownId}/codes` } as const;
  for (let round = 0; round < 20; round += 1) {
    const { response } = await sendWhole(announce(route, '', `content-length: ${body.length}`), body);
    expect(response).toContain('Utilisateur non authentifié');
  }
});

test('a body above 1 kB on a call without a body, or above 16 kB on an ordinary call, gets 413, unless the route allows more', async () => {
  const sized = (length: number) => JSON.stringify({ filler: 'x'.repeat(length) });
  const status = async (url: string, payload: string) =>
    (
      await call(
        server,
        { method: 'POST', url, payload, headers: { 'content-type': 'application/json' } },
        admin.cookie,
      )
    ).status;
  expect(await status('/api/codes/release-reservations', sized(2_000))).toBe(413);
  expect(await status('/api/contact', sized(17_000))).toBe(413);
  expect(await status('/api/products', sized(400_000))).toBe(422);
});

/**
 * Opens `count` connections whose bodies never end, each again after a response.
 * @returns a function that stops this, also called at the end of the test
 */
function holdBodies(head: string, beginning: string, count: number): () => Promise<void> {
  let left = count;
  let open = true;
  const held = Array.from({ length: count }, async () => {
    while (open) await rawCall({ port: port(), pieces: [head, beginning], everyMilliseconds: 20 });
    left -= 1;
  });
  const release = async () => {
    open = false;
    // Again and again: one of them may be on its way to the server.
    await eventually(() => {
      server.server.closeAllConnections();
      return left === 0;
    });
    await Promise.all(held);
  };
  onTestFinished(release);
  return release;
}

test('a third code list sent at the same time gets 503 with Retry-After, while a small import is accepted', async () => {
  const url = `/api/products/${unknownId}/offers/${unknownId}/codes`;
  const head = announce({ method: 'POST', path: url as `/api/${string}` }, admin.cookie);
  const release = holdBodies(head, '{"codes":["A', 2);
  const third = () => rawCall({ port: port(), pieces: [head], untilResponse: true, giveUpAfter: 1_000 });
  await eventually(async () => (await third()).status === 503);
  expect((await third()).text).toMatch(/^retry-after: 5/im);
  expect((await admin.post(url, { codes: ['A-1'] })).status).toBe(404);
  await release();
  // The slots are free again: the server waits for the body of the next list.
  await eventually(async () => (await third()).status === 0);
});

const firstResponse = (head: string) =>
  rawCall({ port: port(), pieces: [head], untilResponse: true, giveUpAfter: 1_000 });
const photoOf = ({ cookie }: { readonly cookie: string }) =>
  firstResponse(
    announce(
      { method: 'PUT', path: '/api/recharge-requests/1/proof', pictureBody: true },
      cookie,
      'content-length: 599999',
    ),
  );

describe('while a reseller sends photos of receipts that never end', () => {
  test('an administrator sends a code list above the usual size, and another reseller a photo', async () => {
    const photo = `PUT /api/recharge-requests/1/proof HTTP/1.1\r\nhost: x\r\ncookie: ${reseller.cookie}\r\ncontent-type: image/jpeg\r\ntransfer-encoding: chunked\r\n\r\n`;
    const release = holdBodies(photo, '1\r\na\r\n', 4);
    await eventually(async () => (await photoOf(reseller)).status === 503);
    const list = announce(
      { method: 'POST', path: `/api/products/${unknownId}/offers/${unknownId}/codes` as `/api/${string}` },
      admin.cookie,
    );
    // No response: the server waits for the body.
    expect((await firstResponse(list)).status).toBe(0);
    expect((await photoOf(await createUser(server, services))).status).toBe(0);
    await release();
    await eventually(async () => (await photoOf(reseller)).status === 0);
  });

  test('a reseller who is not active gets 403 before a byte of a photo has arrived', async () => {
    const pending = await createUser(server, services, { status: 'pending' });
    const response = await photoOf(pending);
    expect([response.status, response.text]).toEqual([403, expect.stringContaining('Compte non activé')]);
  });
});

describe('JSON that nests thousands of levels or names thousands of keys', () => {
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  const small: [string, string][] = [
    ['7,000 arrays', `{"email":${deep('[', ']', 7_000)},"password":"x"}`],
    ['15,000 arrays that never end', `{"email":${'['.repeat(15_000)}`],
    ['2,600 objects', `{"email":${'{"a":'.repeat(2_600)}1${'}'.repeat(2_600)}}`],
    ['21 levels', `{"email":${deep('[', ']', 20)}}`],
  ];
  const large: [string, string][] = [
    ['40,000 arrays', `{"email":${deep('[', ']', 40_000)},"password":"x"}`],
    ['100,000 arrays', `{"email":${deep('[', ']', 100_000)},"password":"x"}`],
  ];
  const send = (route: Route, payload: string) =>
    call(
      server,
      {
        method: route.method,
        url: route.path.replace(/:\w+/g, unknownId),
        payload,
        headers: { 'content-type': 'application/json', ...(route.access === 'key' && withKey(key)) },
      },
      route.access === 'key' ? '' : callerOf(route),
    );
  const withBody = routes.filter(([name]) => bodies[name]);

  test.each(small)(
    'every route with a body responds with 400 MALFORMED_REQUEST to JSON with %s',
    async (_, payload) => {
      for (const [name, route] of withBody) {
        const { status, body } = await send(route, payload);
        expect({ name, status, code: body.code }).toEqual({ name, status: 400, code: 'MALFORMED_REQUEST' });
      }
    },
  );

  test('every route with a body responds with 400 MALFORMED_REQUEST to JSON with one key more than it takes', async () => {
    for (const [name, route] of withBody) {
      const keys = Array.from({ length: (route.bodyKeys ?? 2_000) + 1 }, () => '"":0');
      const { status, body } = await send(route, `{${keys.join()}}`);
      expect({ name, status, code: body.code }).toEqual({ name, status: 400, code: 'MALFORMED_REQUEST' });
    }
  });

  test.each(large)('every route with a body responds with 400 or 413 to JSON with %s', async (_, payload) => {
    for (const [name, route] of withBody) {
      const { status } = await send(route, payload);
      expect([400, 413], `${name} ${status}`).toContain(status);
    }
  });

  test('JSON of 20 levels, and braces inside its texts, are read as any other body', async () => {
    const response = await call(server, {
      method: 'POST',
      url: '/api/login',
      payload: `{"email":"${'{['.repeat(100)}\\"${'{'.repeat(50)}","password":"x","more":${deep('[', ']', 19)}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.body.code).toBe('INVALID_CREDENTIALS');
  });
});

describe('a list of codes', () => {
  test('a list of codes that an administrator sends over a slow network is imported, although other requests would be cut off', async () => {
    const slow = await secondServer(services.db);
    await slow.server.listen({ host: '127.0.0.1', port: 0 });
    slow.server.server.headersTimeout = 500;
    slow.server.server.requestTimeout = 500;
    const product = await createProduct(admin);
    const path = codesPath(product);
    const body = JSON.stringify({ codes: newCodes(50) });
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${admin.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const late = once(slow.server.server, 'clientError');
    const client = connect((slow.server.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    let answer = '';
    client.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    client.write(head + body.slice(0, 100));
    await late;
    client.write(body.slice(100));
    await eventually(() => answer !== '');
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"imported":50/s);
  });

  test('a list of 100,000 codes is imported, and a list of 100,001 is refused', async () => {
    const product = await createProduct(admin);
    const url = codesPath(product);
    const codes = newCodes(100_000);
    const refused = await admin.post(url, { codes: [...codes, 'one more'] });
    expect([refused.status, refused.body.code]).toEqual([422, 'TOO_MANY_CODES']);
    expect((await admin.post(url, { codes: `${codes.join('\n')}\none more` })).body.code).toBe(
      'TOO_MANY_CODES',
    );
    const imported = await admin.post(url, { codes: `${codes.join('\n')}\n` });
    expect([imported.status, imported.body]).toEqual([
      200,
      expect.objectContaining({ imported: 100_000, duplicates: 0 }),
    ]);
  });

  test('a code list that is cut off, too deep, too long or no list is refused with the code of its mistake', async () => {
    const product = await createProduct(admin);
    const url = `${codesPath(product)}/preview`;
    const send = async (payload: string) =>
      (
        await call(
          server,
          { method: 'POST', url, payload, headers: { 'content-type': 'application/json' } },
          admin.cookie,
        )
      ).body.code;
    for (const payload of [
      '',
      '{"codes":["A-1"',
      '{"codes":["A-1"]',
      '{"codes":["A-1"}',
      '{"codes":["A-1",]}',
      '{"codes":[,"A-1"]}',
      '{"codes":["A-1" "B-1"]}',
      '{"codes":["A-1"],"__proto__":{"a":1}}',
      `{"codes":[${'['.repeat(50)}`,
      `{"codes":["A-1",{"k":${'0'.repeat(200_000)}}]}`,
      '{"codes":"A-1',
      '{"codes":"A-1\nB-1"}',
      `{"codes":[${'"",'.repeat(250_001)}""]}`,
      '[1]x',
    ])
      expect([payload.slice(0, 40), await send(payload)]).toEqual([
        payload.slice(0, 40),
        'MALFORMED_REQUEST',
      ]);
    expect(await send('{}')).toBe('CODES_MISSING');
    expect(await send('[]')).toBe('INVALID_INPUT');
    expect(await send('{"codes":7}')).toBe('CODES_MISSING');
    expect(await send('{"codes":" \\n"}')).toBe('CODES_MISSING');
    expect(await send('{"codes":[]}')).toBe('CODES_MISSING');
    expect(await send('{"codes":["A-1",7,{"a":[1]}]}')).toBe('CODES_INVALID');
    expect(await send(`{"codes":"${'A'.repeat(bodySizes.codes)}"}`)).toBe('TOO_LARGE');
    expect(await send('{"codes":"A-1\\nB-1","serials":"S-1"}')).toBe('CODES_INVALID');
    expect(await send(' { "codes" : [ "A-1" , "B,]\\"\\\\" ] , "more" : 1 } ')).toBeUndefined();
  });
});
