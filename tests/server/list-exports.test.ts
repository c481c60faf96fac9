import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* The administrators' lists as CSV. */
const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
const reseller = await createUser(server, services, {
  balance: 5_000,
  firstName: '=HYPERLINK("http://vol.example")',
  lastName: '+1',
  company: '@SUM(A1;A2)',
});
const product = await createProduct(admin, {
  name: '-1+1',
  offers: [{ name: 'Petite; "la"', price: 150.5 }],
});
const codes = await importCodes(admin, product, 3);
await buy(reseller, product, 2);
const { id: rechargeId } = (
  await reseller.post('/api/recharge-requests', { amount: 70, method: 'ccp', reference: '=1+1 VIR' })
).body;
await admin.post(`/api/recharge-requests/${rechargeId}/approve`, {});
const [offer] = (await reseller.get('/api/free-fire/offers')).body.items;
const topUp = { freeFireId: '9876543210', offerId: offer.id, amount: offer.price };
const { requestId } = (await reseller.post('/api/free-fire/requests', topUp)).body;
await admin.post(`/api/free-fire/requests/${requestId}/refuse`, { note: '=1+1' });

const paths = [
  'users',
  'transactions',
  `ledger?userId=${reseller.id}`,
  'recharge-requests',
  'free-fire-requests',
  'products',
  'audit-trail',
] as const;
/** `list?filter=value`: the filters are the body. */
const exportList = (user: TestUser, path: string) => {
  const [list, query = ''] = path.split('?');
  return user.post(`/api/exports/${list}`, Object.fromEntries(new URLSearchParams(query)));
};
const file = async (path: string) => (await exportList(admin, path)).text;
/** Cells of each row; only for texts without line breaks. */
const table = (text: string): string[][] =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );

test('an administrator with a second factor exports personal data and the audit trail with a fresh code only, and products without one', async () => {
  const secured = await createUser(server, services, { role: 'admin' });
  await query(`UPDATE users SET second_factor = true WHERE id = $1`, secured.id);
  const confirm = (ago: string) =>
    query(`UPDATE sessions SET confirmed_at = now() - $2::interval WHERE user_id = $1`, secured.id, ago);
  await confirm('11 minutes');
  for (const path of paths) {
    const { status, body } = await exportList(secured, path);
    expect([path, status, body?.code]).toEqual(
      path === 'products' ? [path, 200, undefined] : [path, 403, 'STEP_UP_REQUIRED'],
    );
  }
  await confirm('1 minute');
  expect((await exportList(secured, 'users')).status).toBe(200);
});

