import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { clusterTexts as texts } from '@almas/locale/cluster';
import { Shutdown } from '../../server/src/runtime/shutdown.ts';
import { down, restoreTo, startNode, up, waitUntilHealthy } from './cluster.ts';
import { kill9, type Part } from './faults.ts';
import { type ClusterOptions, type Layout, layout, type NodeNumber, nodes } from './layout.ts';
import { readOptions } from './options.ts';
import { makeBackup } from './point-in-time.ts';
import { databaseOwnerUrl, databaseReadUrl, databaseUrl } from './secrets.ts';
import { isWhole, primaryOf, reportOf } from './state.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** @throws Error with the usage */
function nodeOf(text: string | undefined): NodeNumber {
  const node = nodes.find((candidate) => String(candidate) === text);
  if (node === undefined) throw new Error(texts.usage);
  return node;
}

async function printReady(options: ClusterOptions, place: Layout): Promise<void> {
  say(texts.ready((await primaryOf(place)) ?? 0));
  say(texts.database(databaseUrl(place)));
  say(texts.databaseRead(databaseReadUrl(place)));
  say(texts.databaseOwner(databaseOwnerUrl(place)));
  say(texts.servers(`http://${place.host}:${place.ports.servers}`, options.servers.join(', ')));
}

async function printStatus(options: ClusterOptions, place: Layout): Promise<void> {
  for (const node of nodes) {
    const report = await reportOf(place, node);
    say(report ? texts.node(node, report.role ?? '', report.state ?? '') : texts.silent(node));
  }
  say((await isWhole(place, options.synchronous)) ? texts.whole : texts.notWhole);
}

interface Command {
  /** The minimum number of arguments. */
  readonly least: number;
  readonly most: number;
  run(options: ClusterOptions, place: Layout, args: readonly string[], ending: AbortSignal): Promise<void>;
  /** The sentence for an interruption after which partial work was undone. Without it the command ends immediately. */
  readonly interrupted?: string;
}

const commands: Readonly<Record<string, Command>> = {
  up: {
    least: 0,
    most: 0,
    interrupted: texts.interrupted.up,
    async run(options, place, _args, ending) {
      await up(options, say, ending);
      await printReady(options, place);
    },
  },
  status: { least: 0, most: 0, run: printStatus },
  kill: {
    least: 1,
    most: 2,
    async run(_options, place, [node, part = 'all']) {
      if (!['all', 'postgres', 'patroni'].includes(part)) throw new Error(texts.usage);
      if (!kill9(place, nodeOf(node), part as Part)) throw new Error(texts.nothingToKill(nodeOf(node)));
      say(texts.killed(nodeOf(node), part as Part));
    },
  },
  start: {
    least: 1,
    most: 1,
    async run(options, place, [node]) {
      startNode(place, nodeOf(node));
      say(texts.started(nodeOf(node)));
      await waitUntilHealthy(options);
      await printStatus(options, place);
    },
  },
  backup: {
    least: 0,
    most: 0,
    interrupted: texts.interrupted.backup,
    async run(_options, place, _args, ending) {
      const primary = await primaryOf(place);
      if (primary === undefined) throw new Error(texts.noPrimary);
      await makeBackup(place, primary, ending);
      say(texts.backupMade(place.backupsFolder));
    },
  },
  restore: {
    least: 1,
    most: 1,
    interrupted: texts.interrupted.restore,
    async run(options, place, [text = ''], ending) {
      const moment = new Date(text);
      if (Number.isNaN(moment.getTime())) throw new Error(texts.usage);
      await restoreTo(options, moment, ending);
      say(texts.restored(moment.toISOString()));
      await printReady(options, place);
    },
  },
  down: {
    least: 0,
    most: 1,
    async run(options, place, [flag]) {
      if (flag !== undefined && flag !== '--remove') throw new Error(texts.usage);
      await down(options, { remove: flag !== undefined });
      say(flag === undefined ? texts.down : texts.removed(place.folder));
    },
  },
};

/** Whether there is anything in the folder; backups of a lost cluster are refused by `up` itself. */
const hasFiles = ({ folder, backupsFolder }: Layout): boolean =>
  existsSync(folder) &&
  readdirSync(folder).some((name) => name !== 'lost+found' && join(folder, name) !== backupsFolder);

const shutdown = new Shutdown();

async function run([name = '', ...args]: readonly string[]): Promise<void> {
  if (name === '--help' || args.includes('--help')) return say(texts.usage);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || args.length < command.least || args.length > command.most) throw new Error(texts.usage);
  const options = readOptions(process.env);
  const place = layout(options);
  const isCluster = existsSync(place.patroniFile(1));
  if (name !== 'up' && !isCluster) throw new Error(texts.notMade(place.folder));
  // `up` gives all of the folder to the database's account, and `down --remove` deletes it.
  if (name === 'up' && !isCluster && hasFiles(place)) throw new Error(texts.foreignFolder(place.folder));
  const ending = new AbortController();
  const asked = shutdown.requested.then(() => {
    ending.abort();
    if (command.interrupted === undefined) throw new Error(texts.interrupted.other);
    process.stderr.write(`${texts.interrupting}\n`);
  });
  const done = command.run(options, place, args, ending.signal);
  await Promise.race([done, asked.then(() => done)]).catch((error: unknown) => {
    throw error === ending.signal.reason && command.interrupted !== undefined
      ? new Error(command.interrupted)
      : error;
  });
}

let exitCode = 0;
try {
  await run(process.argv.slice(2));
} catch (error) {
  // A Ctrl-C also reaches the child processes, whose failure may arrive before the signal.
  await immediate();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  exitCode = shutdown.isRequested ? shutdown.exitCode : 1;
}
if (process.stdout.writableLength > 0) await once(process.stdout, 'drain');
process.exit(exitCode);
