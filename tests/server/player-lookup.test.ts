import { playerLookupLimits } from '@almas/contract/limits';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { demoPlayerLookup } from '../../server/src/modules/free-fire/player-lookup.ts';
import { secondServer, testApp } from '../support/app.ts';
import { createUser, userOn } from '../support/users.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
const find = vi.fn(demoPlayerLookup.find);
const now = () => new Date('2026-03-02T11:00:00Z');
const { server, services } = await testApp({ services: { now, log, playerLookup: { find } } });
const off = await secondServer(services.db, { services: { now } });
const shop = () => createUser(server, services, { balance: 10_000 });
const path = (freeFireId: string) => `/api/free-fire/player?${new URLSearchParams({ freeFireId })}`;

test('a player lookup returns found, not-found or unavailable to a reseller, and nothing of it is logged [CNT-56]', async () => {
  const user = await shop();
  const bodies = [];
  for (const id of ['12345671', '12345670', '12345678', 'abc']) bodies.push((await user.get(path(id))).body);
  expect(bodies).toEqual([
    { result: 'found', name: 'DZ•Karim' },
    { result: 'not-found', name: '' },
    { result: 'unavailable', name: '' },
    { result: 'not-found', name: '' },
  ]);
  expect((await user.get('/api/free-fire/service')).body.playerLookup).toBe(true);
  const text = logged.join('\n');
  for (const trace of ['12345671', 'Karim', '12345678', 'demonstration fails'])
    expect(text).not.toContain(trace);
});

test('a Free Fire request is accepted without a player lookup, and makes none [CNT-56]', async () => {
  const user = await shop();
  find.mockClear();
  const [offer] = (await user.get('/api/free-fire/offers')).body.items;
  // The demonstration's lookup never responds for this id.
  const order = { freeFireId: '12345679', offerId: offer.id, amount: offer.price };
  expect((await user.post('/api/free-fire/requests', order)).body.status).toBe('pending');
  await user.get(
    `/api/free-fire/repeat?${new URLSearchParams({ freeFireId: '12345679', offerId: offer.id })}`,
  );
  expect(find).not.toHaveBeenCalled();
});

test('a reseller looks up at most 60 new player names an hour; cached names do not count [CNT-56]', async () => {
  const user = await shop();
  find.mockClear();
  const bodies = [];
  for (let n = 0; n <= playerLookupLimits.perHour; n += 1)
    bodies.push((await user.get(path(`${20_000_000 + n}1`))).body.result);
  expect(bodies.pop()).toBe('unavailable');
  expect(new Set(bodies)).toEqual(new Set(['found']));
  expect((await user.get(path('200000001'))).body.result).toBe('found');
  expect(find).toHaveBeenCalledTimes(playerLookupLimits.perHour);
});

test('without a player lookup service a lookup returns unavailable, and the service state does not mention lookups [CNT-56]', async () => {
  const user = await shop();
  const elsewhere = userOn(off.server, user);
  expect((await elsewhere.get(path('12345671'))).body).toEqual({ result: 'unavailable', name: '' });
  expect((await elsewhere.get('/api/free-fire/service')).body).not.toHaveProperty('playerLookup');
});

test('the setting PLAYER_LOOKUP accepts the value demo alone, and not together with PUBLIC_URL', () => {
  expect(readConfig({}).playerLookup).toBeUndefined();
  expect(readConfig({ PLAYER_LOOKUP: 'demo' }).playerLookup).toBe('demo');
  expect(() => readConfig({ PLAYER_LOOKUP: 'garena' })).toThrow('PLAYER_LOOKUP');
  expect(() => readConfig({ PLAYER_LOOKUP: 'demo', PUBLIC_URL: 'https://almas.dz' })).toThrow('PUBLIC_URL');
});
