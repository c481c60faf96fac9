import pino from 'pino';
import { expect, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { operator, recordAction } from '../../server/src/modules/audit-trail/record-action.ts';
import { trailKey } from '../../server/src/modules/audit-trail/trail-chain.ts';
import { verifyTrail } from '../../server/src/modules/audit-trail/verify-trail.ts';
import { openServices } from '../../server/src/open-services.ts';
import { testConfig } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { remoteEnvironment } from '../support/remote-shop.ts';
import { startServer } from '../support/server-process.ts';

const { db, url } = await freshDatabase();

// Red when: seals are written outside their transaction, two servers may seal together, or a late row is passed over.
test('actions written concurrently are sealed once each, while the servers that seal are killed one after another', async () => {
  const services = await openServices(testConfig(), db, pino({ level: 'silent' }));
  const start = () => startServer(remoteEnvironment(url));
  let committed = 0;
  let stopped = false;
  const write = async (writer: number) => {
    for (let n = 0; !stopped; n += 1) {
      const rows = 1 + (n % 3);
      const undone = new Error('undone');
      await transaction(db, async (tx) => {
        for (let row = 0; row < rows; row += 1)
          await recordAction(tx, operator, undefined, {
            action: 'test',
            subject: { type: 'writer', id: `${writer}-${n}-${row}` },
          });
        // Transactions commit in another order than that of their ids; some roll back.
        await tx.query({ text: `SELECT pg_sleep(${(writer % 3) * 0.02 + (n % 5) * 0.01})` });
        if (n % 7 === 6) throw undone;
      }).then(
        () => {
          committed += rows;
        },
        (error) => {
          if (error !== undone) throw error;
        },
      );
    }
  };
  const servers = [await start(), await start()];
  const writers = Array.from({ length: 6 }, (_, writer) => write(writer));
  for (let kill = 0; kill < 4; kill += 1) {
    const before = (await verifyTrail(db, trailKey(services.vault))).head.position;
    await eventually(async () => (await verifyTrail(db, trailKey(services.vault))).head.position > before);
    await servers[kill % 2]?.kill();
    servers[kill % 2] = await start();
  }
  stopped = true;
  await Promise.all(writers);
  await eventually(async () => (await verifyTrail(db, trailKey(services.vault))).unsealed === 0);
  await Promise.all(servers.map((server) => server.stop()));
  const { findings, head } = await verifyTrail(db, trailKey(services.vault));
  expect(findings).toEqual([]);
  const { rows } = await db.query<{ count: number }>({ text: 'SELECT count(*) FROM audit_trail' });
  expect(head.position).toBe(rows[0]?.count);
  expect(committed).toBeLessThanOrEqual(head.position);
  expect(committed).toBeGreaterThan(100);
  await services.streams.close();
});
