import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import {
  listBases,
  newestSegmentAt,
  segmentName,
  segmentsOf,
} from '../../server/src/database/archive/archive-folder.ts';
import { recoverTo } from '../../server/src/database/archive/recover.ts';
import { restoreTimeText } from '../../server/src/database/archive/restore-time.ts';
import { isAlive, readPostmasterFile } from '../../server/src/database/embedded/orphan.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { runningUrl } from '../../server/src/database/embedded/running.ts';
import { insertKey, program } from '../support/api-keys.ts';
import { testConfig } from '../support/app.ts';
import { createCashier } from '../support/cashiers.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { callServer } from '../support/remote.ts';
import { type RemoteShop, remoteShop } from '../support/remote-shop.ts';
import { runAlmas, signalAlmas } from '../support/run-almas.ts';
import { type ServerProcess, spawnServer, startServer } from '../support/server-process.ts';
import { createProduct, offerOf } from '../support/shop.ts';
import { machineClock, machineNow } from '../support/test-clock.mjs';
import type { ApiResponse, TestUser } from '../support/users.ts';

/*
 * P31: the data folder is destroyed (kill -9, rm -r) and restored from the archive alone. Turned red by: a restore_command that finds
 * nothing; hot_standby on while the log is read. LONG=1: with the default ARCHIVE_TIMEOUT, over three minutes of sales.
 */
const archiveTimeout = process.env.LONG ? 45 : 2;
const sellingMilliseconds = process.env.LONG ? 100_000 : 2_000;
const worstMilliseconds = process.env.LONG ? archiveTimeout * 1_000 - 3_000 : 500;
const root = temporaryFolder('recovery');
const dataDir = join(root, 'data');
const archive = join(root, 'archive');
const variables = (changes: Record<string, string> = {}) => ({
  ...machineClock,
  DATA_DIR: dataDir,
  ARCHIVE_DIR: archive,
  ARCHIVE_TIMEOUT: String(archiveTimeout),
  CODES_KEY: testConfig().codesKey ?? '',
  RATE_LIMIT_PURCHASE: '1000000',
  EXTENSIONS: 'credit,announcements',
  ...changes,
});
const running = new Set<ServerProcess>();
afterAll(async () => {
  for (const server of running) if (server.child.exitCode === null) await server.stop();
  rmSync(root, { recursive: true, force: true });
});

async function start(env = variables()): Promise<ServerProcess> {
  const server = await startServer(env);
  running.add(server);
  return server;
}

/** Kills the server and its PostgreSQL with SIGKILL and deletes the data folder. */
async function destroy(server: ServerProcess): Promise<void> {
  const postmaster = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;
  expect(postmaster).toBeGreaterThan(1);
  server.child.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await eventually(() => !isAlive(server.pid) && !isAlive(postmaster));
  await eventually(() => {
    rmSync(dataDir, { recursive: true, force: true });
    return true;
  });
}

interface Sale {
  readonly id: string;
  readonly begun: number;
  readonly acknowledged: number;
}

/** Sells one code after the other until the time is over; every sale must succeed. */
async function sell(
  { baseURL }: ServerProcess,
  shop: RemoteShop,
  milliseconds: number,
  sales: Sale[],
): Promise<void> {
  for (const end = machineNow() + milliseconds; machineNow() < end; await pause(50)) {
    const begun = machineNow();
    const body = { productId: shop.productId, offerId: shop.offerId, quantity: 1 };
    const response = await callServer(baseURL, shop.buyers[0] ?? shop.admin, {
      method: 'POST',
      path: '/api/purchases',
      key: randomUUID(),
      body,
    });
    expect(response.failure ?? response.status).toBe(200);
    sales.push({ id: String(response.body.id), begun, acknowledged: machineNow() });
  }
}

async function purchases(): Promise<string[]> {
  const rows = await runStatements(
    runningUrl(dataDir, 'almas', 'almas_owner') ?? '',
    'SELECT id::text FROM purchases ORDER BY purchases.id',
  );
  return rows.map(({ id }) => String(id));
}

