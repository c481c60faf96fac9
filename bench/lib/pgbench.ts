import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planning } from '../../server/src/database/pool.ts';
import type { Cell } from './cell.ts';
import { percentile } from './numbers.ts';

/** Whether pgbench is installed: Debian's package postgresql-15 has it, on the PATH or in the server's folder. */
export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

/** Runs a script for `seconds` on `connections` prepared connections and reads the duration of each transaction from its log. */
export async function pgbench(
  url: string,
  script: string,
  connections: number,
  seconds: number,
): Promise<Cell> {
  const folder = mkdtempSync(join(tmpdir(), 'almas-pgbench-'));
  try {
    writeFileSync(join(folder, 'sale.sql'), script);
    const { hostname, port, username, password, pathname } = new URL(url);
    const args = [
      '-h',
      hostname,
      '-p',
      port,
      '-U',
      username,
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '2',
    ];
    const child = spawn(
      'pgbench',
      [...args, '-T', String(seconds), '-f', 'sale.sql', '-l', pathname.slice(1)],
      {
        cwd: folder,
        env: {
          ...process.env,
          PGPASSWORD: password,
          PGOPTIONS: planning,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`pgbench: ${output}`);
    const times = readdirSync(folder)
      .filter((name) => name.startsWith('pgbench_log'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / 1_000);
    return {
      perSecond: times.length / seconds,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      done: times.length,
      failed: 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
