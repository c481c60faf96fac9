let failure: NodeJS.ErrnoException | undefined;
// A closed output pipe is no reason for the server to end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') failure ??= error;
});

/** Whether some output could not be written and is lost; a reader that closed its pipe does not count. */
export const isOutputLost = (): boolean => failure !== undefined;

const info = 30;

/** Prints a line of a command as plain text. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints a line of the server whatever LOG_LEVEL is: plain text on a terminal, elsewhere JSON like the lines of the log, so that a
 * journal has one format.
 */
export function report(line: string, fields: Readonly<Record<string, unknown>> = {}): void {
  const entry = { level: info, time: Date.now(), pid: process.pid, ...fields, msg: line };
  say(process.stdout.isTTY ? line : JSON.stringify(entry));
}
