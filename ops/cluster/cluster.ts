import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { clusterTexts as texts } from '@almas/locale/cluster';
import { withDatabase } from '../../server/src/database/pool.ts';
import { splitRoles } from '../../server/src/database/roles.ts';
import { migrateAsOwner } from '../../server/src/runtime/database-address.ts';
import { databaseProxyConfig } from './config/database-proxy.ts';
import { patroniConfig } from './config/patroni.ts';
import { backrestConfig } from './config/pgbackrest.ts';
import { serversProxyConfig, unavailableAnswer } from './config/servers-proxy.ts';
import { endedIn, family, pidOf, postmasterOf, removeEndedPids, signal, start, stop } from './daemons.ts';
import { type ClusterOptions, type Layout, layout, type NodeNumber, nodes } from './layout.ts';
import { installPackages } from './packages.ts';
import { checkMoment, hasBackups, makeBackup, prepareBackups, restoreNodeTo } from './point-in-time.ts';
import { checkPorts } from './ports.ts';
import { databaseProxy, etcd, machineProxies, patroni, serversProxy } from './programs.ts';
import { databaseOwnerUrl, databaseUrl, rolesOf, secretsOf, superuserUrl } from './secrets.ts';
import { isWhole, primaryOf } from './state.ts';
import { until } from './until.ts';

const wholeSeconds = 120;

/**
 * Installs the packages, writes the configuration, starts everything and waits until both nodes work. Continues a stopped cluster.
 * @throws Error when it fails or `ending` is aborted; what this call has started is stopped again
 */
export async function up(
  options: ClusterOptions,
  say: (line: string) => void,
  ending?: AbortSignal,
): Promise<Layout> {
  const place = layout(options);
  if (!hasData(place) && hasBackups(place)) throw new Error(texts.restoreFirst(place.folder));
  await checkPorts(place);
  installPackages(say);
  writeFiles(options, place);
  say(texts.starting(place.folder));
  const before = programsOf(place).filter((name) => pidOf(place, name) !== undefined);
  let unfinished = nodes.filter((node) => !existsSync(place.dataFolder(node)));
  try {
    await startAll(options, place, ending);
    unfinished = [];
    await prepareDatabase(place);
    await prepareBackups(place, (await primaryOf(place)) ?? 1, ending);
  } catch (error) {
    await stopAll(place, before);
    removeUnfinished(place, unfinished);
    throw error;
  }
  return place;
}

const hasData = (place: Layout): boolean => nodes.some((node) => existsSync(place.dataFolder(node)));

/**
 * Deletes incomplete data folders, which would keep their nodes from starting, and for a new cluster etcd's, which has the identifier
 * of its database.
 */
function removeUnfinished(place: Layout, unfinished: readonly NodeNumber[]): void {
  const isNew = unfinished.length === nodes.length;
  for (const folder of [...unfinished.map(place.dataFolder), ...(isNew ? [place.etcdFolder] : [])])
    rmSync(folder, { recursive: true, force: true });
}

async function startAll(options: ClusterOptions, place: Layout, ending?: AbortSignal): Promise<void> {
  removeEndedPids(place);
  start(place, etcd(place));
  start(place, patroni(place, 1));
  // The first node creates the database; started together, the second would race it.
  const hasPrimary = async () => (await primaryOf(place)) !== undefined;
  await expectWithin(texts.what.primary, place, hasPrimary, ending);
  start(place, patroni(place, 2));
  for (const proxy of [...proxiesOf(place)].reverse()) start(place, proxy);
  await waitUntilHealthy(options, ending);
}

/** The proxies, in the order in which they are stopped. */
const proxiesOf = (place: Layout) => [serversProxy(place), ...machineProxies(place), databaseProxy(place)];
const programsOf = (place: Layout): string[] =>
  [...proxiesOf(place), ...nodes.map((node) => patroni(place, node)), etcd(place)].map(({ name }) => name);

/**
 * Restores the whole cluster to this time: stops it, restores, and starts it again. Later sales are lost. The former data of the nodes
 * is kept in folders with the suffix `.before-…`.
 * @throws Error when it fails or `ending` is aborted before the data are restored; the cluster is then started again
 */
