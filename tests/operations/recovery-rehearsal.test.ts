import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  abandonedHours,
  archiveMarkerFile,
  archiveSettings,
  foreignTimelines,
  listBases,
  segmentsOf,
} from '../../server/src/database/archive/archive-folder.ts';
import { keepArchive } from '../../server/src/database/archive/archive-keeper.ts';
import { readOwner } from '../../server/src/database/archive/archive-owner.ts';
import { takeBaseBackup } from '../../server/src/database/archive/base-backup.ts';
import { recoverTo } from '../../server/src/database/archive/recover.ts';
import { checkOwnerIsGone, takeOver } from '../../server/src/database/archive/take-over.ts';
import { databaseAccount } from '../../server/src/database/embedded/account.ts';
import { findBinaries } from '../../server/src/database/embedded/binaries.ts';
import {
  type EmbeddedDatabase,
  openDataFolder,
  startEmbedded,
} from '../../server/src/database/embedded/index.ts';
import { LogFile } from '../../server/src/database/embedded/log-file.ts';
import { isAlive, stopProcess } from '../../server/src/database/embedded/orphan.ts';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { launch } from '../../server/src/database/embedded/postmaster.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { useMachineClock } from '../support/machine-clock.ts';
import { random } from '../support/random.ts';

/*
 * P43: a rehearsal beside the running shop costs nothing. LONG=1: 200 histories; HISTORIES and SEED choose others. Each of the two of
 * a default run takes 40 to 90 s on two busy processors, a third of it with TMPDIR in memory.
 */
const histories = Number(process.env.HISTORIES ?? (process.env.LONG ? 200 : 2));
const firstSeed = Number(process.env.SEED ?? 1);

const root = temporaryFolder('rehearsal');
const warnings: string[] = [];
const quiet = { info: () => undefined, warn: (line: string) => void warnings.push(line) };
const running = new Set<EmbeddedDatabase>();
beforeAll(useMachineClock);
afterAll(async () => {
  for (const database of running) await database.stop();
  rmSync(root, { recursive: true, force: true });
});

const optionsOf = (folder: string) => ({ folder, timeoutSeconds: 1, retentionDays: 7 });
type Archive = ReturnType<typeof optionsOf>;
interface Server {
  readonly database: EmbeddedDatabase;
  readonly dataDir: string;
  stop(): Promise<void>;
  /** Kills PostgreSQL with SIGKILL. */
  kill(): Promise<void>;
}

async function start(dataDir: string, archive?: Archive): Promise<Server> {
  const database = await startEmbedded({ dataDir, durable: true, log: quiet, archive });
  running.add(database);
  const stopKeeping = archive && keepArchive(archive, dataDir, database, quiet);
  const end = async (isKilled: boolean) => {
    await stopKeeping?.();
    const pid = database.pid();
    const stopped = database.stop();
    if (isKilled) process.kill(pid, 'SIGKILL');
    await stopped;
    running.delete(database);
  };
  return { database, dataDir, stop: () => end(false), kill: () => end(true) };
}

const superuser = ({ database }: Server) => database.superuserUrl('postgres');
async function openShop(dataDir: string, archive: Archive): Promise<Server> {
  const shop = await start(dataDir, archive);
  await runStatements(superuser(shop), 'CREATE TABLE sold (id int)');
  await eventually(() => listBases(archive.folder).length === 1, { seconds: 60 });
  return shop;
}
const sell = (shop: Server, id: number) => runStatements(superuser(shop), `INSERT INTO sold VALUES (${id})`);
const sales = async (shop: Server) =>
  (await runStatements(superuser(shop), 'SELECT id FROM sold ORDER BY id')).map(({ id }) => Number(id));

/** Closes the current segment and waits until it is archived. */
async function archived(shop: Server, archive: Archive): Promise<void> {
  const message = `SELECT pg_walfile_name(pg_logical_emit_message(false, 'test', 'x')) AS name`;
  const [row] = await runStatements(superuser(shop), message);
  await runStatements(superuser(shop), 'SELECT pg_switch_wal()');
  const isThere = () =>
    readdirSync(segmentsOf(archive.folder)).some((file) => file.startsWith(String(row?.name)));
  await eventually(isThere, { seconds: 60 });
}

