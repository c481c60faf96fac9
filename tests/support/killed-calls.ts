import { randomUUID } from 'node:crypto';
import type { FeatureName } from '@almas/contract/features';
import { afterAll, beforeAll, expect } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freshDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { killableServers } from './killable-servers.ts';
import { callServer } from './remote.ts';
import { type RemoteShop, remoteEnvironment, remoteShop } from './remote-shop.ts';
import { holdRows } from './row-locks.ts';
import type { ServerProcess } from './server-process.ts';
import type { TestUser } from './users.ts';

interface KilledCall {
  readonly by: TestUser;
  readonly path: string;
  readonly body: object;
  /** The rows that the call may change, and no other call of the test. */
  readonly state: () => Promise<unknown>;
}

interface KilledCalls {
  readonly shop: RemoteShop;
  /**
   * Sends the calls to a server process that is killed with kill -9 while a lock of the test holds each of them. Expects that nothing of
   * them is left, and that each call, repeated through another server, has one effect.
   * @param lock a statement and its values
   */
  expectOneEffectEach(
    calls: Readonly<Record<string, KilledCall>>,
    lock: readonly [text: string, ...values: unknown[]],
  ): Promise<void>;
}

/** A shop whose servers are killed between two steps of a call, and one that takes the repeated calls. Call it at the top of a test file. */
export async function killedCalls(extension: FeatureName, codes: number): Promise<KilledCalls> {
  const { url } = await freshDatabase();
  const shop = await remoteShop(url, { buyers: 0, codes, extensions: new Set([extension]) });
  const { db } = shop;
  afterAll(() => shop.close());
  const start = killableServers({ ...remoteEnvironment(url), EXTENSIONS: extension });
  let survivor: ServerProcess;
  beforeAll(async () => {
    survivor = await start();
  });
  const send = ({ baseURL }: ServerProcess, { by, path, body }: KilledCall, key: string) =>
    callServer(baseURL, by, { method: 'POST', path, body, key });
  return {
    shop,
    async expectOneEffectEach(calls, [text, ...values]) {
      const all = Object.entries(calls).map(([name, call]) => ({ name, call, key: randomUUID() }));
      const victim = await start();
      const states = () => Promise.all(all.map(async ({ name, call }) => [name, await call.state()]));
      const before = await states();
      const held = await holdRows(db, text, ...values);
      const lost = all.map(({ call, key }) => send(victim, call, key));
      await eventually(async () => (await held.waiting()) >= all.length, { what: `all wait for ${text}` });
      await victim.kill();
      expect((await Promise.all(lost)).map(({ status }) => status)).toEqual(all.map(() => 0));
      await held.release({ rollback: true });
      await eventually(async () => (await held.waiting()) === 0, {
        what: 'the killed calls are rolled back',
      });
      expect(await states()).toEqual(before);
      for (const { name, call, key } of all) {
        const untouched = await call.state();
        const first = await send(survivor, call, key);
        expect(first.status, name).toBe(200);
        const after = await call.state();
        expect(after, name).not.toEqual(untouched);
        expect((await send(survivor, call, key)).body, name).toEqual(first.body);
        expect(await call.state(), name).toEqual(after);
      }
      expect(await audit(db)).toEqual([]);
    },
  };
}
