import pino from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { migrate } from '../../server/src/database/migrate.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { openLive } from '../../server/src/live/open-live.ts';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import { secondServer } from '../support/app.ts';
import { openEventStream } from '../support/events.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { createUser } from '../support/users.ts';

const postgres = await ownPostgres(false);
const db = openDatabase(postgres.url);
await migrate(db);
afterAll(async () => {
  await db.end();
  await postgres.remove();
});
afterEach(() => postgres.thaw());

const timing = { gatherMilliseconds: 5, heartbeatMilliseconds: 100 };
const server = async () => {
  const { hub, streams } = openLive(db, pino({ level: 'silent' }), sessions(db, undefined), timing);
  return secondServer(db, { services: { live: hub, streams } });
};
const [one, two] = [await server(), await server()];
const reseller = await createUser(one.server, one.services);

test('after a restart of the database, open event streams stay connected, get a refresh and receive later events', async () => {
  const screens = [
    await openEventStream(one.server, reseller.cookie),
    await openEventStream(two.server, reseller.cookie),
  ];
  for (const screen of screens) await screen.next('refresh');
  await postgres.stop();
  one.services.live.publish({ user: reseller.id }, { type: 'balance' });
  await postgres.start();
  for (const screen of screens) await screen.next('refresh');
  one.services.live.publish({ user: reseller.id }, { type: 'notification' });
  for (const screen of screens) {
    await screen.next('notification');
    screen.close();
  }
});

test('a frozen database is noticed at a heartbeat, and afterwards the open event streams get a refresh', async () => {
  let lost: () => void = () => {};
  const noticed = new Promise<void>((resolve) => {
    lost = resolve;
  });
  const log = pino({ level: 'warn' }, { write: () => lost() });
  const { hub, streams } = openLive(db, log, sessions(db, undefined), timing);
  const watched = await secondServer(db, { services: { live: hub, streams } });
  const watcher = await openEventStream(watched.server, reseller.cookie);
  await watcher.next('refresh');
  postgres.freeze();
  await noticed;
  postgres.thaw();
  await watcher.next('refresh');
  one.services.live.publish({ user: reseller.id }, { type: 'requests' });
  await watcher.next('requests');
  watcher.close();
});

test('a server closes within 4 s while its database is frozen', async () => {
  const app = await server();
  const screen = await openEventStream(app.server, reseller.cookie);
  await screen.next('refresh');
  postgres.freeze();
  const begun = performance.now();
  await Promise.all([app.server.close(), screen.ended]);
  expect(performance.now() - begun).toBeLessThan(4_000);
});
