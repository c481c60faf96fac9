// The reader of the output may go away: that is no reason for the server to end.
process.stdout.on('error', () => undefined);

const info = 30;

/** A line of a command for its reader, as plain text. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * A line of the server for its operator, whatever LOG_LEVEL says: plain text on a terminal, elsewhere a JSON line like
 * those of the log, so that a journal holds one format.
 */
export function report(line: string, facts: Readonly<Record<string, unknown>> = {}): void {
  const entry = { level: info, time: Date.now(), pid: process.pid, ...facts, msg: line };
  say(process.stdout.isTTY ? line : JSON.stringify(entry));
}
