// Whoever read the output may go away: that is no reason for the server to end.
process.stdout.on('error', () => undefined);

/** A line for the person who runs the server, apart from the structured log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