export async function restoreTo(options: ClusterOptions, moment: Date, ending?: AbortSignal): Promise<void> {
  const place = layout(options);
  await checkMoment(place, moment, ending);
  // Without data Patroni would create a new, empty database.
  const goesOn = hasData(place) && programsOf(place).some((name) => pidOf(place, name) !== undefined);
  try {
    await down(options);
    await restoreNodeTo(options, moment, ending);
  } catch (error) {
    if (goesOn) await startAll(options, place);
    throw error;
  }
  await startAll(options, place);
  // The nodes are on a new timeline: a later restore starts from this backup.
  await makeBackup(place, (await primaryOf(place)) ?? 1);
}

/** Creates both roles and migrates, so that servers start without the owner's URL. */
async function prepareDatabase(place: Layout): Promise<void> {
  await splitRoles(superuserUrl(place), 'almas', rolesOf(place));
  const url = databaseUrl(place);
  await withDatabase(url, (db) => migrateAsOwner(db, { url, ownerUrl: databaseOwnerUrl(place) }));
}

/** Waits until both nodes work and the proxy leads to the primary. @throws Error after two minutes */
export async function waitUntilHealthy(options: ClusterOptions, ending?: AbortSignal): Promise<void> {
  const place = layout(options);
  await expectWithin(texts.what.whole, place, () => isWhole(place, options.synchronous), ending);
}

/**
 * Waits for a condition. When a program has ended by itself (for example because its port is in use), waiting is useless: its log has
 * the reason.
 */
async function expectWithin(
  what: string,
  place: Layout,
  holds: () => Promise<boolean>,
  ending?: AbortSignal,
): Promise<void> {
  const settled = async () => (await holds()) || endedIn(place).length > 0;
  const isSettled = await until(settled, wholeSeconds, ending);
  const ended = endedIn(place).map((name) => place.log(name));
  if (ended.length > 0) throw new Error(texts.ended(ended));
  if (!isSettled) throw new Error(texts.notWithin(what, wholeSeconds));
}

function writeFiles(options: ClusterOptions, place: Layout): void {
  mkdirSync(place.folder, { recursive: true, mode: 0o750 });
  chmodSync(place.folder, 0o750);
  const secrets = secretsOf(place);
  const files: [string, string][] = [
    [place.databaseProxyFile, databaseProxyConfig(options)],
    [place.serversProxyFile, serversProxyConfig(options)],
    [place.unavailableFile, unavailableAnswer],
    ...nodes.flatMap((node): [string, string][] => [
      [place.patroniFile(node), patroniConfig(options, secrets, node)],
      [place.backrestFile(node), backrestConfig(options, node)],
    ]),
  ];
  for (const [file, content] of files) writeFileSync(file, content, { mode: 0o600 });
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:postgres', place.folder]);
}

/** Restarts a killed node, which rejoins as the standby. */
export const startNode = (place: Layout, node: NodeNumber): void => start(place, patroni(place, node));

/** Stops everything in order, by process id; `remove` also deletes the folder with the data. */
export async function down(options: ClusterOptions, { remove = false } = {}): Promise<void> {
  const place = layout(options);
  await stopAll(place);
  if (remove) rmSync(place.folder, { recursive: true, force: true });
}

async function stopAll(place: Layout, except: readonly string[] = []): Promise<void> {
  const isKept = ({ name }: { name: string }) => except.includes(name);
  for (const proxy of proxiesOf(place)) if (!isKept(proxy)) await stop(place, proxy.name);
  const primary = await primaryOf(place);
  // The standby first: the primary would otherwise hand over to it while it stops.
  for (const node of [...nodes].sort((a) => (a === primary ? 1 : -1)))
    if (!isKept(patroni(place, node))) await stopNode(place, node);
  if (!isKept(etcd(place))) await stop(place, etcd(place).name);
}

async function stopNode(place: Layout, node: NodeNumber): Promise<void> {
  await stop(place, patroni(place, node).name, 30);
  const postmaster = postmasterOf(place, node);
  // Patroni stops its PostgreSQL, unless it was killed itself.
  if (postmaster === undefined) return;
  signal([postmaster], 'SIGINT');
  if (!(await until(() => postmasterOf(place, node) === undefined, 20)))
    signal(family(postmaster), 'SIGKILL');
}
