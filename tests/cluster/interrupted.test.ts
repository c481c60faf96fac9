import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { down } from '../../ops/cluster/cluster.ts';
import { commandOf, pidOf } from '../../ops/cluster/daemons.ts';
import { layout } from '../../ops/cluster/layout.ts';
import { readOptions } from '../../ops/cluster/options.ts';
import { databaseOwnerUrl } from '../../ops/cluster/secrets.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { finished } from '../support/child-output.ts';
import { eventually } from '../support/eventually.ts';

/*
 * Ctrl-C in `npm run cluster`. Turned red by: an `up` that leaves programs running, or an incomplete copy from which the next one cannot
 * continue; a restore that leaves the cluster stopped with its data moved away, or without a backup of the restored data.
 */
const script = fileURLToPath(new URL('../../scripts/cluster.mjs', import.meta.url));
const variables = { ...process.env, CLUSTER_DIR: join(process.env.CLUSTER_DIR ?? '', 'interrupted') };
const options = readOptions(variables);
const place = layout(options);
afterAll(() => down(options));

function start(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    env: variables,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** Like a terminal: the processes that the command has started get the signal as well. */
  const interrupt = () => process.kill(-(child.pid ?? 0), 'SIGINT');
  return { child, interrupt, ended: finished(child) };
}

/** Runs a command and interrupts it as soon as the condition holds. */
async function interruptedWhen(holds: () => boolean, ...args: string[]) {
  const { interrupt, ended } = start(...args);
  let early: string | undefined;
  void ended.then(({ output }) => {
    early = output;
  });
  const isReached = () => {
    if (early !== undefined) throw new Error(early);
    return holds();
  };
  await eventually(isReached, { seconds: 120, what: `the state in which ${args[0]} is interrupted` });
  interrupt();
  return ended;
}

/** The commands of the running programs of the cluster. */
const running = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => commandOf(Number(name)))
    .filter((command) => command.includes(place.folder));

describe('Ctrl-C in `up`', () => {
  test.each([
    ['while the first node creates its database', () => existsSync(place.dataFolder(1))],
    ['while the second node copies it', () => existsSync(place.dataFolder(2))],
    ['while the first backup is made', () => existsSync(join(place.backupsFolder, 'backup', 'almas'))],
  ])('when Ctrl-C interrupts `up` %s, no program of the cluster keeps running', async (_, holds) => {
    const { code, output } = await interruptedWhen(holds, 'up');
    expect(output).toContain('Interrompu : ce que cette commande a démarré est arrêté. Relancez-la.');
    expect(output).not.toMatch(/\bat \S+:\d+/);
    expect(code).toBe(130);
    expect(running()).toEqual([]);
  });

  test('after an interrupted `up`, the next one completes the cluster', async () => {
    const { code, output } = await start('up').ended;
    expect(output).toContain('La grappe est complète.');
    expect(code).toBe(0);
  });

  test('when Ctrl-C interrupts `up` of a running cluster, its programs keep running', async () => {
    const before = running().length;
    const { child, interrupt, ended } = start('up');
    child.stdout.once('data', interrupt);
    // It may end before the signal arrives, because everything is running already.
    expect([0, 130]).toContain((await ended).code);
    expect(running()).toHaveLength(before);
  });
});

describe('Ctrl-C in `restore`', () => {
  const aside = () => readdirSync(place.folder).filter((name) => name.includes('.before-'));
  const wholeBackups = () => {
    const folder = join(place.backupsFolder, 'backup', 'almas');
    return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'backup.manifest'))).length;
  };

  /**
   * A moment of the database's clock, to the millisecond, in a later second than the call: the end of the first backup is known to the
   * second and rounded up, and `restore` refuses a moment before it.
   */
  const momentOf = async (owner: string) => {
    const now = async () => {
      const [row] = await runStatements(
        owner,
        'SELECT 1000 * extract(epoch FROM clock_timestamp())::float8 AS at',
      );
      return Number(row?.at);
    };
    const called = await now();
    let moment = called;
    await eventually(async () => {
      moment = await now();
      return Math.floor(moment / 1_000) > Math.floor(called / 1_000);
    });
    return new Date(moment).toISOString();
  };

  test.each([
    ['while the cluster is stopped', () => pidOf(place, 'servers-proxy') === undefined],
    ['while the backup is unpacked', () => aside().length > 0],
    ['while the log is read', () => pidOf(place, 'recovery') !== undefined],
  ])(
    'when Ctrl-C interrupts `restore` %s, the cluster stays as it was, with its last rows',
    async (_, holds) => {
      const owner = databaseOwnerUrl(place);
      await runStatements(owner, 'CREATE TABLE IF NOT EXISTS kept (at timestamptz)');
      const moment = await momentOf(owner);
      await runStatements(owner, 'INSERT INTO kept VALUES (now())');
      const [before] = await runStatements(owner, 'SELECT count(*)::int AS rows FROM kept');
      const { code, output } = await interruptedWhen(holds, 'restore', moment);
      expect(output).toContain('Restauration interrompue : la grappe est comme avant.');
      expect(code).toBe(130);
      expect(aside()).toEqual([]);
      expect(await runStatements(owner, 'SELECT count(*)::int AS rows FROM kept')).toEqual([before]);
    },
  );

  test.each([
    [
      'while its programs start again',
      () =>
        aside().length > 0 &&
        pidOf(place, 'recovery') === undefined &&
        existsSync(join(place.dataFolder(1), 'postmaster.pid')),
    ],
    ['while its new backup is made', () => running().some((command) => / backup ?$/.test(command))],
  ])(
    'when Ctrl-C interrupts `restore` after its data were restored, %s, the restore is completed',
    async (_, holds) => {
      const owner = databaseOwnerUrl(place);
      await runStatements(owner, 'CREATE TABLE IF NOT EXISTS taken_back (at timestamptz)');
      const moment = await momentOf(owner);
      await runStatements(owner, 'INSERT INTO taken_back VALUES (now())');
      const before = wholeBackups();
      const { code, output } = await interruptedWhen(holds, 'restore', moment);
      expect(output).toContain('Arrêt demandé…');
      expect(output).toContain(`La grappe est revenue à l’instant ${moment}.`);
      expect(code).toBe(0);
      expect(await runStatements(owner, `SELECT at FROM taken_back WHERE at > '${moment}'`)).toEqual([]);
      // A new backup was made of the restored cluster.
      expect(wholeBackups()).toBe(before + 1);
      for (const name of aside()) rmSync(join(place.folder, name), { recursive: true });
    },
  );
});