/** What is owed, held, promised, counted, ordered and announced beside the ledger. */
const secondBooks = [
  'credit_terms',
  'receivables',
  'receivable_entries',
  'collectors',
  'cash_entries',
  'cash_remittances',
  'special_prices',
  'price_changes',
  'announcements',
  'claims',
  'till_closes',
  'api_orders',
  'supplier_orders',
  'supplier_order_entries',
];
async function contentsOfBooks(): Promise<Record<string, { rows: number; content: unknown }>> {
  const rows = await runStatements(
    runningUrl(dataDir, 'almas', 'almas_owner') ?? '',
    secondBooks
      .map(
        (name) =>
          `SELECT '${name}' AS name, count(*)::int AS rows, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS content FROM ${name} t`,
      )
      .join(' UNION ALL '),
  );
  return Object.fromEntries(
    rows.map(({ name, rows: count, content }) => [String(name), { rows: Number(count), content }]),
  );
}

/** A movement in each of these books: an advance, a part of it paid and handed over, a price and an announcement. */
async function moveBooks(
  { baseURL }: ServerProcess,
  shop: RemoteShop,
  price: number,
  sales: Sale[],
): Promise<void> {
  const { admin, buyers, offerId } = shop;
  const buyer = buyers[0] ?? admin;
  const send = async (by: typeof admin, method: 'POST' | 'PUT', path: string, body: object) => {
    const { status, body: answer, failure } = await callServer(baseURL, by, { method, path, body });
    expect(failure ?? status, `${path} ${JSON.stringify(answer)}`).toBe(200);
  };
  const terms = { limit: 50_000, days: price, suspended: false };
  await send(admin, 'PUT', `/api/users/${buyer.id}/credit-terms`, terms);
  await send(buyer, 'POST', '/api/advances', { amount: 9_000 });
  await send(admin, 'POST', `/api/users/${buyer.id}/payments`, { amount: 4_000 });
  const prices = [{ offerId, minQuantity: 1, price }];
  await send(admin, 'PUT', `/api/users/${buyer.id}/prices`, { prices });
  await send(admin, 'POST', '/api/announcements', { kind: 'stock', title: 'Stock', message: 'De retour' });
  await claimAndCount(shop, buyer, sales);
}

/** What the switches bring, on the server of the test: no worker sends its orders. */
async function claimAndCount(
  { services, admin, server, offerId }: RemoteShop,
  buyer: TestUser,
  sales: Sale[],
) {
  const answered = async (response: Promise<ApiResponse>) => {
    const { status, text, body } = await response;
    expect([200, 201], text).toContain(status);
    return body;
  };
  const { id: bought } = sales.at(-1) ?? {};
  const { codes } = await answered(buyer.get(`/api/purchases/${bought}`));
  await answered(buyer.post(`/api/purchases/${bought}/claims`, { codeIds: [codes[0].id], reason: 'used' }));
  const name = `Amine ${bought}`;
  const cashier = await createCashier(server, buyer, { name });
  await answered(cashier.post('/api/till-closes', { counted: 100 }));
  const begun = machineNow();
  const order = await answered(program(server, await insertKey(services, buyer.id)).order({ offerId }));
  sales.push({ id: order.orderId, begun, acknowledged: machineNow() });
  const offer = offerOf(await createProduct(admin)).id;
  const supplier = await answered(admin.post('/api/suppliers', { name }));
  const connection = {
    supplierId: supplier.id,
    kind: 'idempotent',
    settings: {
      address: 'https://fournisseur.exemple.dz',
      articles: [{ offerId: offer, article: 'FF', restock: 0, maxUnitCost: 10 }],
      topUps: [],
    },
    secret: 'cle-du-fournisseur',
    dailyCap: 1_000,
  };
  const { id } = await answered(admin.post('/api/supplier-connections', connection));
  const planned = await answered(
    admin.post('/api/supplier-orders', { connectionId: id, offerId: offer, quantity: 5, maxCost: 50 }),
  );
  const resolution = { outcome: 'failed', evidence: 'Annulée' };
  await answered(admin.post(`/api/supplier-orders/${planned.id}/resolve`, resolution));
}

/** Waits for the next whole second: `restore --at` takes seconds. */
async function nextSecond(): Promise<number> {
  const second = Math.ceil((machineNow() + 20) / 1_000) * 1_000;
  await pause(second - machineNow() + 20);
  return second;
}

