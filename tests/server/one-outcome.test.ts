import { afterAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { secondServer, testApp } from '../support/app.ts';
import { type ApiResponse, createUser, userOn } from '../support/users.ts';

/* P5: one outcome per request, with concurrent decisions on any server. */
const rounds = process.env.LONG ? 500 : 50;
const one = await testApp({ services: { now: () => new Date('2026-03-02T11:00:00Z') } });
const otherPool = openDatabase(one.url, { max: 4 });
afterAll(() => otherPool.end());
const two = await secondServer(otherPool, {
  services: { now: one.services.now },
});
const { db } = one.services;
const here = await createUser(one.server, one.services, { role: 'admin' });
const there = userOn(two.server, await createUser(one.server, one.services, { role: 'admin' }));
const proof = 'https://exemple.dz/preuve.png';

/** In each round another call starts first. */
const turned = <Item>(items: readonly Item[], round: number): Item[] => [
  ...items.slice(round % items.length),
  ...items.slice(0, round % items.length),
];

/** Sends all calls concurrently; in each of the first rounds one call has already decided, so that every outcome occurs. */
async function decideAll(
  deciders: readonly (() => Promise<ApiResponse>)[],
  round: number,
): Promise<ApiResponse[]> {
  const ahead = round < deciders.length ? 1 : 0;
  const decided = await Promise.all(deciders.slice(0, ahead).map((decide) => decide()));
  return [...decided, ...(await Promise.all(deciders.slice(ahead).map((decide) => decide())))];
}

async function credits(userId: string, source: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: `SELECT count(*) FROM ledger WHERE user_id = $1 AND metadata ->> 'source' = $2`,
    values: [userId, source],
  });
  return rows[0]?.count ?? 0;
}

/** The one successful response; all others must be refused as too late. */
function winner(responses: readonly ApiResponse[], late: readonly string[]): ApiResponse {
  const won = responses.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { status, body } of responses) if (status !== 200) expect(late).toContain(body.code);
  return won[0] as ApiResponse;
}

test('P5: a recharge request approved, rejected and cancelled concurrently has one outcome and at most one credit', async () => {
  const seen: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const owner = await createUser(one.server, one.services);
    const { id } = (await owner.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body;
    const url = `/api/recharge-requests/${id}`;
    const deciders = [
      () => here.post(`${url}/approve`, {}, { 'idempotency-key': `a${round}` }),
      () => there.post(`${url}/reject`, { reason: 'Motif' }),
      () => userOn(two.server, owner).post(`${url}/cancel`),
      () => there.post(`${url}/approve`, {}, { 'idempotency-key': `b${round}` }),
    ];
    const responses = await decideAll(turned(deciders, round), round);
    const { status } = winner(responses, ['REQUEST_PROCESSED', 'CANCEL_NOT_PENDING']).body;
    seen[status] = (seen[status] ?? 0) + 1;
    expect(await credits(owner.id, 'admin_recharge')).toBe(status === 'approved' ? 1 : 0);
    const history = (await here.get(`${url}/history`)).body.items.map(
      ({ action }: { action: string }) => action,
    );
    expect(history.sort()).toEqual(['created', status].sort());
  }
  expect(Object.keys(seen).sort()).toEqual(['approved', 'cancelled', 'rejected']);
  expect(await audit(db)).toEqual([]);
});

test('P5: a Free Fire request validated and refused concurrently has one outcome and at most one refund [FFA-29]', async () => {
  const seen: Record<string, number> = {};
  const [offer] = (await here.get('/api/free-fire/offers')).body.items;
  for (let round = 0; round < rounds; round += 1) {
    const owner = await createUser(one.server, one.services, { balance: offer.price });
    const order = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    const { requestId } = (await owner.post('/api/free-fire/requests', order)).body;
    const url = `/api/free-fire/requests/${requestId}`;
    const deciders = [
      () => here.post(`${url}/validate`, { imageUrl: proof }, { 'idempotency-key': `v${round}` }),
      () => there.post(`${url}/refuse`, { note: 'Non' }, { 'idempotency-key': `r${round}` }),
      () => there.post(`${url}/validate`, { imageUrl: proof }),
      () => here.post(`${url}/refuse`, { note: 'Non' }),
    ];
    const responses = await decideAll(turned(deciders, round), round);
    const { status } = winner(responses, ['REQUEST_PROCESSED']).body;
    seen[status] = (seen[status] ?? 0) + 1;
    const { rows: history } = await db.query({
      text: 'SELECT FROM free_fire_history WHERE request_id = $1',
      values: [requestId],
    });
    const refunds = await credits(owner.id, 'freefire_refund');
    expect([refunds, history.length]).toEqual(status === 'refused' ? [1, 0] : [0, 1]);
  }
  expect(Object.keys(seen).sort()).toEqual(['refused', 'validated']);
  expect(await audit(db)).toEqual([]);
});
