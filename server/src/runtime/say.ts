/** A line for the person who runs the server, apart from the structured log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
