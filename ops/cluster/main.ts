import { clusterTexts as texts } from '@almas/locale/cluster';
import { becomeWhole, down, restoreTo, startNode, up } from './cluster.ts';
import { kill9, type Part } from './faults.ts';
import { layout, type NodeNumber, nodes } from './layout.ts';
import { readOptions } from './options.ts';
import { makeBackup } from './point-in-time.ts';
import { databaseOwnerUrl, databaseReadUrl, databaseUrl } from './secrets.ts';
import { isWhole, primaryOf, reportOf } from './state.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const options = readOptions(process.env);
const place = layout(options);

/** @throws Error with the usage */
function nodeOf(text: string | undefined): NodeNumber {
  const node = nodes.find((candidate) => String(candidate) === text);
  if (node === undefined) throw new Error(texts.usage);
  return node;
}

async function tellReady(): Promise<void> {
  say(texts.ready((await primaryOf(place)) ?? 0));
  say(texts.database(databaseUrl(place)));
  say(texts.databaseRead(databaseReadUrl(place)));
  say(texts.databaseOwner(databaseOwnerUrl(place)));
  say(texts.servers(`http://${place.host}:${place.ports.servers}`, options.servers.join(', ')));
}

async function tellStatus(): Promise<void> {
  for (const node of nodes) {
    const report = await reportOf(place, node);
    say(report ? texts.node(node, report.role ?? '', report.state ?? '') : texts.silent(node));
  }
  say((await isWhole(place, options.synchronous)) ? texts.whole : texts.notWhole);
}

const commands: Record<string, (args: readonly string[]) => Promise<void>> = {
  up: async () => {
    await up(options, say);
    await tellReady();
  },
  status: tellStatus,
  kill: async ([node, part = 'all']) => {
    if (!['all', 'postgres', 'patroni'].includes(part)) throw new Error(texts.usage);
    kill9(place, nodeOf(node), part as Part);
    say(texts.killed(nodeOf(node), part as Part));
  },
  start: async ([node]) => {
    startNode(place, nodeOf(node));
    say(texts.started(nodeOf(node)));
    await becomeWhole(options);
    await tellStatus();
  },
  backup: async () => {
    makeBackup(place, (await primaryOf(place)) ?? 1);
    say(texts.backupMade(place.backupsFolder));
  },
  restore: async ([text = '']) => {
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) throw new Error(texts.usage);
    await restoreTo(options, moment);
    say(texts.restored(moment.toISOString()));
    await tellReady();
  },
  down: async ([flag]) => {
    const remove = flag === '--remove';
    await down(options, { remove });
    say(remove ? texts.removed(place.folder) : texts.down);
  },
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new Error(texts.usage);
  await command(args);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
