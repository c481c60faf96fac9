import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Layout, NodeNumber } from './layout.ts';
import { until } from './until.ts';

/** A program of the cluster. It has no supervisor: after a kill it stays stopped until it is started again. */
export interface Daemon {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The network namespace that it runs in. */
  readonly namespace?: string | undefined;
}

/** The prefix of a command that runs in a network namespace; it execs the command. */
export const inNamespace = (namespace: string | undefined): string[] =>
  namespace === undefined ? [] : ['ip', 'netns', 'exec', namespace];

const asRoot = process.getuid?.() === 0;
/** As root every program runs as `postgres`: PostgreSQL refuses to run as root, and the others do not need it. */
const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

/** Starts a program that outlives this process, with its output in its log and its process id in its pid file. */
export function start(place: Layout, { name, command, args, namespace }: Daemon): void {
  if (pidOf(place, name) !== undefined) return;
  const [program, ...rest] = [
    ...inNamespace(namespace),
    ...(asRoot ? ['setpriv', ...asPostgres] : []),
    command,
    ...args,
  ];
  const log = openSync(place.log(name), 'a', 0o600);
  const child = spawn(program as string, rest, {
    cwd: place.folder,
    // An empty environment: variables such as PGHOST would change Patroni's connections.
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: place.folder, LC_ALL: 'C.UTF-8' },
    // setpriv execs the program, so the process id stays the same.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const pid = child.pid ?? 0;
  writeFileSync(place.pid(name), `${pid} ${bornAt(pid)}`);
}

/** The process id of a running program; undefined when the id belongs to another program by now. */
export function pidOf(place: Layout, name: string): number | undefined {
  const file = place.pid(name);
  if (!existsSync(file)) return undefined;
  const [pid = 0, born] = readFileSync(file, 'utf8').split(' ').map(Number);
  return born !== undefined && born > 0 && bornAt(pid) === born ? pid : undefined;
}

/** The programs that were started and no longer run. */
export const endedIn = (place: Layout): string[] =>
  readdirSync(place.folder)
    .filter((file) => /^[a-z].*\.pid$/.test(file))
    .map((file) => file.replace(/\.pid$/, ''))
    .filter((name) => pidOf(place, name) === undefined);

/** Removes the pid files of programs that no longer run, so that they do not count as ended after the next start. */
export function removeEndedPids(place: Layout): void {
  for (const name of endedIn(place)) rmSync(place.pid(name));
}

/** Sends SIGTERM, then SIGKILL after `seconds`; resolves when the process is gone. */
export async function stop(
  place: Layout,
  name: string,
  seconds = 10,
  first: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  const pid = pidOf(place, name);
  if (pid === undefined) return;
  signal([pid], first);
  const gone = () => pidOf(place, name) === undefined;
  if (!(await until(gone, seconds))) signal([pid], 'SIGKILL');
  await until(gone, seconds);
}

/** Sends a signal to each process; ended ones are skipped. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      // Process id 0 is the caller's own process group.
      if (pid > 0) process.kill(pid, name);
    } catch {
      // The process has ended.
    }
  }
}

/** The process id of a node's postmaster, if it runs. */
export function postmasterOf(place: Layout, node: NodeNumber): number | undefined {
  const file = `${place.dataFolder(node)}/postmaster.pid`;
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return commandOf(pid).includes(place.dataFolder(node)) ? pid : undefined;
}

/** A process and its descendants, parents first. */
export function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const below = (of: number): number[] => [
    of,
    ...parents.filter(([, parent]) => parent === of).flatMap(([child]) => below(child)),
  ];
  return below(pid);
}

export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
/** The fields of /proc/PID/stat after the program's name, which may contain spaces. Empty for a zombie. */
const statOf = (pid: number): string[] => {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields[0] === 'Z' ? [] : fields;
};
const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0);
/** Start time in ticks since boot; 0 when there is no such process. */
const bornAt = (pid: number): number => Number(statOf(pid)[19] ?? 0);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
