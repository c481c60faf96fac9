import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { call, createUser, giveBalance, type TestUser } from '../support/users.ts';

/* The picture that shows a Free Fire top-up as done (AMB-101). */
const { server, services } = await testApp({ services: { now: () => new Date('2026-03-16T12:00:00Z') } });
const path = '/api/free-fire/requests';
let admin: TestUser;
let reseller: TestUser;
let other: TestUser;
beforeAll(async () => {
  admin = await createUser(server, services, { role: 'admin' });
  reseller = await createUser(server, services);
  other = await createUser(server, services);
  await giveBalance(services, reseller.id, 2_000);
});
const photo = (background = '#337755') =>
  sharp({ create: { width: 300, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
const send = (id: string, payload: Buffer, user = admin) =>
  call(
    server,
    { method: 'PUT', url: `${path}/${id}/proof`, payload, headers: { 'content-type': 'image/jpeg' } },
    user.cookie,
  );
const order = async (): Promise<string> =>
  (await reseller.post(path, { freeFireId: '12345678', offerId: 'ff_100_10', amount: 150 })).body.requestId;

// Turned red by: a validation that takes a web link alone.
test('an uploaded picture is the proof of its request, read by administrators and its reseller alone [WRK-22]', async () => {
  const id = await order();
  const sent = await send(id, await photo());
  expect(sent.body).toEqual({ address: expect.any(String), width: 300, height: 600 });
  expect(sent.body.address).toMatch(new RegExp(`^${path}/${id}/proof\\?photo=[0-9a-f]{16}$`));
  const validated = await admin.post(`${path}/${id}/validate`, { imageUrl: sent.body.address });
  expect(validated.body).toMatchObject({ status: 'validated', imageUrl: sent.body.address });
  for (const user of [admin, reseller]) expect((await user.get(sent.body.address)).status).toBe(200);
  expect((await other.get(sent.body.address)).status).toBe(404);
  // Decided: the proof stays what it was.
  expect((await send(id, await photo('#aa3333'))).body.code).toBe('REQUEST_PROCESSED');
});

test('while a request is pending another picture replaces its proof; nothing else is taken as one [WRK-22]', async () => {
  const id = await order();
  await send(id, await photo());
  expect((await send(id, await photo('#aa3333'))).status).toBe(200);
  expect((await send(id, Buffer.from('<svg/>'))).body.code).toBe('PROOF_FORMAT');
  const trailing = Buffer.concat([await photo(), Buffer.from('<script>')]);
  expect((await send(id, trailing)).body.code).toBe('PICTURE_UNREADABLE');
  expect((await send(id, await photo(), reseller)).status).toBe(403);
  expect((await send('999999', await photo())).body.code).toBe('REQUEST_NOT_FOUND');
});

// Turned red by: an address that stays the same when a colleague replaces the picture.
test('a request is validated with the picture that its administrator has seen, not with one that has replaced it [WRK-22]', async () => {
  const id = await order();
  const validate = (imageUrl: string) => admin.post(`${path}/${id}/validate`, { imageUrl });
  const seen = (await send(id, await photo())).body.address;
  const colleague = await createUser(server, services, { role: 'admin' });
  const { address } = (await send(id, await photo('#aa3333'), colleague)).body;
  for (const imageUrl of [seen, `${path}/${id}/proof`])
    expect(await validate(imageUrl)).toMatchObject({ status: 409, body: { code: 'PROOF_CHANGED' } });
  expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ status: 'pending', imageUrl: null });
  // The own picture, sent again, is the one that was seen.
  expect((await send(id, await photo())).body.address).toBe(seen);
  expect((await validate(address)).body.code).toBe('PROOF_CHANGED');
  expect((await validate(seen)).body).toMatchObject({ status: 'validated', imageUrl: seen });
});

test('the address of a proof validates neither another request nor one without an upload; a link still does [WRK-22]', async () => {
  const [first, second] = [await order(), await order()];
  const { address } = (await send(first, await photo())).body;
  for (const imageUrl of [address, `${path}/${second}/proof`, `${path}/1/../2/proof`, '/pictures/x.webp'])
    expect((await admin.post(`${path}/${second}/validate`, { imageUrl })).body.code).toBe('PROOF_REQUIRED');
  const linked = await admin.post(`${path}/${second}/validate`, { imageUrl: 'https://exemple.dz/p.png' });
  expect(linked.body).toMatchObject({ status: 'validated', imageUrl: 'https://exemple.dz/p.png' });
});
