import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { OutboundError, outboundClient } from '../../server/src/outbound/outbound-client.ts';
import { isPublicAddress } from '../../server/src/outbound/public-address.ts';
import { testApp } from '../support/app.ts';
import { sourceFiles } from '../support/source-files.ts';
import { createUser } from '../support/users.ts';

/*
 * Attack: the server is made to call internal addresses. Every hostile address is called, and a server on loopback counts the calls
 * that arrive.
 */
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(host: string, respond: RequestListener): Promise<Server> {
  const server = createServer(respond);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;

let arrived = 0;
const decoy = await listen('127.0.0.1', (_request, response) => {
  arrived += 1;
  response.end('secret');
});
const port = portOf(decoy);

/** The names of a hostile DNS zone and their addresses. */
const zone: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'private10.example': ['10.1.2.3'],
  'private172.example': ['172.20.0.1'],
  'private192.example': ['192.168.1.1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'unique-local.example': ['fd12:3456::1'],
  'first-public.example': ['93.184.215.14', '127.0.0.1'],
  'second-public.example': ['10.0.0.1', '93.184.215.14'],
};
const resolve: NonNullable<Parameters<typeof outboundClient>[0]['resolve']> = (name, done) =>
  done(
    null,
    (zone[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );

const hostile = [
  'https://127.0.0.1/',
  'https://127.0.0.2/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127。0。0。1/',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://10.255.255.254/',
  'https://172.16.0.1/',
  'https://172.31.255.254/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://100.100.100.200/latest/meta-data/',
  'https://169.254.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  ...Object.keys(zone).map((name) => `https://${name}/`),
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  'http://93.184.215.14/',
  'https://93.184.215.14:22/',
  'https://user:secret@93.184.215.14/',
  'ftp://93.184.215.14/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'data:text/plain,x',
  'not an address',
  '',
];

describe('an outbound call', () => {
  const client = outboundClient({
    allowed: [],
    resolve: (name, done) =>
      name === 'localhost' ? done(null, [{ address: '127.0.0.1', family: 4 }]) : resolve(name, done),
  });

  test('the list of hostile addresses for outbound calls has more than forty entries', () =>
    expect(hostile.length).toBeGreaterThan(40));

  test.each(hostile)('an outbound call to %s is refused before a connection [DSK-70]', async (url) => {
    const before = arrived;
    const error = await client.call({ method: 'GET', url }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutboundError);
    expect(error).toMatchObject({ refused: true, message: expect.stringMatching(/^refused: /) });
    expect(arrived).toBe(before);
  });

  test('an outbound call to localhost, as the operating system resolves it, is refused [DSK-70]', async () => {
    const error = await outboundClient({ allowed: [] })
      .call({ method: 'GET', url: 'https://localhost/' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ refused: true });
  });

  test('an outbound call connects to the address that was checked: the name is resolved once per call [DSK-71]', async () => {
    let resolutions = 0;
    const rebinding = outboundClient({
      allowed: ['127.0.0.2'],
      resolve: (_name, done) => {
        resolutions += 1;
        done(null, [{ address: resolutions === 1 ? '127.0.0.2' : '127.0.0.3', family: 4 }]);
      },
    });
    // No server listens at the checked address, so the connection to it fails.
    const error = await rebinding
      .call({ method: 'GET', url: 'https://rebinding.example/' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ refused: false });
    expect(resolutions).toBe(1);
    const again = await rebinding
      .call({ method: 'GET', url: 'https://rebinding.example/' })
      .catch((reason: unknown) => reason);
    expect(again).toMatchObject({ refused: true });
    expect(resolutions).toBe(2);
  });

  test('an outbound call reaches an address that the operator allows, and follows no redirect [DSK-72]', async () => {
    const before = arrived;
    const redirecting = await listen('127.0.0.4', (_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    });
    const allowing = outboundClient({ allowed: ['127.0.0.4/32'] });
    const redirect = await allowing.call({ method: 'GET', url: `http://127.0.0.4:${portOf(redirecting)}/` });
    expect(redirect.status).toBe(302);
    expect(arrived).toBe(before);
    const mapped = await allowing
      .call({ method: 'GET', url: `http://[::ffff:127.0.0.4]:${portOf(redirecting)}/` })
      .catch((reason: unknown) => reason);
    expect(mapped).toMatchObject({ refused: true });
  });

  test('an outbound call ends when its receiver responds too slowly or without end [DSK-72]', async () => {
    const slow = await listen('127.0.0.4', (_request, response) => {
      // Each byte arrives in time, but the whole response does not.
      response.write('a');
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const endless = await listen('127.0.0.4', (_request, response) => {
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (response.write(chunk));
        response.once('drain', more);
      };
      more();
    });
    const bounded = outboundClient({ allowed: ['127.0.0.4'], timeoutMilliseconds: 300, maxBytes: 100_000 });
    const failing = (server: Server) =>
      bounded
        .call({ method: 'GET', url: `http://127.0.0.4:${portOf(server)}/a-secret-path` })
        .catch((reason: unknown) => reason as OutboundError);
    expect(await failing(slow)).toMatchObject({ refused: false, message: 'too slow' });
    expect(await failing(endless)).toMatchObject({ refused: false, message: 'response too large' });
  });

  // Turned red by: an answer that closes the connection without an error, for which the call waits for ever.
  test('an outbound call ends when its receiver changes to a protocol that was not asked for [DSK-72]', async () => {
    const switching = await listen('127.0.0.4', (request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    });
    const error = await outboundClient({ allowed: ['127.0.0.4'], timeoutMilliseconds: 300 })
      .call({ method: 'GET', url: `http://127.0.0.4:${portOf(switching)}/` })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ refused: false, message: 'connection failed' });
  });
});

test.each([
  ['8.8.8.8', true],
  ['142.250.74.10', true],
  ['2a00:1450:4007:80c::200a', true],
  ['2606:4700::1111', true],
  ['100.63.255.255', true],
  ['100.64.0.0', false],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['::ffff:8.8.8.8', false],
  ['not an address', false],
])('the address %s counts as an address of the public internet: %s [DSK-70]', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

describe('the address of a push service', async () => {
  const { server, services } = await testApp({ config: { outboundAllowed: ['127.0.0.1', '10.0.0.0/8'] } });
  const reseller = await createUser(server, services);
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const subscribe = async (endpoint: string) =>
    (await reseller.post('/api/push/subscriptions', { endpoint, keys })).body?.code;

  test.each([
    `http://127.0.0.1:${port}/internal/admin?x=1`,
    `https://127.0.0.1:${port}/`,
    'https://10.1.2.3/',
    'https://collector.attacker.example/x',
    'https://fcm.googleapis.com.attacker.example/x',
    'https://attackerfcm.googleapis.com/x',
    'https://push.services.mozilla.com/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
  ])(
    'the push address %s is refused, also when OUTBOUND_ALLOWED exempts its host [DSK-140]',
    async (endpoint) => {
      expect(await subscribe(endpoint)).toBe('SUBSCRIPTION_INVALID');
    },
  );

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://db5p.notify.windows.com/w/?token=x',
  ])('the push address %s of a browser is accepted [DSK-140]', async (endpoint) => {
    expect(await subscribe(endpoint)).toBeUndefined();
  });
});

describe('the source of the server', () => {
  /** The files that may open connections, with what they use for it. */
  const mayConnect: Readonly<Record<string, readonly string[]>> = {
    'server/src/outbound/outbound-client.ts': ['node:http', 'node:https', 'node:dns/promises'],
    // The mail server of SMTP_URL, which the operator sets.
    'server/src/mail/mailer.ts': ['nodemailer'],
    // The lock of DATA_DIR, a socket of this machine.
    'server/src/folder-lock.ts': ['connect'],
  };
  const files = sourceFiles(/^server\/src\/.*\.(ts|mjs)$/).filter(({ path }) => !/\.test\.ts$/.test(path));

  test('the source of the server opens outbound connections only in the listed files [DSK-73]', () => {
    expect(files.length).toBeGreaterThan(200);
    const callers = files.flatMap(({ path, text }) => {
      const found = [
        ...[
          ...text.matchAll(
            /import (?!type)[^;]*? from '(node:(?:https?|http2|tls|dgram|dns(?:\/promises)?)|undici|nodemailer|axios|got|ws)'/g,
          ),
        ].map(([, module]) => module ?? ''),
        ...(/import \{[^}]*\b(connect|createConnection|Socket)\b[^}]*\} from 'node:net'/.test(
          text.replaceAll(/type \w+/g, ''),
        )
          ? ['connect']
          : []),
        ...(/(?<![\w.'`])fetch\(|new (WebSocket|EventSource)\(|import\('node:(https?|net|tls|dgram|dns)/.test(
          text,
        )
          ? ['fetch']
          : []),
      ];
      return found.length > 0 ? [[path, found] as const] : [];
    });
    expect(Object.fromEntries(callers)).toEqual(
      Object.fromEntries(
        Object.entries(mayConnect).map(([path, found]) => [path, expect.arrayContaining([...found])]),
      ),
    );
  });
});