async function recover(
  archive: Archive,
  dataDir: string,
  to: number | 'latest',
  { replace = false, timeline }: { replace?: boolean; timeline?: number } = {},
): Promise<void> {
  openDataFolder(dataDir);
  await recoverTo({ archive, dataDir, to, replace, timeline, say: () => undefined });
}

const folder = (name: string) => join(root, name);

// Turned red by: a restore that archives the timeline it starts; a recovery that follows the newest timeline of the archive.
test('P43: a trial restore beside the running shop writes nothing into its archive, and what the shop sells later is restored', async () => {
  const archive = optionsOf(folder('archive'));
  const shop = await openShop(folder('shop'), archive);
  await sell(shop, 1);
  const to = Date.now() + 1;
  await eventually(() => Date.now() > to + 1);
  await sell(shop, 2);
  await archived(shop, archive);
  await recover(archive, folder('trial'), to);
  await expect(start(folder('trial'), archive)).rejects.toThrow(
    `L’archive ${archive.folder} appartient à la base du dossier ${folder('shop')}`,
  );
  await expect(checkOwnerIsGone(archive.folder, folder('trial'), () => undefined)).rejects.toThrow(
    'est en service',
  );
  const trial = await startEmbedded({
    dataDir: folder('trial'),
    durable: true,
    log: quiet,
    archive,
    archivesAs: 'either',
  });
  await runStatements(trial.superuserUrl('postgres'), 'INSERT INTO sold VALUES (1000)');
  await trial.stop();
  const timelines = new Set(readdirSync(segmentsOf(archive.folder)).map((name) => name.slice(0, 8)));
  expect([...timelines].filter((name) => name !== '00000001')).toEqual([]);

  await sell(shop, 3);
  await archived(shop, archive);
  await shop.stop();
  await recover(archive, folder('restored'), 'latest');
  takeOver(archive.folder, folder('restored'));
  const restored = await start(folder('restored'), archive);
  expect(await sales(restored)).toEqual([1, 2, 3]);
  await expect(start(folder('shop'), archive)).rejects.toThrow('almas take-over');
  await restored.stop();
});

// Turned red by: the newest timeline taken for the shop's, in an archive in which an older version let a trial write.
test('P43: a timeline that a trial has left in the archive is reported and not followed, and two timelines without an owner are asked about', async () => {
  const archive = optionsOf(folder('harmed'));
  const shop = await openShop(folder('harmed-shop'), archive);
  await sell(shop, 1);
  await archived(shop, archive);
  await recover(archive, folder('harmed-trial'), 'latest');
  const staged = join(folder('harmed-trial'), 'postgres', 'almas.archived');
  cpSync(staged, segmentsOf(archive.folder), { recursive: true, preserveTimestamps: true });
  await sell(shop, 2);
  await archived(shop, archive);
  await eventually(() =>
    warnings.some((line) => line.includes(`écrit dans l’archive ${archive.folder} (suite 2)`)),
  );
  expect((await foreignTimelines(archive.folder)).map(({ timeline }) => timeline)).toEqual([2]);
  await shop.stop();

  // Another database archived while the shop did: which of them is the shop is a question.
  await expect(recover(archive, folder('harmed-asked'), 'latest')).rejects.toThrow(
    /suites de deux bases : suite 1, jusqu’à .*, suite 2, .*--timeline/,
  );
  rmSync(join(archive.folder, 'owner.json'));
  await expect(recover(archive, folder('harmed-asked'), 'latest')).rejects.toThrow('--timeline');
  await recover(archive, folder('harmed-asked'), 'latest', { timeline: 1 });
  const restored = await start(folder('harmed-asked'));
  expect(await sales(restored)).toEqual([1, 2]);
  await restored.stop();
});