describe('the export', () => {
  test.each(paths)(
    'the export %s is a French CSV file for an administrator, and is refused to a reseller and without a session',
    async (path) => {
      const response = await exportList(admin, path);
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(response.text.startsWith('\ufeff')).toBe(true);
      expect(response.text.endsWith('\r\n')).toBe(true);
      const [heads = [], ...rows] = table(response.text);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(heads.length);
      // It is refused to the reseller whose data it is, and to a visitor.
      const [name, query = ''] = path.split('?');
      for (const refused of [
        path,
        `${name}?userId=${reseller.id}&${query}`,
        `${name}?search=${reseller.email}`,
      ])
        expect([refused, (await exportList(reseller, refused)).status]).toEqual([refused, 403]);
      expect(
        (await server.inject({ method: 'POST', url: `/api/exports/${name}`, payload: {} })).statusCode,
      ).toBe(401);
    },
  );

  test('an exported list contains no formula, no game code, no password and no token', async () => {
    for (const path of paths) {
      const text = await file(path);
      for (const row of table(text))
        for (const cell of row)
          if (!/^-?\d+,\d\d$/.test(cell)) expect(cell).not.toMatch(/^\s*(=(?!"[^"]*"$)|[+\-@])/);
      for (const code of codes) expect(text).not.toContain(code);
      expect(text).not.toMatch(/password|token|argon2|\$argon/i);
    }
    expect(await file('users')).toContain(`'=HYPERLINK`);
    expect(await file('users')).toContain(`'@SUM(A1;A2)`);
  });

  test('the export of recharge requests has the reference of the transfer, with a formula made a text [DSK-17]', async () => {
    const [heads = [], row = []] = table(await file('recharge-requests'));
    expect(row[heads.indexOf('Référence')]).toBe(`'=1+1 VIR`);
    expect(row[heads.indexOf('Méthode')]).toBe('CCP');
  });

  test('the export of transactions has signed amounts with a comma, Algiers dates, the words of the list and the refund', async () => {
    await query(`UPDATE transactions SET created_at = '2026-03-01T23:30:05Z' WHERE type = 'purchase'`);
    const [heads = [], ...rows] = table(await file('transactions?type=purchase'));
    expect(heads.slice(0, 11)).toEqual([
      'ID',
      'Date',
      'Compte',
      'Email',
      'Type',
      'Description',
      'Montant (DA)',
      'Solde avant (DA)',
      'Solde après (DA)',
      'Statut',
      'Remboursé à ce jour (DA)',
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(1, 10)).toEqual([
      '02/03/2026 00:30:05',
      `'=HYPERLINK("http://vol.example") +1`,
      reseller.email,
      'Achat',
      'Achat -1+1 - Petite; "la"',
      '-301,00',
      '5000,00',
      '4699,00',
      'Terminé',
    ]);
    const [, refused] = table(await file('transactions?status=refused'));
    expect([refused?.[9], refused?.[10]]).toEqual(['Refusé', `${offer.price},00`]);
  });

  test('the export of the audit trail gives the values before and after in words, also those of fields without a label', async () => {
    const [heads = [], ...rows] = table(await file('audit-trail'));
    const row = (action: string) => rows.find((cells) => cells.includes(action)) ?? [];
    const cell = (action: string, head: string) => row(action)[heads.indexOf(head)]?.replaceAll(/\s/g, ' ');
    expect(cell('Demande de recharge approuvée', 'Avant')).toMatch(
      /^Statut : En attente ; Solde : [\d ]+(,\d\d)? DA$/,
    );
    expect(cell('Demande de recharge approuvée', 'Après')).toMatch(
      /^Statut : Approuvée ; Solde : [\d ]+(,\d\d)? DA ; Montant : 70 DA ; Note : /,
    );
    expect(cell('Produit créé', 'Après')).toContain('Offres : Petite; "la" (110 Diamants, 150,50 DA, DZ)');
    expect(cell('Produit créé', 'Après')).toContain(`id : ${product.id}`);
  });

  test('an export has the rows and the order of its filtered and sorted list, and its file name names the filters', async () => {
    const { items } = (await admin.get('/api/transactions?sort=amount&order=asc')).body;
    const [, ...rows] = table(await file('transactions?sort=amount&order=asc'));
    expect(rows.map(([id]) => id)).toEqual(items.map(({ id }: { id: string }) => id));
    const response = await exportList(
      admin,
      'transactions?type=recharge&from=2026-01-01&search=%C3%89t%C3%A9%2F..',
    );
    const header = String(response.headers['content-disposition']);
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(
      'transactions_2026-03-02_Été_Recharge_1-janv-2026.csv',
    );
    expect(table(response.text)).toHaveLength(1);
  });

  test('an export is recorded in the audit trail with its filters in the words of the screens', async () => {
    for (const [path, filters] of [
      [
        'users?status=active&search=zoe&sort=balance&order=asc',
        'Recherche : zoe, Statut : Actif, Tri : Solde, Ordre : Croissant',
      ],
      ['transactions?type=freefire_request&status=refused', 'Type : Free Fire (demandes), Statut : Refusé'],
      ['transactions?status=rejected', 'Statut : Rejeté'],
      [
        'transactions?from=2026-01-01&to=2026-01-31&sort=amount',
        'Tri : Montant, Du : 1 janv. 2026, Au : 31 janv. 2026',
      ],
      [
        'recharge-requests?status=rejected&method=bank_transfer',
        'Statut : Rejetée, Méthode : Virement bancaire',
      ],
      ['free-fire-requests?status=processed', 'Statut : Traitées'],
      [`ledger?userId=${reseller.id}`, `Compte : =HYPERLINK("http://vol.example") +1 (${reseller.email})`],
      [
        `audit-trail?action=user.activate&actorId=${admin.id}`,
        `Type d’action : Compte activé, Administrateur : Nadia Haddad (${admin.email})`,
      ],
      ['audit-trail?actorId=inconnu', 'Administrateur : inconnu'],
      ['users?status=all&sort=created&order=desc', ''],
    ] as const) {
      await file(path);
      const [entry] = (await admin.get('/api/audit-trail?action=list.export&limit=1')).body.items;
      expect(entry).toMatchObject({ actorId: admin.id, subjectType: 'list' });
      expect(entry.after.filters).toBe(filters);
    }
  });

  test('the export of accounts says since when and why an account is inactive, and only while it is', async () => {
    const made = await createUser(server, services, { firstName: 'Inactif' });
    await admin.post(`/api/users/${made.id}/deactivate`, { reason: 'Fermeture' });
    const cells = async () => {
      const [heads = [], row = []] = table(await file(`users?search=${made.email}`));
      return ['Statut', 'Désactivé le', 'Raison de la désactivation'].map((head) => row[heads.indexOf(head)]);
    };
    expect(await cells()).toEqual(['Inactif', expect.stringMatching(/^\d\d\/\d\d\/\d{4} /), 'Fermeture']);
    await admin.post(`/api/users/${made.id}/activate`);
    expect(await cells()).toEqual(['Actif', '', '']);
  });

  test('the export of a ledger has credits above zero and debits below, as its balances move', async () => {
    const [heads = [], ...rows] = table(await file(`ledger?userId=${reseller.id}`));
    const column = (name: string) => heads.indexOf(name);
    const number = (text = '') => Number(text.replace(',', '.'));
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows)
      expect(number(row[column('Solde après (DA)')]) - number(row[column('Solde avant (DA)')])).toBeCloseTo(
        number(row[column('Montant (DA)')]),
      );
  });

  test('the export of transactions calls a completed Free Fire entry validated, and a completed recharge completed', async () => {
    const { id } = await createUser(server, services, { company: 'Anciennes' });
    for (const type of ['freefire', 'freefire_request', 'recharge'])
      await query(
        `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
         VALUES ($1, $2, 100, 'Ancienne', 100, 0, 'completed')`,
        id,
        type,
      );
    const [heads = [], ...rows] = table(await file('transactions?search=anciennes'));
    expect(rows.map((row) => row[heads.indexOf('Statut')]).sort()).toEqual(['Terminé', 'Validé', 'Validé']);
  });

  test('the export of products has a row for a product without offers, and one for each offer of another', async () => {
    const [without, two] = [
      await createProduct(admin, { name: 'Sans offre', status: 'draft', offers: [] }),
      await createProduct(admin, { name: 'Deux offres', offers: [{ name: 'Une' }, { name: 'Autre' }] }),
    ];
    const [heads = [], ...rows] = table(await file('products'));
    const offersOf = (name: string) =>
      rows.filter((row) => row[heads.indexOf('Produit')] === name).map((row) => row[heads.indexOf('Offre')]);
    expect(offersOf(without.name)).toEqual(['']);
    expect(offersOf(two.name).sort()).toEqual(['Autre', 'Une']);
  });

  test('the file name of an export leaves out the order and the number of a subject, and empty filters say nothing', async () => {
    const response = await exportList(
      admin,
      `audit-trail?subjectId=${product.id}&action=product.create&search=`,
    );
    expect(decodeURIComponent(String(response.headers['content-disposition']))).toMatch(
      /journal[^_]*_2026-03-02_Produit-créé\.csv/,
    );
    const sorted = await exportList(admin, 'users?order=asc&search=');
    expect(decodeURIComponent(String(sorted.headers['content-disposition']))).not.toMatch(/roissant/);
    const [entry] = (await admin.get('/api/audit-trail?action=list.export&limit=1')).body.items;
    expect(entry.after.filters).toBe('Ordre : Croissant');
  });

  test('an export refuses with 422 the filters that its list refuses, and ignores a cursor and a limit', async () => {
    for (const query of [
      'transactions?sort=balance',
      'transactions?from=0000-01-01',
      'transactions?search=%00',
      'users?status=tous',
      'recharge-requests?since=hier',
      'ledger',
    ])
      expect([query, (await exportList(admin, query)).status]).toEqual([query, 422]);
    // An export has no pages, so it ignores a cursor.
    expect(table(await file('transactions?cursor=xx&limit=1')).length).toBeGreaterThan(2);
  });

  test('an export contains each of 1,001 rows of one moment exactly once, in every sorting', async () => {
    const { id } = await createUser(server, services, { company: 'Mille' });
    await query(
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
       SELECT $1, 'recharge', 100, 'Recharge du solde', 0, 0, 'completed', now() - interval '1 day'
         FROM generate_series(1, 1001)`,
      id,
    );
    for (const query of ['', '&sort=amount', '&order=asc']) {
      const [, ...rows] = table(await file(`transactions?search=mille${query}`));
      expect(new Set(rows.map(([row]) => row)).size).toBe(1_001);
      expect(rows).toHaveLength(1_001);
    }
  });
});

test('a third concurrent export on one server gets 429; a caller who disconnects frees a slot for another export, and causes no error', async () => {
  const logged = [vi.spyOn(services.log, 'error'), vi.spyOn(services.log, 'warn')];
  const { id } = await createUser(server, services, { company: 'Foule' });
  await query(
    `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
     SELECT $1, 'recharge', 100, repeat('long ', 200), 0, 0, 'completed' FROM generate_series(1, 20000)`,
    id,
  );
  const address = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  /** Starts an export and reads nothing of it. */
  const open = () =>
    new Promise<ReturnType<typeof connect>>((resolve) => {
      const socket = connect(Number(address.port), '127.0.0.1', () => {
        socket.write(
          `POST /api/exports/transactions HTTP/1.1\r\nhost: ${address.host}\r\ncookie: ${admin.cookie}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
        );
      });
      socket.once('readable', () => resolve(socket));
    });
  const waiting = [await open(), await open()];
  const refused = await exportList(admin, 'users');
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'TOO_MANY_EXPORTS',
    message: 'D’autres exports sont en cours. Veuillez réessayer dans un instant.',
  });
  for (const socket of waiting) socket.destroy();
  await eventually(async () => (await exportList(admin, 'users')).status === 200);
  // A slot is free when the caller's stream has closed; its database connection ends a moment later.
  await eventually(async () => {
    const [{ open } = { open: -1 }] = await query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    return open === 0;
  });
  expect(logged.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('a workbook of more than 20,000 rows is refused with 422 and the reason, leaves no audit row and frees its place', async () => {
  const [{ count } = { count: 0 }] = await query('SELECT count(*)::int AS count FROM transactions');
  expect(count).toBeGreaterThan(20_000);
  const recorded = async () =>
    (await query(`SELECT id FROM audit_trail WHERE action = 'list.export'`)).length;
  const before = await recorded();
  // As many as run at the same time: the one below finds a place because both have left theirs.
  for (let tries = 0; tries < 2; tries += 1) {
    const refused = await admin.post('/api/exports/transactions?format=xlsx', {});
    expect([refused.status, refused.body.code]).toEqual([422, 'EXPORT_TOO_LONG']);
    expect(refused.body.message).toContain('20 000 lignes');
  }
  expect(await recorded()).toBe(before);
  const made = await admin.post('/api/exports/users?format=xlsx', {});
  expect(made.status).toBe(200);
  expect(made.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(decodeURIComponent(String(made.headers['content-disposition']))).toMatch(
    /comptes_2026-03-02\.xlsx$/,
  );
  const [entry] = (await admin.get('/api/audit-trail?action=list.export&limit=1')).body.items;
  expect(entry.after).toEqual({ filters: '', format: 'XLSX' });
});
