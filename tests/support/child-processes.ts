import { readdirSync, readFileSync } from 'node:fs';

/** Empty when the process or thread has ended since it was listed. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The fields of /proc/PID/stat after the name, which is in brackets: state, parent, group, session … */
export function statFields(file: string): readonly string[] {
  const text = textOf(file);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The child processes of this process that run a program. Linux only. */
export const processesOf = (program: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statFields(`/proc/${pid}/stat`)[1] === String(process.pid))
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes(program));

/** The processes that compute passwords for this one. */
export const passwordProcesses = (): number[] => processesOf('password-process.mjs');

/** The /proc folders of the threads of a process. */
export const threadsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);

/**
 * CPU milliseconds of this process and of its password processes; other work on the machine does not count. Elapsed time where the
 * system does not report CPU time.
 */
export function cpuMilliseconds(): number {
  if (process.platform !== 'linux') return performance.now();
  const { user, system } = process.cpuUsage();
  const nanoseconds = passwordProcesses()
    .flatMap(threadsOf)
    .reduce((sum, thread) => sum + Number(textOf(`${thread}/schedstat`).split(' ')[0] ?? 0), 0);
  return (user + system) / 1e3 + nanoseconds / 1e6;
}