// Turned red by: a time on the log that a restore has left, replayed along the shop's timeline: it ends where that one begins.
test('P31: a time that a restore in place has abandoned is refused with the timeline that has it, which restores it, also from a copy without modification times', async () => {
  const archive = optionsOf(folder('left-archive'));
  const dataDir = folder('left-shop');
  const moment = async () => {
    const now = Date.now() + 1;
    await eventually(() => Date.now() > now + 1);
    return now;
  };
  let shop = await openShop(dataDir, archive);
  await sell(shop, 1);
  const first = await moment();
  await sell(shop, 2);
  const second = await moment();
  await sell(shop, 1000);
  await archived(shop, archive);
  await shop.stop();
  await recover(archive, dataDir, first, { replace: true });
  shop = await start(dataDir, archive);
  const third = await moment();
  await sell(shop, 3);
  await archived(shop, archive);
  await shop.stop();

  await expect(recover(archive, dataDir, second, { replace: true })).rejects.toThrow('« --timeline 1 »');
  const hours = abandonedHours(archive.folder);
  expect(hours).toMatchObject([{ timeline: 1 }]);
  expect([first, second, third].map((at) => hours.some(({ from, to }) => from <= at && at < to))).toEqual([
    false,
    true,
    false,
  ]);
  const restored = async (from: Archive, to: number | 'latest', line: { timeline?: number } = {}) => {
    const target = folder(`left-${to}`);
    await recover(from, target, to, line);
    const server = await start(target);
    const found = await sales(server);
    await server.stop();
    return found;
  };
  expect(await restored(archive, second, { timeline: 1 })).toEqual([1, 2]);

  const copy = optionsOf(folder('left-copy'));
  cpSync(archive.folder, copy.folder, { recursive: true });
  expect(await foreignTimelines(copy.folder)).toEqual([]);
  expect(await restored(copy, 'latest')).toEqual([1, 3]);
});

// Turned red by: a folder that is renamed under the PostgreSQL of a server that was killed alone, which goes on archiving.
test('P43: a restore in place first stops the PostgreSQL that a killed server left running, which then writes nothing into the archive of the shop', async () => {
  const archive = optionsOf(folder('orphan-archive'));
  const dataDir = folder('orphan-shop');
  const shop = await openShop(dataDir, archive);
  await sell(shop, 1);
  await shop.stop();
  const { postgres } = findBinaries();
  const log = new LogFile(join(dataDir, 'postgres.log'));
  const options = {
    postgres,
    folder: join(dataDir, 'postgres'),
    account: databaseAccount(),
    durable: true,
    log,
  };
  const settings = archiveSettings(archive);
  const orphan = await launch({ ...options, settings }, await freePort(), { onSlow: () => undefined });
  const pid = orphan.pid ?? 0;
  try {
    await recover(archive, dataDir, 'latest', { replace: true });
    expect(isAlive(pid)).toBe(false);
  } finally {
    await stopProcess(pid, (signal) => orphan.kill(signal));
    log.close();
  }
  const restored = await start(dataDir, archive);
  expect(await sales(restored)).toEqual([1]);
  await restored.stop();
});

interface Sale {
  readonly id: number;
  readonly begun: number;
  readonly acknowledged: number;
}

