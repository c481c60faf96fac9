import { readdirSync, readFileSync } from 'node:fs';

/** Empty when the process or thread has ended since it was listed. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Of the fields after the name, which stands in brackets: state, parent, group, session … */
export function statFields(file: string): readonly string[] {
  const text = textOf(file);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The processes that this one has started and that run a program. Linux alone says what a process is. */
export const processesOf = (program: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statFields(`/proc/${pid}/stat`)[1] === String(process.pid))
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes(program));

/** The processes that compute passwords for this one. */
export const passwordProcesses = (): number[] => processesOf('password-process.mjs');

/** A thread's folder in /proc each. */
export const threadsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);

/**
 * Milliseconds of the processors that this process and the ones that compute its passwords have used: other work on the
 * machine does not count. Where the system does not say so, the clock's.
 */
export function usedMilliseconds(): number {
  if (process.platform !== 'linux') return performance.now();
  const { user, system } = process.cpuUsage();
  const nanoseconds = passwordProcesses()
    .flatMap(threadsOf)
    .reduce((sum, thread) => sum + Number(textOf(`${thread}/schedstat`).split(' ')[0] ?? 0), 0);
  return (user + system) / 1e3 + nanoseconds / 1e6;
}
