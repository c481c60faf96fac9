import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { readPostmasterFile } from '../../server/src/database/embedded/orphan.ts';
import { temporaryFolder } from '../support/cluster.ts';

const root = temporaryFolder('postmaster-file');
let worker: Worker | undefined;
afterAll(async () => {
  await worker?.terminate();
  rmSync(root, { recursive: true, force: true });
});

/** Does what PostgreSQL does with its file as it comes and goes, as often as it can. */
const comeAndGo = `
const { unlinkSync, writeFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const round = () => {
  for (let times = 0; times < 100; times++) {
    writeFileSync(workerData, '4711\\n/data\\n1\\n5432\\n\\n127.0.0.1\\n1 1\\nready   \\n');
    unlinkSync(workerData);
  }
  setImmediate(round);
};
round();
parentPort.postMessage('going');`;

test('the file of a PostgreSQL that starts and stops is read whole, or as missing', async () => {
  worker = new Worker(comeAndGo, { eval: true, workerData: join(root, 'postmaster.pid') });
  await once(worker, 'message');
  const seen = { away: 0, ready: 0 };
  // Each of the two often enough that the reading has met every moment in between.
  for (const end = Date.now() + 20_000; Math.min(seen.away, seen.ready) < 2_000; ) {
    expect(Date.now()).toBeLessThan(end);
    const state = readPostmasterFile(root);
    if (state) expect(state).toEqual({ pid: 4711, ready: true });
    seen[state ? 'ready' : 'away'] += 1;
  }
});