/** A random history over two data folders and one archive. After each restore the shop holds what was sold until then. */
async function history(seed: number): Promise<void> {
  const { between } = random(seed);
  const below = (limit: number) => between(0, limit - 1);
  const at = (name: string) => folder(`history-${seed}-${name}`);
  const archive = optionsOf(at('archive'));
  const folders = [at('a'), at('b')] as const;
  let shop = await openShop(folders[0], archive);
  let sold: Sale[] = [];
  let nextId = 1;
  const begun = Date.now();
  const trace: string[] = [];

  const sellSome = async () => {
    for (let count = 1 + below(4); count > 0; count -= 1) {
      const started = Date.now();
      await sell(shop, nextId);
      sold.push({ id: nextId, begun: started, acknowledged: Date.now() });
      nextId += 1;
      const last = Date.now();
      await eventually(() => Date.now() > last + 2);
    }
  };
  /** A moment between two sales, the later of which is in the archive; else everything. */
  const chooseMoment = (): number | 'latest' => {
    const moments = sold
      .slice(0, -1)
      .map(({ acknowledged }) => acknowledged + 1)
      .filter(
        (moment) =>
          moment > begun && !sold.some((sale) => sale.begun <= moment && moment <= sale.acknowledged),
      );
    return moments.length === 0 || below(2) === 0 ? 'latest' : (moments[below(moments.length)] ?? 'latest');
  };
  const until = (to: number | 'latest') => sold.filter(({ begun: from }) => to === 'latest' || from <= to);
  const expectSales = async (server: Server, to: number | 'latest') =>
    expect(await sales(server), `seed ${seed}: ${trace.join(', ')}`).toEqual(until(to).map(({ id }) => id));

  const rehearse = async (number: number) => {
    await archived(shop, archive);
    const to = chooseMoment();
    trace.push(`trial ${to}`);
    const trialFolder = at(`trial-${number}`);
    await recover(archive, trialFolder, to);
    if (below(2) === 0) {
      await expect(start(trialFolder, archive)).rejects.toThrow('appartient à');
      const trial = await start(trialFolder);
      await expectSales(trial, to);
      await sell(trial, 1_000_000 + number);
      await (below(2) === 0 ? trial.stop() : trial.kill());
      trace.push('started');
    }
    rmSync(trialFolder, { recursive: true, force: true });
  };
  const backUp = async () => {
    // The keeper takes one after each restore, and two at once would disturb each other.
    await eventually(() => existsSync(archiveMarkerFile(shop.dataDir)), { seconds: 60 });
    trace.push('base');
    const accessFile = join(shop.dataDir, 'postgres.access.json');
    const source = { archive: archive.folder, cluster: join(shop.dataDir, 'postgres'), accessFile };
    await takeBaseBackup({ ...source, superuserUrl: superuser(shop) }, new AbortController().signal);
  };
  const loseAndRestore = async () => {
    await archived(shop, archive);
    await shop.kill();
    const to = chooseMoment();
    const isMoved = below(2) === 0;
    const target = isMoved && shop.dataDir === folders[0] ? folders[1] : isMoved ? folders[0] : shop.dataDir;
    trace.push(`restore ${to} ${isMoved ? 'elsewhere' : 'in place'}`);
    if (isMoved) rmSync(target, { recursive: true, force: true });
    await recover(archive, target, to, { replace: !isMoved });
    if (isMoved) takeOver(archive.folder, target);
    shop = await start(target, archive);
    await expectSales(shop, to);
    sold = until(to);
  };

  await sellSome();
  for (let step = 0; step < 5; step += 1) {
    const kind = below(10);
    if (kind < 3) await sellSome();
    else if (kind < 6) await rehearse(step);
    else if (kind < 8) await backUp();
    else await loseAndRestore();
  }
  await sellSome();
  await rehearse(9);
  await sellSome();
  await loseAndRestore();
  // The shop alone has written: each timeline in the archive is one of its own.
  const own = readOwner(archive.folder)?.timelines ?? [];
  // While PostgreSQL copies a segment it has another name.
  for (const name of readdirSync(segmentsOf(archive.folder)).filter((file) => !file.startsWith('archtemp')))
    expect(own, `seed ${seed}: ${name}`).toContain(Number.parseInt(name.slice(0, 8), 16));
  await shop.stop();
  for (const name of readdirSync(root).filter((entry) => entry.startsWith(`history-${seed}-`)))
    rmSync(join(root, name), { recursive: true, force: true });
}

// Turned red by: a server that stops only once PostgreSQL gives up the wait for its archive.
test('a base backup that waits for an archive that cannot be written ends at once when its server stops', async () => {
  const archive = optionsOf(folder('stuck-archive'));
  const shop = await openShop(folder('stuck-shop'), archive);
  const away = `${segmentsOf(archive.folder)}.away`;
  renameSync(segmentsOf(archive.folder), away);
  const stopping = new AbortController();
  const taking = takeBaseBackup(
    {
      archive: archive.folder,
      cluster: join(shop.dataDir, 'postgres'),
      accessFile: join(shop.dataDir, 'postgres.access.json'),
      superuserUrl: superuser(shop),
    },
    stopping.signal,
  );
  const ended = expect(taking).rejects.toThrow();
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'BackupWaitWalArchive'`;
  await eventually(async () => (await runStatements(superuser(shop), waiting)).length > 0, { seconds: 60 });
  stopping.abort();
  await ended;
  renameSync(away, segmentsOf(archive.folder));
  await shop.stop();
});

test.each(Array.from({ length: histories }, (_, index) => firstSeed + index))(
  'P43: after the random history %i of sales, trials, base backups, kills and restores every sale up to the chosen moment is there, and none after',
  history,
);
