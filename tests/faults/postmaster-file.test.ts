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

/** Writes and deletes postmaster.pid as PostgreSQL does at its start and stop, without a pause. */
const writeAndDelete = `
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
  worker = new Worker(writeAndDelete, { eval: true, workerData: join(root, 'postmaster.pid') });
  await once(worker, 'message');
  const seen = { missing: 0, ready: 0 };
  // Each state is seen often enough that the reads also happen at every moment between the two.
  for (const end = Date.now() + 20_000; Math.min(seen.missing, seen.ready) < 2_000; ) {
    expect(Date.now()).toBeLessThan(end);
    const state = readPostmasterFile(root);
    if (state) expect(state).toEqual({ pid: 4711, ready: true });
    seen[state ? 'ready' : 'missing'] += 1;
  }
});
