import { featureNames } from '@almas/contract/features';
import type { Route } from '@almas/contract/route';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { PasswordHasher } from '../../server/src/modules/accounts/password-hasher.ts';
import { insertKey, withKey } from '../support/api-keys.ts';
import { testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { fieldsOf, withField } from '../support/route-fields.ts';
import { type ApiResponse, call, createUser, type TestUser } from '../support/users.ts';
import { watchWrites } from '../support/watched-writes.ts';

/*
 * Whatever is sent to a route that writes, the response is a refusal in French and no error of the server, and nothing is written (P14,
 * AMB-89).
 */
const origin = 'http://almas.test';
// With all extensions: the routes of a disabled one respond before the input is read.
const { server, services } = await testApp({
  config: {
    extensions: new Set(featureNames),
    publicUrl: origin,
    smtpUrl: 'smtp://127.0.0.1:1',
    mailFrom: 'Almas <almas@exemple.dz>',
  },
});
const writtenTables = await watchWrites(services.db);
const runs = process.env.LONG ? 10_000 : 60;

let reseller: TestUser;
let admin: TestUser;
let key: string;
beforeAll(async () => {
  reseller = await createUser(server, services, { balance: 1_000 });
  admin = await createUser(server, services, { role: 'admin' });
  key = await insertKey(services, reseller.id);
});

/** Of most calls other fields than the password vary: each password is hashed once. */
const hash = PasswordHasher.prototype.run;
const hashed = new Map<string, Promise<string | boolean>>();
const hashing = vi.spyOn(PasswordHasher.prototype, 'run').mockImplementation(function (
  this: PasswordHasher,
  job,
) {
  const key = JSON.stringify(job);
  const result = hashed.get(key) ?? hash.call(this, job);
  hashed.set(key, result);
  return result;
});
afterAll(() => hashing.mockRestore());

const writes = routes.filter(([name, route]) => route.method !== 'GET' && name !== 'accounts.logout');
const headersOf = ({ access }: Route) => ({ origin, ...(access === 'key' && withKey(key)) });
const senderOf = (route: Route): TestUser => (route.access === 'admin' ? admin : reseller);

const send = (
  route: Route,
  payload: unknown,
  contentType = 'application/json',
  url = route.path.replace(/:\w+/g, unknownId),
): Promise<ApiResponse> =>
  call(
    server,
    {
      method: route.method,
      url,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers: { 'content-type': contentType, ...headersOf(route) },
    },
    route.access === 'public' ? '' : senderOf(route).cookie,
  );

/** A value encoded for a URL, in which an unpaired surrogate cannot be encoded. */
function inAddress(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(Buffer.from(text).toString()).slice(0, 4_000);
}

/** Sends the sample input of a route with these values in the named fields. */
function sendChanged(
  route: Route,
  sample: object | undefined,
  change: Readonly<Record<string, unknown>>,
): Promise<ApiResponse> {
  let body: unknown = sample;
  let path: string = route.path;
  const query: string[] = [];
  for (const [name, value] of Object.entries(change)) {
    const [where, ...keys] = name.split('.');
    if (where === 'body') body = withField(body, keys, value);
    // An empty segment is the address of another route.
    else if (where === 'path') path = path.replace(`:${keys[0]}`, inAddress(value) || '%20');
    else query.push(`${keys[0]}=${inAddress(value)}`);
  }
  const url = path.replace(/:\w+/g, unknownId) + (query.length > 0 ? `?${query.join('&')}` : '');
  return body === undefined
    ? call(
        server,
        { method: route.method, url, headers: headersOf(route) },
        route.access === 'public' ? '' : senderOf(route).cookie,
      )
    : send(route, body, 'application/json', url);
}

function expectRefusal(response: ApiResponse): void {
  expect(response.status, response.text.slice(0, 400)).toBeGreaterThanOrEqual(400);
  expect(response.status, response.text.slice(0, 400)).toBeLessThan(500);
  expect(response.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(response.text).not.toMatch(/\bat \S+ \(|node_modules|zod|SELECT |fastify/i);
}

const malformed: [string, string, string][] = [
  ['not JSON', '{"a":', 'application/json'],
  ['an array', '[]', 'application/json'],
  ['a number', '12', 'application/json'],
  ['null fields of a prototype', '{"__proto__":{"role":"admin"}}', 'application/json'],
  ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}', 'application/json'],
  ['a form', 'a=1&b=2', 'application/x-www-form-urlencoded'],
  ['plain text', 'bonjour', 'text/plain'],
  ['XML', '<a/>', 'application/xml'],
];

const nasty = [
  null,
  true,
  -1,
  0,
  0.001,
  1e308,
  -0,
  1.5,
  '',
  ' ',
  'NaN',
  '\u0000',
  'a\u0000b',
  '../../etc',
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  [],
  [[]],
  {},
  { a: 1 },
  ['\u0000'],
  'x'.repeat(5_000),
  '\ud800',
  '１２３４５６７８',
  Number.MAX_SAFE_INTEGER,
];

describe.each(writes)('%s', (name, route) => {
  const sample = bodies[name];

  test('a malformed body causes no 5xx and no stack trace, and writes nothing on a route that takes a body', async () => {
    await writtenTables();
    for (const [, payload, type] of malformed) {
      // A call without a body ignores a JSON body: only its path is checked.
      const response = await send(route, payload, type);
      if (!sample && response.status < 400) continue;
      expect(response.status).toBeLessThan(500);
      if (response.status >= 400) expectRefusal(response);
    }
    if (sample) expect(await writtenTables()).toEqual([]);
  });

  const fields = fieldsOf(route);
  // A route without fields is tested by the malformed bodies above only.
  if (fields.length === 0) return;
  test('a route that writes responds to any value in any declared field without a 5xx, and writes nothing when it refuses', async () => {
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...nasty) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const undeclared = ['role', 'balance', 'status', 'userId', 'adminId'].map((key) => `body.${key}`);
    const mutation = fc.dictionary(
      fc.constantFrom(...fields.map((field) => field.name), ...(route.body ? undeclared : [])),
      value,
      {
        minKeys: 1,
        maxKeys: 3,
      },
    );
    // Before the random values: each field with the bounds of its schema, and with two values that no schema expects.
    const each = fields.flatMap(({ name: field, bounds }, index) =>
      [...bounds, nasty[index % nasty.length], nasty[(index * 7 + 11) % nasty.length]].map(
        (bound): [Record<string, unknown>] => [{ [field]: bound }],
      ),
    );
    const varied = new Set<string>();
    await writtenTables();
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        for (const field of Object.keys(change)) varied.add(field);
        const response = await sendChanged(route, sample, change);
        expect(response.status, response.text.slice(0, 400)).toBeLessThan(500);
        const written = await writtenTables();
        if (response.status < 400) return;
        expectRefusal(response);
        expect(written).toEqual([]);
      }),
      { numRuns: Math.max(runs, each.length), examples: each },
    );
    const declared = [
      ...Object.keys(route.params?.shape ?? {}).map((key) => `path.${key}`),
      ...Object.keys(route.query?.shape ?? {}).map((key) => `query.${key}`),
      ...Object.keys(route.body?.shape ?? {}).map((key) => `body.${key}`),
    ];
    expect([...varied]).toEqual(expect.arrayContaining(declared));
  });
});

test('the check of written tables names the tables that a call writes, and ignores the last use of a session', async () => {
  await writtenTables();
  expect((await admin.get('/api/me')).status).toBe(200);
  expect(await writtenTables()).toEqual([]);
  expect((await admin.patch('/api/me', { city: 'Oran' })).status).toBe(200);
  expect(await writtenTables()).toContain('users');
  expect(await writtenTables()).toEqual([]);
});

/** Routes that respond like missing ones: without a second factor, or for a record that does not exist. */
const mayBeMissing = (name: string, { params }: Route) =>
  params !== undefined || /^security\.(removeSecondFactor|renewRecoveryCodes|stepUp)$/.test(name);

test.each(writes.filter(([name, route]) => !mayBeMissing(name, route)))(
  'the route %s that hostile input is sent to is served',
  async (name, route) => {
    const sample = bodies[name];
    const response = await (sample ? send(route, sample) : sendChanged(route, undefined, {}));
    expect(response.body?.code).not.toBe('NOT_FOUND');
  },
);

test('the audit finds no discrepancy after hostile input on every route that writes', async () => {
  expect(await audit(services.db)).toEqual([]);
});
