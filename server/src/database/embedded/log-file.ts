import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { openPrivate } from './private-file.ts';

const maxBytes = 5_000_000;
const checkMilliseconds = 60_000;

/**
 * The log of PostgreSQL, at most about 10 MB in two files. PostgreSQL appends to the file without a pipe, so that it neither blocks
 * nor loses its log when this process hangs or is killed.
 */
export class LogFile {
  private readonly timer: NodeJS.Timeout;

  readonly path: string;

  constructor(path: string) {
    this.path = path;
    this.trim();
    this.timer = setInterval(() => this.trim(), checkMilliseconds).unref();
  }

  /** Opens the log for a child process; the caller closes the handle. */
  open(): number {
    return openPrivate(this.path, 'append');
  }

  size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** The text after `offset` bytes, or the whole log when it began anew meanwhile; at most the last 16 kB. */
  since(offset: number): string {
    const size = this.size();
    const start = Math.max(offset > size ? 0 : offset, size - 16_384);
    const buffer = Buffer.alloc(size - start);
    if (buffer.length === 0) return '';
    const handle = openSync(this.path, 'r');
    const read = readSync(handle, buffer, 0, buffer.length, start);
    closeSync(handle);
    return buffer.toString('utf8', 0, read);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Renaming would take the file from PostgreSQL, which has it open. */
  private trim(): void {
    if (this.size() < maxBytes) return;
    // On a full disk the former log is lost, rather than the server that rotates it.
    ignoreErrors(() => copyFileSync(this.path, `${this.path}.1`));
    ignoreErrors(() => truncateSync(this.path));
  }
}

function ignoreErrors(change: () => void): void {
  try {
    change();
  } catch {}
}
