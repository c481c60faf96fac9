import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { writePrivate } from './private-file.ts';

/** A free port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The port that the cluster used last, so that clients can reconnect after a restart; without one a new port. */
export async function recordedPort(file: string): Promise<number> {
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return Number.isInteger(known) && known > 1023 && known < 65_536 ? known : await newPort(file);
}

/** A free port, stored in `file`. */
export async function newPort(file: string): Promise<number> {
  const port = await freePort();
  writePrivate(file, String(port));
  return port;
}