const archivedSince = (moment: number) =>
  eventually(async () => ((await newestSegmentAt(archive)) ?? 0) > moment, {
    seconds: archiveTimeout + 60,
    what: 'a segment archived after the sales',
  });

describe('P31: a destroyed data folder is restored from the archive', () => {
  const sales: Sale[] = [];
  let chosen = 0;
  let idsAtChosen: string[] = [];
  let booksAtChosen: Awaited<ReturnType<typeof contentsOfBooks>> = {};
  let beforeFirstBase = 0;
  const copy = join(root, 'archive-copy');

  test('a server with ARCHIVE_DIR takes a base backup by itself, in folders that other system accounts cannot read', async () => {
    beforeFirstBase = machineNow() - 2_000;
    const server = await start();
    await eventually(() => listBases(archive).length === 1, { seconds: 60 });
    for (const path of [archive, segmentsOf(archive), join(archive, 'base')])
      expect(statSync(path).mode & 0o777, path).toBe(0o700);
    const [base] = listBases(archive);
    expect(readdirSync(base?.folder ?? '').sort()).toEqual([
      'backup_label',
      'base.tar.gz',
      'manifest.json',
      'postgres.access.json',
    ]);

    const shop = await remoteShop(runningUrl(dataDir, 'almas', 'almas_owner') ?? '', {
      buyers: 1,
      codes: 8_000,
      extensions: new Set(['claims', 'cashiers', 'reseller-api', 'suppliers']),
    });
    await sell(server, shop, sellingMilliseconds, sales);
    await moveBooks(server, shop, 9, sales);
    await callServer(server.baseURL, shop.admin, {
      method: 'POST',
      path: '/api/cash-remittances',
      body: { amount: 1_000 },
    });
    chosen = await nextSecond();
    idsAtChosen = await purchases();
    booksAtChosen = await contentsOfBooks();
    expect(idsAtChosen).toHaveLength(sales.length);
    for (const [name, { rows }] of Object.entries(booksAtChosen)) expect(rows, name).toBeGreaterThan(0);
    await moveBooks(server, shop, 8, sales);
    await sell(server, shop, sellingMilliseconds, sales);
    await archivedSince(machineNow());
    // The worst moment: shortly before the next segment is archived.
    await sell(server, shop, worstMilliseconds, sales);
    await shop.close();
    await destroy(server);
    cpSync(archive, copy, { recursive: true });
  });

  test('a server refuses to start with an empty database when its archive belongs to one', async () => {
    const { exited, output } = spawnServer(variables());
    expect(await exited).toBe(1);
    expect(output()).toContain('almas restore --at latest');
    expect(
      readdirSync(dataDir).filter((name) => name.startsWith('postgres') && name !== 'postgres.log'),
    ).toEqual([]);
  });

  const filesOf = (folder: string) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true }).sort() : [];
  const expectRefused = async (time: string, sentence: RegExp) => {
    const before = [filesOf(dataDir), filesOf(archive)];
    const { code, output } = await runAlmas(variables(), 'restore', '--at', time);
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
    expect(readdirSync(dataDir)).not.toContain('postgres');
    expect([filesOf(dataDir), filesOf(archive)]).toEqual(before);
  };

  test('a restore to a time before the first base backup is refused with a sentence, and changes nothing', () =>
    expectRefused(restoreTimeText(beforeFirstBase), /L’archive commence à/));

  test('a restore to a time after the end of the archive is refused with a sentence, and changes nothing', () =>
    expectRefused(new Date(machineNow()).toISOString(), /L’archive s’arrête à/));

  test('a restore to a time to come is refused at once', () =>
    expectRefused(new Date(machineNow() + 60_000).toISOString(), /pas encore venue/));

  test('a restore to the end of an archive that lacks a segment before its newest one is refused with the time that it leads to', async () => {
    const broken = join(root, 'archive-broken');
    cpSync(copy, broken, { recursive: true });
    const segments = readdirSync(segmentsOf(broken))
      .filter((name) => segmentName.test(name))
      .sort();
    const lacking = segments.at(-2) ?? '';
    rmSync(join(segmentsOf(broken), lacking));
    const env = variables({ ARCHIVE_DIR: broken });
    const { code, output } = await runAlmas(env, 'restore', '--at', 'latest');
    expect(output).toContain(
      `alors que l’archive continue jusqu’au segment …${segments.at(-1)?.slice(8, 24)}`,
    );
    expect(code).toBe(1);
    expect(readdirSync(dataDir)).not.toContain('postgres');
    // A time before the gap can be restored.
    const [, time = ''] = /--at "([^"]+)"/.exec(output) ?? [];
    const restored = await runAlmas(env, 'restore', '--at', time);
    expect(restored.output).toContain('Les comptes sont justes.');
    expect(restored.code).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
  });

  // Also turned red by: contents of a database that leave the debts out.
  test('a restore to a chosen second has every sale, debt, receipt, held cash, price and announcement before it and none after it, and the audit is clean [CRE-51] [TEA-42]', async () => {
    const { code, output } = await runAlmas(
      variables(),
      'restore',
      '--at',
      restoreTimeText(chosen),
      '--take-over',
    );
    expect(output).toContain('Les comptes sont justes.');
    expect(output).toMatch(/5\s000 DA de dettes, 4\s000 DA d’espèces détenues/);
    expect(code).toBe(0);
    const server = await start();
    expect(await purchases()).toEqual(idsAtChosen);
    expect(await contentsOfBooks()).toEqual(booksAtChosen);
    // The existing database is refused before the archive is examined.
    const again = await runAlmas(variables(), 'restore', '--at', 'latest');
    expect(again.output).toMatch(/Un autre serveur Almas utilise déjà le dossier/);
    const bases = listBases(archive).length;
    await eventually(() => listBases(archive).length > bases || bases > 1, { seconds: 60 });
    await server.stop();
  });

  // Turned red by: the end of the archive taken from its newest segment, whatever is missing before it.
  test('an audit of an archive that lacks a segment before its newest one names the gap and the time that can be reached, and ends with 1', async () => {
    const broken = join(root, 'archive-audited');
    cpSync(copy, broken, { recursive: true });
    const names = readdirSync(segmentsOf(broken)).filter((name) => segmentName.test(name));
    const lacking = names.sort().at(-2) ?? '';
    rmSync(join(segmentsOf(broken), lacking));
    const env = variables({ ARCHIVE_DIR: broken });
    const server = await start();
    const { code, output } = await runAlmas(env, 'audit');
    await server.stop();
    const before = (Number.parseInt(lacking.slice(8, 24), 16) - 1).toString(16).toUpperCase();
    expect(output).toContain('ÉCART : L’archive se lit jusqu’à sa fin (1)');
    expect(output).toMatch(new RegExp(`un segment manque entre …\\w*${before} et …`));
    const [, time] = /écrit après (\S+ \S+) ne peut/.exec(output) ?? [];
    expect(output).toContain(`jusqu’à ${time}.`);
    expect(output).toContain('1 écart(s) trouvé(s)');
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`toute heure depuis \\S+ \\S+, jusqu’à ${time}\\.`));
  });

  // Turned red by: « toute heure » printed for an archive with a gap before its newest base backup.
  test('an audit of an archive that lacks a segment before its newest base backup names the hours that cannot be restored, and ends with 0', async () => {
    const broken = join(root, 'archive-bridged');
    cpSync(copy, broken, { recursive: true });
    const names = readdirSync(segmentsOf(broken)).filter((name) => segmentName.test(name));
    const [lacking = '', newest = ''] = names.sort().slice(-2);
    rmSync(join(segmentsOf(broken), lacking));
    const [base] = listBases(broken);
    const later = join(broken, 'base', 'later');
    cpSync(base?.folder ?? '', later, { recursive: true });
    const { folder: _, ...manifest } = base ?? { folder: '' };
    const ended = { ...manifest, endedAt: machineNow(), startSegment: newest.slice(0, 24) };
    writeFileSync(join(later, 'manifest.json'), JSON.stringify(ended));
    const server = await start();
    const { code, output } = await runAlmas(variables({ ARCHIVE_DIR: broken }), 'audit');
    await server.stop();
    expect(output).toMatch(/Archive : toute heure depuis \S+ \S+, jusqu’à \S+ \S+, sauf :/);
    expect(output).toMatch(/aucune heure entre \S+ \S+ et \S+ \S+ ne peut être retrouvée/);
    expect(code).toBe(0);
  });

  test('a restore over an existing database needs --replace, which keeps the former database beside it', async () => {
    const refused = await runAlmas(variables(), 'restore', '--at', 'latest');
    expect(refused.output).toMatch(/contient une base. Ajoutez --replace/);
    expect(refused.code).toBe(1);
    const { code, output } = await runAlmas(variables(), 'restore', '--at', 'latest', '--replace');
    expect(output).toContain('Les comptes sont justes.');
    expect(code).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.before-'))).toHaveLength(1);
    const server = await start();
    // The newest timeline was started by the restore to the chosen second: it lacks the later sales.
    expect(await purchases()).toEqual(idsAtChosen);
    await server.stop();
  });

  /** Interrupts a restore when it prints `line`; `kept` is the number of former databases next to the current one. */
  const expectInterrupted = async (line: RegExp, sentence: string, kept: number) => {
    const restore = ['restore', '--at', 'latest', '--replace'] as const;
    const { code, output } = await signalAlmas('SIGINT', line, variables(), ...restore);
    expect(output).toContain(sentence);
    expect(output).not.toContain('Les comptes sont justes.');
    expect(code).toBe(130);
    expect(readdirSync(dataDir)).not.toContain('postgres.restoring');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.before-'))).toHaveLength(kept);
    expect(readPostmasterFile(join(dataDir, 'postgres'))).toBeUndefined();
    const audited = await runAlmas(variables(), 'audit');
    expect(audited.output).toContain('Les comptes sont justes');
    const server = await start();
    expect(await purchases()).toEqual(idsAtChosen);
    await server.stop();
  };

  test('Ctrl-C while a restore reads the log leaves the database that is there, with every sale', () =>
    expectInterrupted(/Relecture/, 'Ce que DATA_DIR contenait y est encore', 1));

  test('Ctrl-C while a restore audits leaves the restored database, says so, and every sale is in it', () =>
    expectInterrupted(/Base retrouvée/, 'la base est restaurée, mais pas encore contrôlée', 2));

  test('a restore to the end of the archive loses at most a minute of sales, and the audit is clean', async () => {
    rmSync(dataDir, { recursive: true, force: true });
    const env = variables({ ARCHIVE_DIR: copy });
    const { code, output } = await runAlmas(env, 'restore', '--at', 'latest');
    expect(output).toContain('Les comptes sont justes.');
    expect(output).toContain('Cette base est une copie');
    expect(code).toBe(0);
    const refused = spawnServer(env);
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('almas take-over');
    expect(await runAlmas(env, 'take-over')).toMatchObject({ code: 0 });
    const server = await start(env);
    const found = new Set(await purchases());
    const lost = sales.filter(({ id }) => !found.has(id));
    // Only the last sales are lost, without a gap before them.
    expect(lost).toEqual(sales.slice(sales.length - lost.length));
    const end = sales.at(-1)?.acknowledged ?? 0;
    const seconds = lost.length === 0 ? 0 : (end - (lost[0]?.begun ?? 0)) / 1_000;
    process.stdout.write(
      `recovery: ${sales.length} sales, ${lost.length} lost, ${seconds.toFixed(1)} s (ARCHIVE_TIMEOUT ${archiveTimeout})\n`,
    );
    expect(found.size).toBeGreaterThan(idsAtChosen.length);
    expect(seconds).toBeLessThanOrEqual(60);
    await server.stop();
  });
});

