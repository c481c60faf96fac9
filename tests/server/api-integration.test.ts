import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { contract } from '@almas/contract';
import { apiTexts, integration } from '@almas/locale/api';
import { expect, onTestFinished, test } from 'vitest';
import { signedRequest } from '../../server/src/modules/webhooks/webhook-worker.ts';
import { insertKey, program } from '../support/api-keys.ts';
import { testApp } from '../support/app.ts';
import { routes } from '../support/contract-samples.ts';
import { eventually } from '../support/eventually.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/* What is written for those who write a reseller's own site is tried as it is written (docs/acceptance.md, API). */
const { server, services } = await testApp({ config: { extensions: new Set(['reseller-api'] as const) } });
const admin = await createUser(server, services, { role: 'admin' });
const user = await createUser(server, services, { balance: 10_000 });

test('every call of the page for integrators succeeds with a test key, and the page has each of them [API-70]', async () => {
  const site = program(server, await insertKey(services, user.id, { test: true }));
  const page = (await server.inject('/api/docs')).body;
  const calls = integration.steps.flatMap(({ call }) => call ?? []);
  expect(calls.length).toBeGreaterThan(5);
  for (const { method, path, body } of calls) {
    const { status } = await (method === 'GET' ? site.get(path) : site.post(path, body ?? {}));
    expect([path, status]).toEqual([path, method === 'GET' ? 200 : 201]);
    expect(page).toContain(`curl -X ${method} &#34;$ALMAS${path.replaceAll('&', '&#38;')}&#34;`);
  }
  const partial = integration.steps.find(({ text }) => text.includes('a004'))?.text;
  expect(partial).toContain('partial');
});

test('the page has a French name for each group of calls, and the document the body and the refusals of each call', async () => {
  const page = (await server.inject('/api/docs')).body;
  for (const group of Object.keys(contract))
    expect(page, group).toContain(`<h2>${apiTexts.groups[group] ?? 'no name'}</h2>`);
  const { paths } = (await server.inject('/api/openapi.json')).json() as Document;
  for (const [name, route] of routes) {
    const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    expect(Boolean(operation?.requestBody), name).toBe(Boolean(route.body || route.pictureBody));
    const refused = JSON.stringify(operation?.responses['403'] ?? '');
    expect(refused.includes('SCOPE_MISSING'), name).toBe(Boolean(route.scope || route.keyScope));
  }
});

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly components: { readonly securitySchemes: { readonly key: { readonly scheme: string } } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
type Client = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: a client that is made from a document has answers of every shape
  Record<string, (input?: Readonly<Record<string, unknown>>) => Promise<{ status: number; body: any }>>
>;

/** A client with one function for each operation of the document that takes a key: it knows nothing else of the API. */
function clientOf({ components, paths }: Document, key: string): Client {
  expect(components.securitySchemes.key.scheme).toBe('bearer');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  return Object.fromEntries(
    operations
      .filter(({ security }) => security?.some((way) => 'key' in way))
      .map(({ operationId, path, method, parameters, requestBody, responses }) => [
        operationId,
        async (input: Readonly<Record<string, unknown>> = {}) => {
          const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.name in input);
          const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(String(input[name])),
          );
          const search = new URLSearchParams(query.map(({ name }) => [name, String(input[name])]));
          const { statusCode, body } = await server.inject({
            method: method.toUpperCase() as 'GET',
            url: `${url}?${search}`,
            headers: { authorization: `Bearer ${key}` },
            ...(requestBody && { payload: input }),
          });
          expect(Object.keys(responses), `${operationId} answers ${statusCode}`).toContain(
            String(statusCode),
          );
          return { status: statusCode, body: JSON.parse(body) };
        },
      ]),
  );
}

