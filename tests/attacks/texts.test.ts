import { describe, expect, test } from 'vitest';
import { secondServer, testApp } from '../support/app.ts';
import { createProduct } from '../support/shop.ts';
import { call, createUser } from '../support/users.ts';

/* Attack: texts and links that look like something else to the users who read and open them. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 100_000 });

const tricks: [string, string][] = [
  ['a line break', 'Amine\nBenali'],
  ['a tabulator', 'Amine\tBenali'],
  ['a control character', 'Amine\u0007'],
  ['a line separator', 'Amine\u2028Benali'],
];
/** Characters that are not seen are often part of a copied text: they are removed. */
const marks: [string, string, string][] = [
  ['a right-to-left override', 'Amine \u202Eilaneb', 'Amine ilaneb'],
  ['an isolate', '\u2066Amine\u2069', 'Amine'],
  ['a direction mark', 'Amine\u200F', 'Amine'],
  ['a space without width', 'A\u200Bmine', 'Amine'],
  ['a joiner between Latin letters', 'A\u200Dmi\u200Cne', 'Amine'],
  ['a filler', 'admin\u3164', 'admin'],
  ['half a filler and a soft hyphen', 'ad\uFFA0mi\u00ADn', 'admin'],
  ['an empty Braille cell, a variation and a tag', 'ad\u2800mi\uFE00n\u{E0041}', 'admin'],
];

describe('a name with special characters', () => {
  test.each(tricks)(
    'a name that holds %s is refused at registration, in the profile, and for products and offers',
    async (_, name) => {
      const refused = (response: { status: number; body: { code: string } }) =>
        expect([response.status, response.body.code]).toEqual([422, 'INVALID_INPUT']);
      const form = {
        email: 'trick@exemple.dz',
        password: 'secret1',
        firstName: 'A',
        lastName: 'B',
        company: 'C',
        phone: '1',
      };
      for (const field of ['firstName', 'lastName', 'company', 'address', 'city', 'postalCode'])
        for (const [method, url, body] of [
          ['POST', '/api/register', { ...form, [field]: `${name}!`.slice(0, 20) }],
          ['PATCH', '/api/me', { [field]: `${name}!`.slice(0, 20) }],
        ] as const)
          refused(await call(server, { method, url, payload: body }, reseller.cookie));
      const offer = { name: 'O', value: '1', price: 10 };
      const product = { name: 'P', game: 'G', category: 'C', offers: [offer] };
      for (const field of ['name', 'game', 'category'])
        refused(await admin.post('/api/products', { ...product, [field]: `${name}!` }));
      for (const field of ['name', 'value', 'region'])
        refused(
          await admin.post('/api/products', { ...product, offers: [{ ...offer, [field]: `${name}!` }] }),
        );
    },
  );

  test.each(marks)('a name that holds %s is stored without it', async (_, name, stored) => {
    const fields = ['firstName', 'lastName', 'company', 'address', 'city', 'postalCode'];
    for (const field of fields)
      expect((await reseller.patch('/api/me', { [field]: name })).body).toMatchObject({ [field]: stored });
    const offer = { name, value: name, region: name, price: 10 };
    const product = { name, game: name, category: name, offers: [offer] };
    const { body } = await admin.post('/api/products', product);
    expect(body).toMatchObject({ name: stored, game: stored, category: stored });
    expect(body.offers).toMatchObject([{ name: stored, value: stored, region: stored }]);
  });

  test('a name with letters of any script, apostrophes and joiners is accepted', async () => {
    for (const firstName of ['أمين', 'Zoé-Anaïs', "N'Golo", 'می\u200cخواهم', '李'])
      expect((await reseller.patch('/api/me', { firstName })).body).toMatchObject({ firstName });
  });

  test('a telephone number pasted with direction marks is stored without them', async () => {
    const response = await reseller.patch('/api/me', { phone: '\u202A+213 550 12 34 56\u202C' });
    expect(response.body.phone).toBe('+213 550 12 34 56');
  });
});

describe('a link', () => {
  const links = [
    'https://almas.dz@pirate.example/preuve.png',
    'https://user:pw@pirate.example/',
    'http://127.0.0.1:5432/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost/a.png',
    'http://localhost./a.png',
    'http://printer.local/a.png',
    'http://10.1.2.3/a.png',
    'http://172.20.0.1/a.png',
    'http://192.168.1.1/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
  ];

  test.each(links)('a link to %s is refused as a proof and as a picture', async (imageUrl) => {
    const proof = await admin.post('/api/free-fire/requests/1/validate', { imageUrl });
    expect(proof.body.code).toBe('PROOF_REQUIRED');
    const picture = await admin.post('/api/products', { name: 'P', game: 'G', imageUrl });
    expect(picture.body.code).toBe('IMAGE_URL_INVALID');
  });

  test('a link to a site of the public internet is accepted as a picture', async () => {
    for (const imageUrl of [
      'https://exemple.dz/preuve.png?a=1#b',
      'http://41.111.1.1/a.png',
      'https://[2001:db8::1]/a.png',
    ])
      expect((await admin.post('/api/products', { name: 'P', game: 'G', imageUrl })).status).toBe(200);
    await createProduct(admin);
  });
});

test('PICTURE_HOSTS limits the hosts from which the browser loads pictures; without it every host is allowed', async () => {
  const limited = await secondServer(services.db, {
    config: { pictureHosts: ['images.exemple.dz', '*.cdn.example'] },
  });
  const policyOf = async (on: typeof server) =>
    String((await call(on, { method: 'GET', url: '/login' })).headers['content-security-policy']);
  expect(await policyOf(limited.server)).toContain(
    "img-src 'self' data: https://images.exemple.dz https://*.cdn.example;",
  );
  expect(await policyOf(server)).toContain("img-src 'self' data: https: http:;");
  for (const on of [server, limited.server])
    expect((await call(on, { method: 'GET', url: '/login' })).headers['referrer-policy']).toBe('no-referrer');
});