// Red when the recovery archives its new timeline before it becomes the database: the last restore then follows that timeline.
test('after a restore was aborted while it read the log, the archive restores the database that continued', async () => {
  const env = variables({ DATA_DIR: join(root, 'aborted'), ARCHIVE_DIR: join(root, 'aborted-archive') });
  let server = await start(env);
  await eventually(() => listBases(env.ARCHIVE_DIR).length === 1, { seconds: 60 });
  const url = () => runningUrl(env.DATA_DIR, 'almas', 'almas_owner') ?? '';
  const write = (value: number) => runStatements(url(), `INSERT INTO kept VALUES (${value})`);
  await runStatements(url(), 'CREATE TABLE kept (value int)');
  await write(1);
  const to = await nextSecond();
  await write(2);
  await eventually(async () => ((await newestSegmentAt(env.ARCHIVE_DIR)) ?? 0) > to, { seconds: 60 });
  await server.stop();

  const restoring = join(env.DATA_DIR, 'postgres.restoring');
  const isRead = () => existsSync(join(restoring, 'pg_wal', '00000002.history'));
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      if (isRead()) throw new Error('aborted');
    },
  });
  const archiveOptions = { folder: env.ARCHIVE_DIR, timeoutSeconds: archiveTimeout, retentionDays: 7 };
  const recovery = {
    archive: archiveOptions,
    dataDir: env.DATA_DIR,
    to,
    replace: true,
    say: () => undefined,
  };
  await expect(recoverTo({ ...recovery, signal })).rejects.toThrow('aborted');
  expect(existsSync(restoring)).toBe(false);

  server = await start(env);
  const later = machineNow();
  await write(3);
  await eventually(async () => ((await newestSegmentAt(env.ARCHIVE_DIR)) ?? 0) > later, { seconds: 60 });
  await server.stop();
  rmSync(env.DATA_DIR, { recursive: true, force: true });
  // Where the key was in the folder that is lost, the file to bring back is named.
  const { CODES_KEY: _, ...withoutKey } = { ...env, DATA_DIR: join(root, 'without-key') };
  const keyless = await runAlmas(withoutKey, 'restore', '--at', 'latest');
  expect(keyless.output).toContain(`Le fichier ${join(withoutKey.DATA_DIR, 'codes.key')}, la clé`);
  expect(keyless.code).toBe(2);
  const { code, output } = await runAlmas(env, 'restore', '--at', 'latest', '--take-over');
  expect(output).toContain('Les comptes sont justes.');
  expect(code).toBe(0);
  server = await start(env);
  const rows = await runStatements(url(), 'SELECT value FROM kept ORDER BY value');
  expect(rows.map(({ value }) => value)).toEqual([1, 2, 3]);
  await server.stop();
});

