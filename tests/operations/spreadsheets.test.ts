import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exports as routes } from '@almas/contract/exports';
import { featureNames } from '@almas/contract/features';
import { parse } from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { buy, codesPath, createProduct, newCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/*
 * Every export as LibreOffice shows it. Turned red by: a phone as bare digits (csv.ts); a text as a number (workbook-process.mjs); a list
 * that is exported as CSV only.
 */
const { server, services } = await testApp({
  // Lists behind a switch are exported as well.
  config: { extensions: new Set(featureNames) },
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const folder = mkdtempSync(join(tmpdir(), 'almas-spreadsheets-'));
const reference = '0012345678901234567';
const playerId = '012345678901';
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
const reseller = await createUser(server, services, {
  balance: 5_000,
  firstName: '+213',
  lastName: '550111222',
  company: '12/05',
});

const sheets = new Map<string, { readonly csv: string[][]; readonly xlsx: string[][] }>();

beforeAll(async () => {
  if (!existsSync('/usr/bin/soffice')) {
    const get = 'apt-get install -y -qq --no-install-recommends libreoffice-calc-nogui';
    // Installs the Debian package as root; otherwise LibreOffice must be installed already.
    execFileSync('sh', ['-c', `${get} || (apt-get update -qq && ${get})`], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    });
  }
  const product = await createProduct(admin, { name: '007', offers: [{ name: '1E5', price: 150.5 }] });
  const supplierId = (await admin.post('/api/suppliers', { name: '0077', contact: '0550123457' })).body.id;
  const { batchId } = (
    await admin.post(codesPath(product), {
      codes: newCodes(2),
      batch: { supplierId, unitCost: 140.25, expiresOn: '2099-12-31', label: '3E7' },
    })
  ).body;
  const bought = await buy(reseller, product);
  const codeIds = [bought.body.codes[0].id];
  const claimed = await reseller.post(`/api/purchases/${bought.body.id}/claims`, {
    codeIds,
    reason: 'invalid',
  });
  await admin.post(`/api/claims/${claimed.body.items[0].id}/decide`, { outcome: 'credit' });
  const { id } = (
    await reseller.post('/api/recharge-requests', { amount: 1_234.5, method: 'ccp', reference })
  ).body;
  await admin.post(`/api/recharge-requests/${id}/approve`, {});
  // Approved on a day that a statement covers, without its money.
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await services.db.query({
    text: 'UPDATE recharge_requests SET created_at = $2, processed_at = $2 WHERE id = $1',
    values: [id, `${daysAgo(5)}T11:00:00Z`],
  });
  const { body: account } = await admin.post('/api/bank-accounts', { name: '0082', method: 'ccp' });
  await admin.post('/api/bank-lines/import', {
    account: account.id,
    lines: [5, 4].map((days) => ({ day: daysAgo(days), amount: 77.5, reference: '5E4' })),
  });
  const [offer] = (await reseller.get('/api/free-fire/offers')).body.items;
  await reseller.post('/api/free-fire/requests', {
    freeFireId: playerId,
    offerId: offer.id,
    amount: offer.price,
  });
  await admin.put(`/api/users/${reseller.id}/credit-terms`, { limit: 5_000, days: 7, suspended: false });
  await reseller.post('/api/advances', { amount: 2_000 });
  await admin.post(`/api/users/${reseller.id}/payments`, { amount: 1_500.5, note: '0078' });
  await admin.post('/api/cash-remittances', { amount: 1_000, note: '4E2' });
  await admin.post('/api/price-levels', { name: '3/4' });
  const prices = [{ offerId: offerOf(product).id, minQuantity: 1, price: 149.5 }];
  await admin.put(`/api/users/${reseller.id}/prices`, { prices });
  const lines = [{ offer: '1E5', prices: [{ price: 151.5 }] }];
  const { version } = (await admin.post('/api/price-lists/preview', { lines })).body;
  await admin.post('/api/price-lists/apply', { lines, version, source: '0079' });
  await admin.post('/api/announcements', { kind: 'prices', title: '0080', message: '5E3' });
  const employee = await createUser(server, services, { role: 'admin', firstName: '9/9' });
  await admin.patch(`/api/users/${employee.id}/scopes`, { scopes: ['accounts'], creditThreshold: 100 });
  await employee.post('/api/credit-proposals', { userId: reseller.id, amount: 150.5, note: '0081' });
  await services.db.query({
    text: `INSERT INTO account_flags (user_id, kind, day, amount, usual) VALUES ($1, 'fast_hour', '2026-03-02', 150050, 10000)`,
    values: [reseller.id],
  });
  await admin.post('/api/supplier-rehearsals');
  // Margins are counted by a job.
  await runJobs(services);
  for (const format of ['csv', 'xlsx'] as const) {
    const names: string[] = [];
    for (const [name, { path }] of Object.entries(routes)) {
      const response = await server.inject({
        method: 'POST',
        url: `${path}?format=${format}`,
        headers: { cookie: admin.cookie },
        // The trail grows with each export.
        payload: {
          userId: reseller.id,
          action: 'recharge-request.approve',
          batchId,
          from: daysAgo(30),
          to: daysAgo(-1),
        },
      });
      expect([name, format, response.statusCode]).toEqual([name, format, 200]);
      writeFileSync(join(folder, `${name}-${format}.${format}`), response.rawPayload);
      names.push(join(folder, `${name}-${format}.${format}`));
    }
    // French, with special numbers detected as when the file is opened by hand; cells are written as they are shown.
    const reads = format === 'csv' ? ['--infilter=CSV:59,34,76,1,,1036,false,true'] : [];
    execFileSync(
      '/usr/bin/soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        ...reads,
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):59,34,76,1,,1036,false,true',
        '--outdir',
        join(folder, 'shown'),
        ...names,
      ],
      { stdio: 'ignore', timeout: 120_000 },
    );
  }
  const shown = (name: string) =>
    parse<string[]>(
      readFileSync(join(folder, 'shown', `${name}.csv`), 'utf8')
        .replace(/^\ufeff/, '')
        .trimEnd(),
      {
        delimiter: ';',
      },
    ).data;
  for (const name of Object.keys(routes))
    sheets.set(name, { csv: shown(`${name}-csv`), xlsx: shown(`${name}-xlsx`) });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(routes))(
  'the export %s shows the same rows as CSV and as XLSX in LibreOffice',
  (name) => {
    const { csv = [], xlsx = [] } = sheets.get(name) ?? {};
    expect(csv.length).toBeGreaterThan(1);
    // LibreOffice shows numbers and dates of a CSV file in formats of its own.
    const date = /^\d\d\/\d\d\/\d\d/;
    const plain = ([heads = [], ...rows]: string[][]) => [
      heads,
      ...rows.map((row) =>
        row.map((cell, column) => {
          if (heads[column]?.endsWith('(DA)')) return cell && Number(cell.replaceAll(',', ''));
          return date.test(cell) ? 'date' : cell;
        }),
      ),
    ];
    expect(plain(xlsx)).toEqual(plain(csv));
  },
);

test.each([
  ['users', 'Téléphone', '0550123456'],
  ['users', 'Entreprise', '12/05'],
  ['users', 'Compte', '+213 550111222'],
  ['rechargeRequests', 'Référence', reference],
  ['freeFireRequests', 'ID joueur', playerId],
  ['transactions', 'ID joueur', playerId],
  ['products', 'Produit', '007'],
  ['products', 'Offre', '1E5'],
  ['batches', 'Fournisseur', '0077'],
  ['batches', 'Libellé', '3E7'],
  ['batchBuyers', 'Téléphone', '0550123456'],
  ['suppliers', 'Contact', '0550123457'],
])('in the export %s the column %s shows %s', (name, head, value) => {
  for (const format of ['csv', 'xlsx'] as const) {
    const [heads = [], ...rows] = sheets.get(name)?.[format] ?? [];
    const cells = rows.map((row) => row[heads.indexOf(head)]);
    expect([format, head, cells.includes(value), cells]).toEqual([format, head, true, cells]);
  }
});

test('a workbook has days and moments as dates, and amounts as numbers that can be added up', () => {
  const [heads = [], row = []] = sheets.get('rechargeRequests')?.xlsx ?? [];
  expect(row[heads.indexOf('Date')]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  expect(row[heads.indexOf('Montant (DA)')]).toBe('1,234.50');
});