test('a client that is generated from the OpenAPI document sells with a key, repeats, reads and is refused as the document says [API-71]', async () => {
  const product = await createProduct(admin, { offers: [{ price: 120 }] });
  const codes = await importCodes(admin, product, 3);
  const document = JSON.parse((await server.inject('/api/openapi.json')).body) as Document;
  const client = clientOf(document, await insertKey(services, user.id));
  expect(Object.keys(client).sort()).toEqual([
    'resellerApi.balance',
    'resellerApi.catalogue',
    'resellerApi.createOrder',
    'resellerApi.orderByReference',
    'resellerApi.orders',
  ]);
  const offers = (await client['resellerApi.catalogue']?.())?.body.items;
  const offer = offers.find(({ offerId }: { offerId: string }) => offerId === offerOf(product).id);
  const order = { reference: 'client-1', offerId: offer.offerId, quantity: 2, maxUnitPrice: offer.price };
  const sold = await client['resellerApi.createOrder']?.(order);
  expect(sold).toMatchObject({ status: 201, body: { codes: codes.slice(0, 2).map((code) => ({ code })) } });
  expect(await client['resellerApi.createOrder']?.(order)).toEqual({ status: 200, body: sold?.body });
  expect((await client['resellerApi.orderByReference']?.({ reference: 'client-1' }))?.body).toEqual(
    sold?.body,
  );
  expect((await client['resellerApi.orders']?.({ limit: 1 }))?.body.items).toHaveLength(1);
  const refused = await client['resellerApi.createOrder']?.({ ...order, reference: 'client-2' });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'STOCK_SHORT', available: 1, retryable: false },
  });
});

// Turned red by: a document with the refusals of the call alone, not those of what carries it.
test.each([
  ['JSON that is cut off', 400, 'MALFORMED_REQUEST', 'application/json', '{"reference"'],
  ['a form', 415, 'UNSUPPORTED_MEDIA_TYPE', 'application/x-www-form-urlencoded', 'a=1'],
  [
    'a body of 2 MB',
    413,
    'TOO_LARGE',
    'application/json',
    JSON.stringify({ reference: 'x'.repeat(2_000_000) }),
  ],
])('%s is refused to a program as the document says [API-71]', async (_, status, code, type, payload) => {
  const document = JSON.parse((await server.inject('/api/openapi.json')).body) as Document;
  const key = await insertKey(services, user.id);
  const answer = await server.inject({
    method: 'POST',
    url: '/api/v1/orders',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    payload,
  });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  const responses = document.paths['/api/v1/orders']?.post?.responses;
  expect(JSON.stringify(responses?.[status])).toContain(code);
  expect(JSON.stringify(responses?.[500])).toContain('INTERNAL');
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The receiver for Node of docs/reseller-api.md, as it is written there. */
async function startReceiver() {
  const text = readFileSync(new URL('../../docs/reseller-api.md', import.meta.url), 'utf8');
  const source = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  expect(source).toContain('createServer');
  const port = await freePort();
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...process.env, WEBHOOK_SECRET: webhookSecret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  const event = {
    id: 7,
    createdAt: '2026-03-02T11:00:00.000Z',
    payload: { type: 'order.completed', data: { reference: 'site-1', orderId: '9' } },
  };
  const now = Math.floor(Date.now() / 1_000);
  const send = async (seconds: number, change = (body: string) => body) => {
    const { headers, body } = signedRequest(event, webhookSecret, seconds);
    const request = { method: 'POST', headers, body: change(body) };
    return fetch(`http://127.0.0.1:${port}/`, request).then(
      ({ status }) => status,
      () => 0,
    );
  };
  await eventually(async () => (await send(now)) === 204, { what: 'the receiver listens' });
  return { port, event, now, send, printed: () => printed };
}

test('the receiver for Node in docs/reseller-api.md takes a signed event, and refuses a changed and an old one [API-72]', async () => {
  const { event, now, send, printed } = await startReceiver();
  expect(await send(now, (body) => body.replace('site-1', 'site-2'))).toBe(401);
  expect(await send(now - 3_600)).toBe(401);
  await eventually(
    () => printed().includes(`msg_7_${Date.parse(event.createdAt)}`) && printed().includes('site-1'),
    {
      what: 'the event is read',
    },
  );
  expect(printed()).not.toContain('site-2');
});

test.each([
  ['a body that is cut off', 'content-length: 200\r\n\r\n{"type"'],
  [
    'a signature of other characters',
    `webhook-signature: v1,é${'A'.repeat(43)}\r\ncontent-length: 2\r\n\r\n{}`,
  ],
])('%s does not stop the receiver for Node in docs/reseller-api.md [API-72]', async (_, request) => {
  const { port, now, send } = await startReceiver();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(Buffer.from(`POST / HTTP/1.1\r\nhost: shop.example\r\n${request}`, 'latin1'));
  await once(socket.resume(), 'close');
  expect(await send(now)).toBe(204);
});