test('an archive that cannot be written raises the lag in the metrics, which falls to 0 once it can be written', async () => {
  const env = variables({
    DATA_DIR: join(root, 'late'),
    ARCHIVE_DIR: join(root, 'late-archive'),
    ARCHIVE_TIMEOUT: '2',
  });
  const server = await start(env);
  await eventually(() => listBases(env.ARCHIVE_DIR).length === 1, { seconds: 60 });
  const segments = segmentsOf(env.ARCHIVE_DIR);
  // Renamed, not removed: PostgreSQL may write a segment into it meanwhile, and a folder that is not empty cannot be removed.
  renameSync(segments, `${segments}-before`);
  writeFileSync(segments, 'no folder');
  const figure = async (name: string) => {
    const text = await (await fetch(`${server.baseURL}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  await eventually(async () => (await figure('almas_archive_lag_seconds')) > 0, { seconds: 30 });
  rmSync(segments);
  mkdirSync(segments, { mode: 0o700 });
  chmodSync(segments, 0o777);
  await eventually(async () => (await figure('almas_archive_lag_seconds')) === 0, { seconds: 90 });
  await server.stop();
});

// Turned red by: the archive examined only after the data folder was locked.
test('a restore from a folder that is no archive says so and creates no data folder', async () => {
  const env = variables({ DATA_DIR: join(root, 'untouched'), ARCHIVE_DIR: join(root, 'no-archive') });
  const { code, output } = await runAlmas(env, 'restore', '--at', 'latest');
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Le dossier ${env.ARCHIVE_DIR} ne contient aucune copie complète`),
  });
  expect([existsSync(env.DATA_DIR), existsSync(env.ARCHIVE_DIR)]).toEqual([false, false]);
});

test('a restore from an archive without a complete copy of the database creates no data folder', async () => {
  const env = variables({ DATA_DIR: join(root, 'untouched'), ARCHIVE_DIR: join(root, 'begun-archive') });
  mkdirSync(segmentsOf(env.ARCHIVE_DIR), { recursive: true });
  writeFileSync(join(env.ARCHIVE_DIR, 'database.id'), '1\n');
  const { code, output } = await runAlmas(env, 'restore', '--at', 'latest');
  expect([code, output.includes('ne contient aucune copie complète')]).toEqual([1, true]);
  expect(existsSync(env.DATA_DIR)).toBe(false);
});
