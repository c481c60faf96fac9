import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { compareWithLedger, type LoadResult, startLoad } from '../support/load.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { type Random, random, seedOfRun } from '../support/random.ts';
import { type RemoteShop, remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/*
 * P6, P7: processes are killed at random moments under load, customers repeat with the same key until they get a response, and afterwards
 * every acknowledged operation exists exactly once. Turned red by: a replay that acts again (idempotent.ts), a sale that keeps only some
 * of its keys (sell-codes.ts), a database that is not durable (P7).
 */
const kills = process.env.LONG ? 50 : 5;
const codes = kills * 2_000;
/** A kill comes after this many operations since the last one, however slow the machine is. */
const acknowledgedPerRound = 5;
const running = new Set<ServerProcess>();
afterAll(async () => {
  await Promise.all(
    [...running].filter(({ child }) => child.exitCode === null).map((server) => server.stop()),
  );
});

async function start(url: string): Promise<ServerProcess> {
  const server = await startServer(remoteEnvironment(url));
  running.add(server);
  return server;
}

/** Runs load over the servers while `disturb` kills processes. Prints the seed, with which a failure can be repeated. */
async function underLoad(
  shop: RemoteShop,
  servers: ServerProcess[],
  title: string,
  disturb: (round: number, random: Random) => Promise<void>,
): Promise<LoadResult> {
  const seed = seedOfRun();
  const rng = random(seed);
  const load = startLoad(shop, () => servers.map(({ baseURL }) => baseURL), random(seed + 1));
  for (let round = 1; round <= kills; round += 1) {
    const before = load.times.length;
    await pause(rng.between(200, 1_200));
    await eventually(() => load.times.length - before >= acknowledgedPerRound, {
      seconds: 60,
      what: 'operations are acknowledged before the next kill',
    });
    await disturb(round, rng);
  }
  await pause(300);
  const result = await load.stop();
  const { begun, failedAttempts, longestGap } = result;
  process.stdout.write(
    `${title}: SEED=${seed}, ${kills} kills, ${begun} operations, longest gap ${Math.round(longestGap)} ms, ` +
      `failed attempts ${JSON.stringify(failedAttempts)}\n`,
  );
  return result;
}

async function expectNothingLost(shop: RemoteShop, result: LoadResult): Promise<void> {
  expect(result.givenUp).toEqual([]);
  expect(result.changedResponses).toEqual([]);
  expect(result.acknowledged.length).toBe(result.begun);
  expect(await compareWithLedger(shop, result)).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
  expect(await audit(shop.db)).toEqual([]);
}

describe('P6: kill -9 of a server process under load', () => {
  test('kill -9 of a server process under load loses no acknowledged operation and does none twice', async () => {
    const { url } = await freshDatabase();
    const shop = await remoteShop(url, { codes });
    const servers = await Promise.all([start(url), start(url)]);
    const result = await underLoad(shop, servers, 'P6', async (_round, rng) => {
      const victim = rng.between(0, 1);
      await servers[victim]?.kill();
      servers[victim] = await start(url);
    });
    expect(Object.keys(result.failedAttempts)).not.toEqual([]);
    await expectNothingLost(shop, result);
    await shop.close();
  });
});

describe('P7: kill -9 of the database under load', () => {
  test('kill -9 of the database under load loses no acknowledged operation, and the servers go on by themselves', async () => {
    const postgres = await ownPostgres(true);
    const shop = await remoteShop(postgres.url, { codes });
    const servers = await Promise.all([start(postgres.url), start(postgres.url)]);
    const pids = servers.map(({ pid }) => pid);
    const result = await underLoad(shop, servers, 'P7', async () => {
      await postgres.kill();
      await eventually(async () => (await fetch(`${servers[0]?.baseURL}/readyz`)).ok, {
        what: 'the server takes writes again',
      });
    });
    expect(result.failedAttempts['503']).toBeGreaterThan(0);
    expect(servers.map(({ child, pid }) => (child.exitCode === null ? pid : 0))).toEqual(pids);
    await expectNothingLost(shop, result);
    await shop.close();
    for (const server of servers) await server.stop();
    await postgres.remove();
  });
});
