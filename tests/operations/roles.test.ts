import { connect, createServer } from 'node:net';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { runAlone } from '../../server/src/database/embedded/provision.ts';
import { waitForDatabase } from '../../server/src/runtime/external-database.ts';

/*
 * What `almas roles` does with a PostgreSQL that is still starting, as beside it in ops/compose.yaml. Turned red by: one try
 * only; a wrong password that is tried again until the time is over.
 */
const adminUrl = inject('cluster').adminUrl;
const at = (port: number, url = adminUrl) => {
  const other = new URL(url);
  other.hostname = '127.0.0.1';
  other.port = String(port);
  return other.href;
};

describe('a PostgreSQL that is still starting', () => {
  test('is waited for, and found once it takes connections', async () => {
    const port = await freePort();
    const { hostname, port: real } = new URL(adminUrl);
    const proxy = createServer((caller) => {
      const database = connect(Number(real || 5_432), hostname);
      for (const [from, to] of [
        [caller, database],
        [database, caller],
      ] as const) {
        from.on('error', () => to.destroy());
        from.pipe(to);
      }
    });
    onTestFinished(() => void proxy.close());
    let waits = 0;
    await waitForDatabase(at(port), {
      seconds: 30,
      // It starts to listen only after it was missed.
      onWait: () => {
        waits += 1;
        proxy.listen(port, '127.0.0.1');
      },
    });
    expect(waits).toBe(1);
    expect(await runAlone(at(port), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is given up after the time that it has', async () => {
    await expect(waitForDatabase(at(await freePort()), { seconds: 0.3 })).rejects.toThrow('ECONNREFUSED');
  });

  test('that refuses the password is not asked again', async () => {
    const wrong = new URL(adminUrl);
    wrong.password = 'wrong';
    const began = performance.now();
    await expect(waitForDatabase(wrong.href, { seconds: 30 })).rejects.toThrow('password');
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
